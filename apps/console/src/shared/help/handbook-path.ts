import type { DocumentNode } from '@weft/contract'

/** Returns the address of a document; the title tells a reader of the address what it leads to. */
export const handbookPath = ({ id, title }: Pick<DocumentNode, 'id' | 'title'>): `/${string}` =>
  `/handbook?${new URLSearchParams({ id, title })}`
