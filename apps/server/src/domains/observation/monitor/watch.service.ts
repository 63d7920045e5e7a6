import type { AccountDb } from '../../../db/client.ts'
import { insertAssigned } from './incident.queries.ts'
import { watchNew } from './monitor.queries.ts'

/** Watches hardware that an account was given, unless the account chose not to, and lets the account know of it. */
export async function welcomeHardware(db: AccountDb, router_name: string): Promise<void> {
  await watchNew(db, router_name)
  await insertAssigned(db, router_name)
}
