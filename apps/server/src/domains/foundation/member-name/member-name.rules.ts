import { endOfName, type Language } from '@weft/contract'

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

/** Returns the name of a member as the operation log keeps it: with its serial number or login, since names change. */
export const recorded = ({ router_name, note }: { router_name: string; note: string }): string =>
  note === '' ? router_name : `${note}（${router_name}）`

/** Returns the name of a member as a sentence says it, with the end of its serial number if another has the same name. */
export const spoken = ({ router_name, note, shared, deleted }: NameRow, language: Language): string => {
  const name = note === '' ? router_name : shared ? `${note} ·${endOfName(router_name)}` : note
  if (!deleted) return name
  return language === 'en' ? `${name} (deleted)` : `${name}（已删除）`
}
