import type { contract, DocumentNode, InputOf, OutputOf } from '@weft/contract'
import type { SystemDb } from '../../../db/client.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { findDocument, listTitles, searchDocuments } from './document.queries.ts'
import { neighboursOf, treeOf, wordsOf } from './document.rules.ts'

type Contract = typeof contract.documents

/** Returns the whole menu, read in one query. */
export const documentMenu = async (db: SystemDb): Promise<DocumentNode[]> => treeOf(await listTitles(db))

/** @throws documentNotFound */
export async function documentInfo(db: SystemDb, { id }: InputOf<Contract['info']>): Promise<OutputOf<Contract['info']>> {
  const document = await findDocument(db, id)
  if (!document) throw new Refusal('documentNotFound')
  const { parent_id: _parent, ...shown } = document
  return { ...shown, id: String(document.id), ...neighboursOf(await listTitles(db), document.id) }
}

/** Returns the best results first; none for an empty search. */
export async function searchHelp(db: SystemDb, { search }: InputOf<Contract['search']>): Promise<OutputOf<Contract['search']>> {
  const words = wordsOf(search)
  return words.length === 0 ? [] : searchDocuments(db, words)
}
