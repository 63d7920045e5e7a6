import type { AccountDb } from '../../../db/client.ts'
import { dropFromOpenOrders } from './work-order.queries.ts'

/**
 * Removes deleted members from the orders that are still open; completed and cancelled orders stay as they were. The caller has locked
 * the account's limits.
 */
export const leaveOrders = (db: AccountDb, names: readonly string[]): Promise<void> => dropFromOpenOrders(db, names)
