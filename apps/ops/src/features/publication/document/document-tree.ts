import type { DocumentNode } from '@weft/contract'

/** Where a document stands: below which one, and as which of its children, counted from 0. */
export interface Place {
  parent_id: string | null
  position: number
}
export interface Found extends Place {
  node: DocumentNode
  siblings: DocumentNode[]
}

/** A document of the tree with where it stands; undefined where it is not in it. */
export function findIn(tree: DocumentNode[], id: string, parent_id: string | null = null): Found | undefined {
  const position = tree.findIndex((node) => node.id === id)
  if (position >= 0) return { node: tree[position]!, siblings: tree, parent_id, position }
  for (const node of tree) {
    const found = findIn(node.children, id, node.id)
    if (found) return found
  }
  return undefined
}

/** The tree without a document and what is below it: where that may be moved to. */
export const without = (tree: DocumentNode[], id: string): DocumentNode[] =>
  tree.flatMap((node) => (node.id === id ? [] : [{ ...node, children: without(node.children, id) }]))

/** The documents whose title holds some text, and those above them. */
export const matching = (tree: DocumentNode[], words: string): DocumentNode[] =>
  tree.flatMap((node) => {
    const children = matching(node.children, words)
    const found = node.title.toLowerCase().includes(words.toLowerCase())
    return found || children.length > 0 ? [{ ...node, children }] : []
  })

/** Every id of a tree. */
export const idsOf = (tree: DocumentNode[]): string[] => tree.flatMap(({ id, children }) => [id, ...idsOf(children)])

/**
 * Where something that is dragged comes to stand, counted without itself, as the server counts.
 * @param target what it was dropped on, or beside where `gap`; `before` its first sibling then
 */
export function placeOfDrop(tree: DocumentNode[], dragged: string, target: string, gap: 'before' | 'after' | 'into'): Place | undefined {
  const rest = without(tree, dragged)
  const there = findIn(rest, target)
  if (!there) return undefined
  if (gap === 'into') return { parent_id: target, position: there.node.children.length }
  return { parent_id: there.parent_id, position: there.position + (gap === 'after' ? 1 : 0) }
}
