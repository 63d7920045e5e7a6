import type { ClientVersions, InputOf, OutputOf, opsContract } from '@weft/contract'
import { deleteFile } from '../../../adapters/files/files.ts'
import type { SystemDb } from '../../../db/client.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import * as queries from './client-download.queries.ts'
import { clientVersions } from './client-download.rules.ts'

type Contract = typeof opsContract.clientVersions

/** Returns the versions that can be downloaded now, each with former ones. */
export const downloads = async (db: SystemDb): Promise<ClientVersions> => clientVersions(await queries.listVersions(db))

/** Returns a page of versions, newest first. */
export async function listClientVersions(db: SystemDb, query: InputOf<Contract['list']>): Promise<OutputOf<Contract['list']>> {
  const { rows, count } = await queries.pageVersions(db, query)
  return { rows: rows.map(({ file_id: _file, ...row }) => ({ ...row, id: String(row.id) })), count }
}

/** Publishes a version that an app store holds; returns its id. @throws clientVersionExists */
export async function registerInStore(db: SystemDb, { system, version, store_url }: InputOf<Contract['store']>): Promise<string> {
  const id = await queries.insertVersion(db, { system, kind: null, platform: null, version, file_name: null, file_id: null, store_url })
  if (id === undefined) throw new Refusal('clientVersionExists')
  return id
}

/** Deletes a version with its file; returns which it was. @throws clientVersionNotFound */
export async function deleteClientVersion(db: SystemDb, id: string): Promise<Omit<queries.DeletedVersion, 'file_id'>> {
  const gone = await queries.deleteVersionRow(db, id)
  if (!gone) throw new Refusal('clientVersionNotFound')
  if (gone.file_id) await deleteFile(db, gone.file_id)
  return gone
}
