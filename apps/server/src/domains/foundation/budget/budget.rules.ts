import { type Budget, type BudgetName, budgets, type Count, type CountedBy, type Language, waitText, whoseCount } from '@weft/contract'
import { countedAddress } from '../../../kernel/address.ts'
import { Refusal } from '../../../kernel/refusal.ts'

/** Who takes from a budget. The account and login of a call without a session are not known, and are not counted. */
export interface Spender {
  account_id?: number
  login_id?: number
  operator_id?: number
  address?: string
  /** The target of the call, where the budget counts targets. */
  target?: string
  language: Language
}

/** One count of a budget for one spender. */
export interface NamedCount extends Count {
  budget: BudgetName
  /** The text that identifies this count; its key is the digest of it. */
  name: string
}

/**
 * Returns the counts of a budget that a spender takes from.
 * @param factor multiplies the amounts of budgets that say so
 * @throws an Error where the budget counts a target and none is given: the call would not be counted
 */
export function countsOf(budget: BudgetName, who: Spender, factor: number): NamedCount[] {
  const { counts, multiplied }: Budget = budgets[budget]
  return counts.flatMap((count) => {
    const value = valueOf(count.by, who)
    if (value === undefined && count.by === 'target') throw new Error(`the budget ${budget} is counted by target, and none was given`)
    return value === undefined
      ? []
      : [{ ...count, amount: count.amount * (multiplied ? factor : 1), budget, name: `${budget} ${count.by} ${value}` }]
  })
}

function valueOf(by: CountedBy, { account_id, login_id, operator_id, address, target }: Spender): string | number | undefined {
  if (by === 'account') return account_id
  if (by === 'login') return login_id
  if (by === 'operator') return operator_id
  if (by === 'address') return address === undefined ? undefined : countedAddress(address)
  return target?.normalize('NFKC').trim().toLowerCase()
}

/** Returns the refusal of a call: which budget is used up, whose count it is, and in how many seconds it is free again. */
export function spentRefusal({ budget, by }: NamedCount, seconds: number, language: Language): Refusal {
  const { what }: Budget = budgets[budget]
  return new Refusal(
    'budgetSpent',
    { whose: whoseCount(budgets[budget], by, language), what: what[language], wait: waitText(seconds, language) },
    { retry_after: seconds },
  )
}
