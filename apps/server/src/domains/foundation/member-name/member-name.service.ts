/**
 * Room foundation/member-name: what sentences call members.
 * Tables: none.
 * Called by: foundation, network, observation.
 * Always: stored sentences hold marks instead of names, so they show the present name, or the last one of a deleted member.
 */
import { type Language, nameWithSerial } from '@weft/contract'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import { markedIn, unmarked } from '../../../kernel/member-mark.ts'
import { listNames } from './member-name.queries.ts'
import { spoken } from './member-name.rules.ts'

export { namesWith } from './member-name.queries.ts'

/** Returns a function that gives the display name of a member for sentences. */
export async function spokenNames(db: AccountDb, names: readonly string[], language: Language): Promise<(router_name: string) => string> {
  const rows = names.length === 0 ? [] : await listNames(db, db.account_id, names)
  const called = new Map(rows.map((row) => [row.router_name, spoken(row, language)]))
  return (name) => called.get(name) ?? name
}

/** Returns a function that puts present names, and the last names of deleted members, in place of the marks in these texts. */
export async function inWords(db: AccountDb, texts: readonly string[], language: Language): Promise<(text: string) => string> {
  const called = await spokenNames(db, markedIn(texts), language)
  return (text) => unmarked(text, called)
}

/** Returns a text with its marks replaced by the names and serial numbers that the members have now, to be kept as it is. */
export async function inRecord(db: AccountDb | SystemDb, account_id: number, text: string): Promise<string> {
  const names = markedIn([text])
  if (names.length === 0) return text
  const called = new Map((await listNames(db, account_id, names)).map((row) => [row.router_name, nameWithSerial(row)]))
  return unmarked(text, (name) => called.get(name) ?? name)
}
