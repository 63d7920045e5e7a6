import type { DocumentNode } from '@weft/contract'

export interface DocumentTitle {
  id: number
  parent_id: number | null
  title: string
  /** 1 if there is something to read; a group may be a title alone. */
  written: 0 | 1
}

/** Returns the documents as a tree. @param titles parents and children in any order, siblings in theirs */
export function treeOf(titles: readonly DocumentTitle[]): DocumentNode[] {
  const childrenOf = Map.groupBy(titles, ({ parent_id }) => parent_id)
  const under = (parent: number | null): DocumentNode[] =>
    (childrenOf.get(parent) ?? []).map(({ id, title }) => ({ id: String(id), title, children: under(id) }))
  return under(null)
}

/** Returns the documents that are read before and after a document, depth first; groups without a text of their own are skipped. */
export function neighboursOf(
  titles: readonly DocumentTitle[],
  id: number,
): Record<'before_doc' | 'after_doc', { id: string; title: string } | null> {
  const childrenOf = Map.groupBy(titles, ({ parent_id }) => parent_id)
  const inOrder = (parent: number | null): DocumentTitle[] => (childrenOf.get(parent) ?? []).flatMap((one) => [one, ...inOrder(one.id)])
  const order = inOrder(null)
  const at = order.findIndex((one) => one.id === id)
  const named = (one: DocumentTitle | undefined) => (one ? { id: String(one.id), title: one.title } : null)
  return {
    before_doc: named(order.slice(0, at).findLast(({ written }) => written === 1)),
    after_doc: named(order.slice(at + 1).find(({ written }) => written === 1)),
  }
}

/** Returns whether `id` is `below` itself or above it in the tree. */
export function isWithin(titles: readonly Pick<DocumentTitle, 'id' | 'parent_id'>[], id: number, below: number): boolean {
  const parentOf = new Map(titles.map((one) => [one.id, one.parent_id]))
  for (let at: number | null | undefined = below; at != null; at = parentOf.get(at)) if (at === id) return true
  return false
}

/** Most words that a search uses: more do not narrow it down. */
const MOST_WORDS = 8
/** Returns the words of a search, each once. */
export const wordsOf = (search: string): string[] => [...new Set(search.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, MOST_WORDS)
