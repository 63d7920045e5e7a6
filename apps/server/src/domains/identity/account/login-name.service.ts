import type { AccountDb } from '../../../db/client.ts'
import type { Refusal } from '../../../kernel/refusal.ts'
import { nameKey } from '../session/session.service.ts'
import { claimLoginName, deleteLoginName } from './login-name.queries.ts'

/**
 * Replaces a sign-in name of a login: a username, a phone (`+86 13800000000`) or an e-mail.
 * @param from null where there was none of the kind
 * @throws taken where another login has the name
 */
export async function moveName(db: AccountDb, login_id: number, from: string | null, to: string, taken: Refusal): Promise<void> {
  const [former, name_key] = [from === null ? null : nameKey(from), nameKey(to)]
  if (former === name_key) return
  if (!(await claimLoginName(db, login_id, name_key))) throw taken
  if (former !== null) await deleteLoginName(db, login_id, former)
}
