import type { DocumentNode } from '@weft/contract'

/** Returns a document and those above it, topmost first; empty if the tree does not contain it. */
export function pathTo(id: string, nodes: readonly DocumentNode[]): DocumentNode[] {
  for (const node of nodes) {
    if (node.id === id) return [node]
    const below = pathTo(id, node.children)
    if (below.length > 0) return [node, ...below]
  }
  return []
}

/** Splits a text into pieces and marks those that are one of the wanted words, in either case. */
export function marked(text: string, wanted: string): { text: string; hit: boolean }[] {
  const words = wanted.split(/\s+/).filter(Boolean)
  if (words.length === 0) return [{ text, hit: false }]
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  return text.split(new RegExp(`(${pattern})`, 'gi')).flatMap((piece, at) => (piece === '' ? [] : [{ text: piece, hit: at % 2 === 1 }]))
}
