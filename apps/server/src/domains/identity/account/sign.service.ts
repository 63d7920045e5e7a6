import type { contract, InputOf, Language } from '@weft/contract'
import type { AccountDb, Db } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { after, type Clock } from '../../../kernel/clock.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { audit } from '../../foundation/audit/audit.service.ts'
import type { BudgetService } from '../../foundation/budget/budget.service.ts'
import { signEdited } from './account.audit.ts'
import { claimSign, deleteFormerSigns, leaveSign, lockSign, writeSign } from './sign.queries.ts'

/** Suffixes of this shape are the first ones of accounts, also of those that are still to come. */
const ACCOUNT_NUMBER = /^\d{8}$/
/** A suffix that nobody uses any more is another account's to take after so many seconds. */
export const SUFFIX_KEPT_SECONDS = 180 * 86_400

export type SignService = ReturnType<typeof createSignService>

/** The suffixes of accounts, which are unique over all of them. */
export function createSignService({ db: pool, clock, budgets }: { db: Db; clock: Clock; budgets: Pick<BudgetService, 'take'> }) {
  return {
    /**
     * Sets the suffix of software members that are added from now on; those that are there keep their names. Unique over all
     * accounts without regard to case. Former ones stay the account's while a member has them and for half a year, and may be
     * taken back; new ones are a budget, since each of them is one that nobody else can have.
     * @throws signTaken, budgetSpent
     */
    async editSign(db: AccountDb, actor: Actor, { sign }: InputOf<typeof contract.account.edit_sign>, language: Language): Promise<void> {
      const before = await lockSign(db)
      if (sign === before.sign) return
      if (ACCOUNT_NUMBER.test(sign) && sign !== actor.account_number) throw new Refusal('signTaken')
      const claimed = await claimSign(db, sign.toLowerCase())
      if (!claimed) throw new Refusal('signTaken')
      const { account_id, login_id, address } = actor
      if (claimed === 'new') await budgets.take('suffix', { account_id, login_id, address, language })
      // The account's own number is never anybody else's.
      if (before.sign !== before.account_number && before.sign.toLowerCase() !== sign.toLowerCase())
        await leaveSign(db, before.sign.toLowerCase(), clock.now())
      await writeSign(db, sign)
      await audit(db, actor, signEdited(before.sign, sign))
    },

    /** Frees suffixes that were given up long ago and that no member's name has any more. */
    forgetFormer: (): Promise<void> => deleteFormerSigns(pool.systemNow, after(clock.now(), -SUFFIX_KEPT_SECONDS)),
  }
}
