import type { InputOf, OutputOf, opsContract } from '@weft/contract'
import { plainText, sanitise } from '../../../adapters/rich-text/rich-text.ts'
import type { SystemDb } from '../../../db/client.ts'
import { filesIn } from '../../../kernel/file-address.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import * as queries from './authoring.queries.ts'
import { findDocument, listTitles } from './document.queries.ts'
import { isWithin } from './document.rules.ts'

type Contract = typeof opsContract.documents
/** @param html as the author wrote it */
export const textOf = (title: string, html: string): queries.DocumentText => {
  const content = sanitise(html)
  return { title, content, plain: plainText(content) }
}

export const listDocuments = (db: SystemDb, query: InputOf<Contract['list']>): Promise<OutputOf<Contract['list']>> =>
  queries.pageDocuments(db, query)

/** @throws documentNotFound */
export async function documentSource(db: SystemDb, { id }: InputOf<Contract['info']>): Promise<OutputOf<Contract['info']>> {
  const document = await findDocument(db, id)
  if (!document) throw new Refusal('documentNotFound')
  return { ...document, id: String(document.id), parent_id: document.parent_id === null ? null : String(document.parent_id) }
}

/** Creates a document as the last of its parent; returns its id. @throws documentNotFound if the parent does not exist */
export async function createDocument(db: SystemDb, { parent_id, title, content }: InputOf<Contract['create']>): Promise<string> {
  await queries.holdTree(db)
  if (parent_id !== null) await documentSource(db, { id: parent_id })
  const text = textOf(title, content)
  const id = await queries.insertDocument(db, { ...text, parent_id: parent_id === null ? null : Number(parent_id) })
  await queries.writeFiles(db, id, filesIn(text.content))
  return String(id)
}

/** Changes a document; returns the title before. @throws documentNotFound */
export async function editDocument(db: SystemDb, { id, title, content }: InputOf<Contract['edit']>): Promise<string> {
  await queries.holdTree(db)
  const before = await documentSource(db, { id })
  const text = textOf(title, content)
  await queries.writeDocument(db, Number(id), text)
  await queries.writeFiles(db, Number(id), filesIn(text.content))
  return before.title
}

/** Deletes a document; returns its title. @throws documentNotFound, documentHasChildren */
export async function deleteDocument(db: SystemDb, { id }: InputOf<Contract['delete']>): Promise<string> {
  await queries.holdTree(db)
  const titles = await listTitles(db)
  const document = titles.find((one) => one.id === Number(id))
  if (!document) throw new Refusal('documentNotFound')
  if (titles.some(({ parent_id }) => parent_id === document.id)) throw new Refusal('documentHasChildren')
  await queries.deleteDocuments(db, [document.id])
  await queries.renumber(db, document.parent_id)
  return document.title
}

export interface Place {
  parent_id: string | null
  position: number
}
const placed = ({ parent_id, position }: { parent_id: number | null; position: number }): Place => ({
  parent_id: parent_id === null ? null : String(parent_id),
  position,
})

/** Moves a document; a position behind the last is the last. Returns both places. @throws documentNotFound, documentInside */
export async function moveDocument(
  db: SystemDb,
  { id, parent_id, position }: InputOf<Contract['move']>,
): Promise<{ title: string; before: Place; after: Place }> {
  await queries.holdTree(db)
  const titles = await listTitles(db)
  const document = titles.find((one) => one.id === Number(id))
  const parent = parent_id === null ? null : titles.find((one) => one.id === Number(parent_id))
  if (!document || parent === undefined) throw new Refusal('documentNotFound')
  if (parent && isWithin(titles, document.id, parent.id)) throw new Refusal('documentInside')
  const before = await queries.placeOf(db, document.id)
  await queries.writePlace(db, document.id, parent?.id ?? null, position)
  if (document.parent_id !== (parent?.id ?? null)) await queries.renumber(db, document.parent_id)
  const after = await queries.placeOf(db, document.id)
  return { title: document.title, before: placed(before!), after: placed(after!) }
}
