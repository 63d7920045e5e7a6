import { sql } from 'kysely'
import { moment, type SystemDb } from '../../db/client.ts'
import type { NewRow } from '../../db/schema.ts'

export interface ServedFile {
  file_id: string
  media_type: string
  /** Bytes. */
  size: number
  sha256: string
}

export async function insertFile({ sql: db }: SystemDb, row: NewRow<'stored_file'>): Promise<void> {
  await db.insertInto('stored_file').values(row).execute()
}

export async function insertChunks({ sql: db }: SystemDb, rows: NewRow<'file_chunk'>[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('file_chunk').values(rows).execute()
}

export async function growChunk({ sql: db }: SystemDb, file_id: string, position: number, bytes: Buffer): Promise<void> {
  await sql`update file_chunk set bytes = bytes || ${bytes} where file_id = ${file_id} and position = ${position}`.execute(db)
}

export async function findChunk({ sql: db }: SystemDb, file_id: string, position: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('file_chunk')
    .where('file_id', '=', file_id)
    .where('position', '=', position)
    .select('bytes')
    .executeTakeFirst()
  return row?.bytes
}

/** Returns a file that is served under this name: the package of a version, or a picture of an article. */
export async function findServed({ sql: db }: SystemDb, file_id: string, file_name: string): Promise<ServedFile | undefined> {
  return db
    .selectFrom('stored_file as f')
    .where('f.file_id', '=', file_id)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('client_version').where('file_id', '=', file_id).where('file_name', '=', file_name).select('id')),
        exists(selectFrom('document_file').where('file_id', '=', file_id).where('file_name', '=', file_name).select('document_id')),
      ]),
    )
    .select(['f.file_id', 'f.media_type', 'f.size', 'f.sha256'])
    .executeTakeFirst()
}

/** Returns a picture that was sent with a ticket. */
export async function findPicture({ sql: db }: SystemDb, file_id: string): Promise<Pick<ServedFile, 'media_type' | 'size'> | undefined> {
  return db
    .selectFrom('stored_file as f')
    .where('f.file_id', '=', file_id)
    .where(({ exists, selectFrom }) => exists(selectFrom('support_ticket_file').where('file_id', '=', file_id).select('file_id')))
    .select(['f.media_type', 'f.size'])
    .executeTakeFirst()
}

export async function deleteFile({ sql: db }: SystemDb, file_id: string): Promise<void> {
  await db.deleteFrom('stored_file').where('file_id', '=', file_id).execute()
}

/** Deletes the files stored before a moment that no row refers to any more. */
export async function deleteUnreferred({ sql: db }: SystemDb, before: Date): Promise<void> {
  await db
    .deleteFrom('stored_file as f')
    .where('create_time', '<', moment(before))
    .where(({ and, not, exists, selectFrom }) =>
      and([
        not(exists(selectFrom('client_version as v').whereRef('v.file_id', '=', 'f.file_id').select('v.id'))),
        not(exists(selectFrom('document_file as d').whereRef('d.file_id', '=', 'f.file_id').select('d.document_id'))),
        not(exists(selectFrom('support_ticket_file as t').whereRef('t.file_id', '=', 'f.file_id').select('t.file_id'))),
        not(exists(selectFrom('upload as u').whereRef('u.upload_id', '=', 'f.file_id').select('u.upload_id'))),
      ]),
    )
    .execute()
}

/** Empties a file, so that it can be written again. */
export async function deleteChunks({ sql: db }: SystemDb, file_id: string): Promise<void> {
  await db.deleteFrom('file_chunk').where('file_id', '=', file_id).execute()
}

/** Deletes the files of uploads that were begun before a moment, and with them the uploads. */
export async function deleteBegunFiles({ sql: db }: SystemDb, before: Date): Promise<void> {
  await db
    .deleteFrom('stored_file')
    .using('upload as u')
    .whereRef('u.upload_id', '=', 'stored_file.file_id')
    .where('u.create_time', '<', moment(before))
    .execute()
}
