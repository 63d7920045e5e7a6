import { type Budget, type BudgetName, budgets, type Endpoint } from '@weft/contract'
import type { Actor, OperatorActor } from '../kernel/actor.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Turn } from '../kernel/turns.ts'

/** Takes from a budget on behalf of the caller. @throws budgetSpent */
export type TakeBudget = (
  budget: BudgetName,
  who: Pick<Caller, 'language' | 'address'> & { account_id?: number; login_id?: number; operator_id?: number; target?: string },
) => Promise<void>

/** Takes from the budgets that an endpoint declares for the door, before anything else is done with its input. @throws budgetSpent */
export async function spendDeclared(
  take: TakeBudget,
  { spends }: Pick<Endpoint, 'spends'>,
  { caller, actor, operator }: { caller: Caller; actor?: Actor; operator?: OperatorActor },
  input: unknown,
): Promise<void> {
  for (const { budget, at, target } of spends) {
    if (at !== 'door') continue
    const { address, language } = caller
    await take(budget, {
      address,
      language,
      ...(actor && { account_id: actor.account_id, login_id: actor.login_id }),
      ...(operator && { operator_id: operator.operator_id }),
      ...(target !== undefined && { target: String((input as Record<string, unknown>)[target]) }),
    })
  }
}

/** Refuses to mount an endpoint whose declaration would let calls bypass a budget: a mistake of ours. */
export function requireTargets({ path, input, spends }: Endpoint): void {
  for (const { budget, at, target } of spends) {
    if (at !== 'door') continue
    const { counts }: Budget = budgets[budget]
    const counted = counts.some(({ by }) => by === 'target')
    const known = target === undefined ? [] : Object.keys((input as { shape?: object }).shape ?? {}).filter((field) => field === target)
    if (counted && known.length === 0)
      throw new Error(`${path} takes from ${budget}, which counts a target, and names no field of its input`)
  }
}

/** Returns whether a call reads so much that its account must take turns: one that searches, or an endpoint declared costly. */
const isCostly = ({ costly }: Pick<Endpoint, 'costly'>, query: unknown): boolean =>
  costly || ((query as { search?: string } | undefined)?.search ?? '') !== ''

/** Runs a call; a costly one of an account waits for the account's turn. @throws tooManyTries if too many wait */
export const inTurn = <T>(turn: Turn, endpoint: Endpoint, actor: Actor | undefined, query: unknown, call: () => Promise<T>): Promise<T> =>
  actor && isCostly(endpoint, query) ? turn(actor.account_id, call) : call()
