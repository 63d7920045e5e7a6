/**
 * Room foundation/budget: what calls have used up of the budgets in the contract.
 * Tables: budget_spent.
 * Called by: gateway, identity, jobs, member, network, observation, support.
 * Always: uses are counted in the database before the call runs, so parallel calls and several servers share one count.
 */
import type { BudgetName } from '@weft/contract'
import type { Db, SystemDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { after, type Clock, unix } from '../../../kernel/clock.ts'
import type { Keys } from '../../../kernel/secrets.ts'
import type { Settings } from '../../../kernel/settings.ts'
import * as queries from './budget.queries.ts'
import { countsOf, type NamedCount, type Spender, spentRefusal } from './budget.rules.ts'

export type { Spender } from './budget.rules.ts'
/** Returns the spender for a login of an account. */
export const spenderOf = (
  { account_id, login_id, address }: Pick<Actor, 'account_id' | 'login_id' | 'address'>,
  { language }: Pick<Caller, 'language'>,
) => ({ account_id, login_id, address, language })

export type BudgetService = ReturnType<typeof createBudgetService>

/** Creates the service that counts in the database what calls use up (`budgets` of the contract), over all instances and restarts. */
export function createBudgetService({
  db,
  keys,
  clock,
  settings: { WEFT_CALLS_FACTOR: factor },
}: {
  db: Db
  keys: Keys
  clock: Clock
  settings: Pick<Settings, 'WEFT_CALLS_FACTOR'>
}) {
  const keyOf = ({ name }: NamedCount): Buffer => keys.digest('budget', name)

  const service = {
    /**
     * Takes from all counts of a budget or from none, inside a transaction that is rolled back when this throws.
     * @param amount in the unit of the budget; 1 where it counts times
     * @throws budgetSpent
     */
    async takeIn(system: SystemDb, budget: BudgetName, who: Spender, amount = 1): Promise<void> {
      const now = clock.now()
      const counts = countsOf(budget, who, factor)
        .map((count) => ({ ...count, key: keyOf(count) }))
        .toSorted((a, b) => Buffer.compare(a.key, b.key))
      if (counts.length === 0) return
      const tooMuch = counts.find((count) => amount > count.amount)
      if (tooMuch) throw spentRefusal(tooMuch, tooMuch.seconds, who.language)
      const takings = counts.map(({ key, amount: most, seconds, restarts = false }) => ({
        budget_key: key,
        taken: amount,
        amount: most,
        end_time: after(now, seconds),
        restarts,
      }))
      const taken = await queries.takeFrom(system, takings, now)
      const refused = counts.filter(({ key }) => !taken.has(key.toString('hex')))
      if (refused.length === 0) return
      const ends = await queries.findEnds(
        system,
        refused.map(({ key }) => key),
      )
      // The count that is free last decides how long to wait.
      const waits = refused.map((count) => ({ count, seconds: Math.max(1, (ends.get(count.key.toString('hex')) ?? 0) - unix(now)) }))
      const { count, seconds } = waits.reduce((a, b) => (b.seconds > a.seconds ? b : a))
      throw spentRefusal(count, seconds, who.language)
    },

    /** Does the same in a transaction of its own: what was taken stays taken, also when the call fails. @throws budgetSpent */
    take: (budget: BudgetName, who: Spender, amount = 1): Promise<void> =>
      db.system((system) => service.takeIn(system, budget, who, amount)),

    /** Gives back what was taken and not used. */
    async giveBack(budget: BudgetName, who: Spender, amount = 1): Promise<void> {
      await queries.giveBackTo(db.systemNow, countsOf(budget, who, factor).map(keyOf), amount)
    },

    /** Deletes the counts whose end has passed. */
    deleteOver: (): Promise<void> => queries.deleteOver(db.systemNow, clock.now()),
  }
  return service
}
