import { type Language, nameToldApart } from '@weft/contract'

/** What a member is called. */
export interface NameRow {
  router_name: string
  /** The present name, or of a deleted member the one that it had last; '' if it has none. */
  note: string
  /** True if the account has no such member any more. */
  deleted: boolean
  /** True if another member of the account has the same name. */
  shared: boolean
}

/** Returns what a sentence calls a member that may be deleted. */
export const spoken = (row: NameRow, language: Language): string => {
  const name = nameToldApart(row)
  if (!row.deleted) return name
  return language === 'en' ? `${name} (deleted)` : `${name}（已删除）`
}
