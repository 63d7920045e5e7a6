import type { AccountDb } from '../../../db/client.ts'
import { dropFromOpenOrders } from './work-order.queries.ts'

/**
 * Members that are deleted are asked for no more by the orders that are not completed yet; what was completed or cancelled says what
 * was. The account's limits are held.
 */
export const leaveOrders = (db: AccountDb, names: readonly string[]): Promise<void> => dropFromOpenOrders(db, names)
