import { type DocumentNode, folded } from '@weft/contract'

/** A document's place: its parent, and its position among the parent's children, counted from 0. */
export interface Place {
  parent_id: string | null
  position: number
}
export interface Found extends Place {
  node: DocumentNode
  siblings: DocumentNode[]
}

/** Returns a document of the tree with its place; undefined if the tree does not contain it. */
export function findIn(tree: DocumentNode[], id: string, parent_id: string | null = null): Found | undefined {
  const position = tree.findIndex((node) => node.id === id)
  if (position >= 0) return { node: tree[position]!, siblings: tree, parent_id, position }
  for (const node of tree) {
    const found = findIn(node.children, id, node.id)
    if (found) return found
  }
  return undefined
}

/** Returns the tree without a document and those below it: the places that it can be moved to. */
export const without = (tree: DocumentNode[], id: string): DocumentNode[] =>
  tree.flatMap((node) => (node.id === id ? [] : [{ ...node, children: without(node.children, id) }]))

/** Returns the documents whose title contains a text, and those above them. */
export const matching = (tree: DocumentNode[], words: string): DocumentNode[] =>
  tree.flatMap((node) => {
    const children = matching(node.children, words)
    const found = folded(node.title).includes(folded(words))
    return found || children.length > 0 ? [{ ...node, children }] : []
  })

/** Returns every id of a tree. */
export const idsOf = (tree: DocumentNode[]): string[] => tree.flatMap(({ id, children }) => [id, ...idsOf(children)])

/**
 * Returns the new place of a dragged document, counted without itself, as the server counts.
 * @param target the document that it was dropped into, before or after, by `gap`
 */
export function placeOfDrop(tree: DocumentNode[], dragged: string, target: string, gap: 'before' | 'after' | 'into'): Place | undefined {
  const rest = without(tree, dragged)
  const there = findIn(rest, target)
  if (!there) return undefined
  if (gap === 'into') return { parent_id: target, position: there.node.children.length }
  return { parent_id: there.parent_id, position: there.position + (gap === 'after' ? 1 : 0) }
}
