import {
  derivedServices,
  type InputOf,
  type Language,
  type OutputOf,
  type opsContract,
  type SoldService,
  type ServiceCode,
  serviceCatalogue,
} from '@weft/contract'
import type { SystemDb } from '../db/client.ts'
import { after } from '../kernel/clock.ts'
import { listServices, pageServicesEnding } from './service.queries.ts'

type Contract = typeof opsContract.services
const DAY_SECONDS = 86_400

/** Returns what the operator sells; `grantable` is 0 for services that only come with a device or a work order. */
export const catalogue = (language: Language): OutputOf<Contract['catalogue']> =>
  (Object.keys(serviceCatalogue) as ServiceCode[]).map((service_code) => ({
    service_code,
    service_name: serviceCatalogue[service_code][language],
    unit: serviceCatalogue[service_code].unit[language],
    grantable: derivedServices.includes(service_code) ? 0 : 1,
  }))

/** Returns services of all accounts that end within this many days, the next to end first. */
export async function expiringServices(
  db: SystemDb,
  { days, ...page }: InputOf<Contract['expiring']>,
  now: Date,
  language: Language,
): Promise<OutputOf<Contract['expiring']>> {
  const { rows, count } = await pageServicesEnding(db, { from: now, until: after(now, days * DAY_SECONDS), ...page })
  return { rows: rows.map(named(language)), count }
}

/** Returns the services that an account holds or held until they expired, newest first; revoked services are left out. */
export const servicesOf = async (db: SystemDb, account_id: number, language: Language): Promise<SoldService[]> =>
  (await listServices(db, account_id)).map(named(language))

const named =
  (language: Language) =>
  ({ id, service_code, ...row }: Awaited<ReturnType<typeof listServices>>[number]): SoldService => {
    const code = service_code as ServiceCode
    return { id: String(id), service_code: code, service_name: serviceCatalogue[code][language], ...row }
  }
