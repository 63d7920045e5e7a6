import { createHash, randomUUID } from 'node:crypto'
import type { SystemDb } from '../../db/client.ts'
import * as queries from './files.queries.ts'

export { deleteBegunFiles, deleteChunks, deleteFile, deleteUnreferred, findPicture, findServed, insertFile } from './files.queries.ts'

/** Bytes of one row of `file_chunk`; the last one of a file may hold fewer. No more than this of a file is in memory at a time. */
export const CHUNK_BYTES = 512 * 1024
/** The media type of packages: no browser runs it, whatever it holds. */
export const PACKAGE_TYPE = 'application/octet-stream'

/** Stores a small file as a whole and returns its id. */
export async function storeFile(db: SystemDb, { media_type, bytes }: { media_type: string; bytes: Buffer }): Promise<string> {
  const file_id = randomUUID()
  await queries.insertFile(db, { file_id, media_type, size: bytes.length, sha256: sha256(bytes) })
  await appendBytes(db, file_id, 0, bytes)
  return file_id
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Appends to a file that holds `offset` bytes. The caller has locked the file, so that no other call appends meanwhile. */
export async function appendBytes(db: SystemDb, file_id: string, offset: number, bytes: Buffer): Promise<void> {
  let position = Math.floor(offset / CHUNK_BYTES)
  const begun = offset % CHUNK_BYTES
  let at = 0
  if (begun > 0) {
    at = Math.min(CHUNK_BYTES - begun, bytes.length)
    await queries.growChunk(db, file_id, position, bytes.subarray(0, at))
    position += 1
  }
  const rows = []
  for (; at < bytes.length; at += CHUNK_BYTES) rows.push({ file_id, position: position++, bytes: bytes.subarray(at, at + CHUNK_BYTES) })
  await queries.insertChunks(db, rows)
}

/**
 * Yields the bytes from `start` up to `end` (exclusive), a chunk at a time: the next is read when the one before was taken.
 * @throws if the file was deleted meanwhile
 */
export async function* readBytes(db: SystemDb, file_id: string, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const position = Math.floor(at / CHUNK_BYTES)
    const chunk = await queries.findChunk(db, file_id, position)
    const begin = position * CHUNK_BYTES
    const bytes = chunk?.subarray(at - begin, end - begin)
    if (!bytes || bytes.length === 0) throw new Error('a stored file ended early')
    yield bytes
    at += bytes.length
  }
}

/** Returns the SHA-256 of a stored file, without holding the file in memory. */
export async function hashStored(db: SystemDb, file_id: string, size: number): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of readBytes(db, file_id, 0, size)) hash.update(bytes)
  return hash.digest('hex')
}
