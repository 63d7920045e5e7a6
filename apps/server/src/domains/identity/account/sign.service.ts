import { type contract, DAY_SECONDS, type InputOf, type Language } from '@weft/contract'
import type { AccountDb, Db } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { after, type Clock } from '../../../kernel/clock.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { audit } from '../../foundation/audit/audit.service.ts'
import type { BudgetService } from '../../foundation/budget/budget.service.ts'
import { signEdited } from './account.audit.ts'
import { claimSign, deleteFormerSigns, leaveSign, lockSign, writeSign } from './sign.queries.ts'

/** Suffixes of this form are account numbers, also of future accounts. */
const ACCOUNT_NUMBER = /^\d{8}$/
/** Seconds after which another account can take a suffix that is no longer used. */
export const SUFFIX_KEPT_SECONDS = 180 * DAY_SECONDS

export type SignService = ReturnType<typeof createSignService>

/** Creates the service of the accounts' suffixes, which are unique over all of them. */
export function createSignService({ db: pool, clock, budgets }: { db: Db; clock: Clock; budgets: Pick<BudgetService, 'take'> }) {
  return {
    /**
     * Sets the suffix of software members that are added from now on; existing ones keep their names. It is unique over all accounts,
     * regardless of case. Former ones stay reserved for the account while a member has them and for half a year, and can be taken back. New
     * ones have a budget, since no other account can then have them.
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
      // No other account can take the account's own number.
      if (before.sign !== before.account_number && before.sign.toLowerCase() !== sign.toLowerCase())
        await leaveSign(db, before.sign.toLowerCase(), clock.now())
      await writeSign(db, sign)
      await audit(db, actor, signEdited(before.sign, sign))
    },

    /** Frees suffixes that were given up half a year ago and that no member's name has any more. */
    forgetFormer: (): Promise<void> => deleteFormerSigns(pool.systemNow, after(clock.now(), -SUFFIX_KEPT_SECONDS)),
  }
}
