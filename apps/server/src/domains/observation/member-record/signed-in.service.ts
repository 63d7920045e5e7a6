import type { contract, InputOf, OutputOf } from '@weft/contract'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { unix } from '../../../kernel/clock.ts'
import { tunnelSpans } from './member-record.queries.ts'
import { firstMidnight, signedInDays } from './signed-in.rules.ts'

type Calls = typeof contract.memberRecords

/**
 * Returns how long a software member was signed in on each of the last seven days. It counts as signed in while it had a tunnel to a
 * network that the caller may see.
 */
export async function signedIn(
  db: AccountDb,
  { designated }: Actor,
  { router_name }: InputOf<Calls['signed_in']>,
  at: Date,
): Promise<OutputOf<Calls['signed_in']>> {
  const now = unix(at)
  return signedInDays(await tunnelSpans(db, designated, router_name, firstMidnight(now)), now)
}
