import type { contract, DocumentNode, HelpDocument, InputOf, OutputOf } from '@weft/contract'
import type { SystemDb } from '../../../db/client.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { findDocument, findImported, listTitles, searchDocuments } from './document.queries.ts'
import { neighboursOf, treeOf, wordsOf } from './document.rules.ts'

type Contract = typeof contract.documents

/** Returns the whole menu, read in one query. */
export const documentMenu = async (db: SystemDb): Promise<DocumentNode[]> => treeOf(await listTitles(db))

/** Returns a document with its neighbours. @throws documentNotFound */
export const documentInfo = async (db: SystemDb, { id }: InputOf<Contract['info']>): Promise<HelpDocument> =>
  shown(db, await findDocument(db, id))

/** Returns the document that was imported from a path, with its neighbours. @throws documentNotFound */
export const documentImported = async (db: SystemDb, { source }: InputOf<Contract['imported']>): Promise<HelpDocument> =>
  shown(db, await findImported(db, source))

async function shown(db: SystemDb, document: Awaited<ReturnType<typeof findDocument>>): Promise<HelpDocument> {
  if (!document) throw new Refusal('documentNotFound')
  const { parent_id: _parent, ...article } = document
  return { ...article, id: String(document.id), ...neighboursOf(await listTitles(db), document.id) }
}

/** Returns the best results first; none for an empty search. */
export async function searchHelp(db: SystemDb, { search }: InputOf<Contract['search']>): Promise<OutputOf<Contract['search']>> {
  const words = wordsOf(search)
  return words.length === 0 ? [] : searchDocuments(db, words)
}
