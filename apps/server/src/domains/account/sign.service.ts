import type { contract, InputOf } from '@weft/contract'
import type { AccountDb } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { audit } from '../audit/audit.service.ts'
import { signEdited } from './account.audit.ts'
import { claimSign, lockSign, writeSign } from './sign.queries.ts'

/** Suffixes of this shape are the first ones of accounts, also of those that are still to come. */
const ACCOUNT_NUMBER = /^\d{8}$/

/**
 * The suffix of software members that are added from now on; those that are there keep their names. Unique over all accounts
 * without regard to case; former ones stay the account's, which may take them back.
 * @throws signTaken
 */
export async function editSign(db: AccountDb, actor: Actor, { sign }: InputOf<typeof contract.account.edit_sign>): Promise<void> {
  const before = await lockSign(db)
  if (sign === before.sign) return
  if (ACCOUNT_NUMBER.test(sign) && sign !== actor.account_number) throw new Refusal('signTaken')
  if (!(await claimSign(db, sign.toLowerCase()))) throw new Refusal('signTaken')
  await writeSign(db, sign)
  await audit(db, actor, signEdited(before.sign, sign))
}
