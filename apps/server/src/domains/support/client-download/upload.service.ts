import { randomUUID } from 'node:crypto'
import { type InputOf, type opsContract, UPLOAD_PART_BYTES, UPLOAD_SECONDS } from '@weft/contract'
import {
  appendBytes,
  deleteBegunFiles,
  deleteChunks,
  deleteFile,
  hashStored,
  insertFile,
  PACKAGE_TYPE,
} from '../../../adapters/files/files.ts'
import type { SystemDb } from '../../../db/client.ts'
import { after } from '../../../kernel/clock.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { insertVersion, isPublished } from './client-download.queries.ts'
import * as queries from './upload.queries.ts'
import type { PackageKey } from './upload.queries.ts'

type Contract = typeof opsContract.clientVersions

/** Returns the package of an upload. Only Linux has kinds and platforms; for other systems their defaults mean nothing. */
const keyOf = ({ system, kind, platform, version }: InputOf<Contract['upload']>): PackageKey =>
  system === 'linux' ? { system, kind, platform, version } : { system, kind: null, platform: null, version }

export interface Begun {
  upload_id: string
  received: number
  part_bytes: number
}

/**
 * Begins the upload of a package, or finds the unfinished one of the same bytes; other bytes for the same version start over.
 * @throws clientVersionExists
 */
export async function beginUpload(db: SystemDb, facts: InputOf<Contract['upload']>, now: Date): Promise<Begun> {
  const key = keyOf(facts)
  const { file_name, size, sha256 } = facts
  if (await isPublished(db, key)) throw new Refusal('clientVersionExists')
  const there = await queries.lockUploadOf(db, key)
  if (there && there.size === size && there.sha256 === sha256) {
    await queries.writeUpload(db, there.upload_id, { file_name, create_time: now })
    return { upload_id: there.upload_id, received: there.received, part_bytes: UPLOAD_PART_BYTES }
  }
  if (there) await deleteFile(db, there.upload_id)
  const upload_id = randomUUID()
  await insertFile(db, { file_id: upload_id, media_type: PACKAGE_TYPE, size, sha256 })
  if (await queries.insertUpload(db, { upload_id, ...key, file_name, create_time: now }))
    return { upload_id, received: 0, part_bytes: UPLOAD_PART_BYTES }
  // Another call began the same package at this moment: its upload is found now.
  await deleteFile(db, upload_id)
  return beginUpload(db, facts, now)
}

/** A package that was just completed. */
export type Published = PackageKey & { id: string; file_name: string; size: number; sha256: string }

/**
 * Takes the next bytes of an upload. After the last ones it checks the SHA-256 and publishes the version; if the SHA-256 does
 * not match, the upload is empty again.
 * @throws uploadNotFound, uploadOffset, bodyTooLarge beyond the size that was announced, uploadChecksum, clientVersionExists
 */
export async function takePart(
  db: SystemDb,
  { upload_id, offset }: { upload_id: string; offset: number },
  bytes: Buffer,
): Promise<{ received: number; published: Published | undefined }> {
  const upload = await queries.lockUpload(db, upload_id)
  if (!upload) throw new Refusal('uploadNotFound')
  if (offset !== upload.received) throw new Refusal('uploadOffset', { received: upload.received }, { received: upload.received })
  const received = offset + bytes.length
  if (received > upload.size) throw new Refusal('bodyTooLarge')
  if (bytes.length === 0) throw new Refusal('invalidInput')
  await appendBytes(db, upload_id, offset, bytes)
  if (received < upload.size) {
    await queries.writeUpload(db, upload_id, { received })
    return { received, published: undefined }
  }
  return { received, published: await publish(db, upload) }
}

type Upload = NonNullable<Awaited<ReturnType<typeof queries.lockUpload>>>
async function publish(db: SystemDb, upload: Upload): Promise<Published> {
  const { upload_id, system, kind, platform, version, file_name, size, sha256 } = upload
  if ((await hashStored(db, upload_id, size)) !== sha256) {
    await deleteChunks(db, upload_id)
    await queries.writeUpload(db, upload_id, { received: 0 })
    throw new Refusal('uploadChecksum').keeping()
  }
  const id = await insertVersion(db, { system, kind, platform, version, file_name, file_id: upload_id })
  if (id === undefined) throw new Refusal('clientVersionExists')
  await queries.deleteUpload(db, upload_id)
  return { id, system, kind, platform, version, file_name, size, sha256 }
}

export const forgetUploads = (db: SystemDb, now: Date): Promise<void> => deleteBegunFiles(db, after(now, -UPLOAD_SECONDS))
