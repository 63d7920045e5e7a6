import { type Budget, type BudgetName, budgets, type Endpoint } from '@weft/contract'
import type { Actor, OperatorActor } from '../kernel/actor.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Turn } from '../kernel/turns.ts'

/** Takes from a budget for whoever calls. @throws budgetSpent */
export type TakeBudget = (
  budget: BudgetName,
  who: Pick<Caller, 'language' | 'address'> & { account_id?: number; login_id?: number; operator_id?: number; target?: string },
) => Promise<void>

/** Takes what an endpoint declares that the door takes, before anything else is done with its input. @throws budgetSpent */
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

/** Refuses an endpoint whose declaration would let calls slip past a budget: a mistake of ours, found when it is mounted. */
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

/** Whether a call reads so much that its account has to take turns: a list that is searched, or what its endpoint says. */
const isCostly = ({ costly, paged }: Pick<Endpoint, 'costly' | 'paged'>, query: unknown): boolean =>
  costly || (paged && ((query as { search?: string } | undefined)?.search ?? '') !== '')

/** Runs a call; a costly one of somebody of an account in the account's turn. @throws tooManyTries where too many wait */
export const inTurn = <T>(turn: Turn, endpoint: Endpoint, actor: Actor | undefined, query: unknown, call: () => Promise<T>): Promise<T> =>
  actor && isCostly(endpoint, query) ? turn(actor.account_id, call) : call()
