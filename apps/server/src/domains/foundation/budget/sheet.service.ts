import { SHEET_MOST_MS, type SheetReader } from '../../../adapters/spreadsheet/sheet-reader.ts'
import type { SheetForm, SheetRow } from '../../../adapters/spreadsheet/sheet.ts'
import type { BudgetService, Spender } from './budget.service.ts'

export interface SheetDependencies {
  sheets: SheetReader
  budgets: Pick<BudgetService, 'take' | 'giveBack'>
}

/**
 * Reads the rows of a customer's workbook. The longest time that it may take is taken from the account's budget first, and unused time is
 * given back.
 * @throws budgetSpent, and what the reader throws
 */
export async function readSheet(
  { sheets, budgets }: SheetDependencies,
  who: Spender & { account_id: number },
  bytes: Uint8Array,
  form: SheetForm,
): Promise<SheetRow[]> {
  await budgets.take('workbook_time', who, SHEET_MOST_MS)
  let left = SHEET_MOST_MS
  try {
    return await sheets.read(who.account_id, bytes, form, (ms) => (left = Math.max(0, SHEET_MOST_MS - ms)))
  } finally {
    await budgets.giveBack('workbook_time', who, left)
  }
}
