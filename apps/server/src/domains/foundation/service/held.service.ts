import { type contract, type InputOf, type Language, type OutputOf, type ServiceCode, serviceCatalogue } from '@weft/contract'
import type { AccountDb } from '../../../db/client.ts'
import { pageHeld } from './held.queries.ts'

type List = typeof contract.account.service

/** Returns the services of the account, running and ended, newest first, with their names. */
export async function servicesHeld(db: AccountDb, query: InputOf<List>, language: Language): Promise<OutputOf<List>> {
  const { rows, count } = await pageHeld(db, query)
  const named = rows.map(({ id, service_code, ...row }) => ({
    id: String(id),
    service_name: serviceCatalogue[service_code as ServiceCode][language],
    ...row,
  }))
  return { rows: named, count }
}
