import type { MemberInterface } from '@weft/contract'
import type { AccountDb } from '../../../db/client.ts'
import { interfacesOf } from '../../member/member/member.service.ts'

/** Returns whether a member is signed in now, and its reported interfaces; undefined if the account has no such member. */
export async function readSignedIn(
  { sql: db, account_id }: AccountDb,
  router_name: string,
): Promise<{ signed_in: boolean; interfaces: MemberInterface[] } | undefined> {
  const row = await db
    .selectFrom('member')
    .select(['online_status', 'status', 'interfaces'])
    .where('account_id', '=', account_id)
    .where('router_name', '=', router_name)
    .executeTakeFirst()
  return row && { signed_in: row.online_status === 1 && row.status === 1, interfaces: interfacesOf(row.interfaces) }
}
