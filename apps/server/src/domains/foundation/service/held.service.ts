import {
  type contract,
  type FileAnswer,
  type InputOf,
  type Language,
  type OutputOf,
  type ServiceCode,
  serviceCatalogue,
  type ServiceTotal,
} from '@weft/contract'
import { workbookOfText } from '../../../adapters/spreadsheet/text-rows.ts'
import type { AccountDb } from '../../../db/client.ts'
import { type Clock, fromUnix, shanghaiDay, shanghaiTime } from '../../../kernel/clock.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { pageHeld, totalHeld } from './held.queries.ts'
import { fileName, headings, never, sheetName, widths } from './held.text.ts'

type Calls = typeof contract.account
type List = Calls['service']
/** The services of an account that are read at once for a file. */
const PAGE = 1000

/** Returns the services of the account, running and ended, those that end soonest first, with their names. */
export async function servicesHeld(db: AccountDb, query: InputOf<List>, language: Language): Promise<OutputOf<List>> {
  const { rows, count } = await pageHeld(db, query)
  const named = rows.map(({ id, ...row }) => {
    const service_code = row.service_code as ServiceCode
    return { ...row, id: String(id), service_code, service_name: serviceCatalogue[service_code][language] }
  })
  return { rows: named, count }
}

/** Returns what runs now, one entry for each kind of service. */
export async function serviceTotals(db: AccountDb, language: Language): Promise<ServiceTotal[]> {
  const rows = await totalHeld(db)
  return rows.map((row) => {
    const service_code = row.service_code as ServiceCode
    const named = serviceCatalogue[service_code]
    return { ...row, service_code, service_name: named[language], unit: named.unit[language] }
  })
}

/** Returns the services that a list of the same filters shows, as a workbook. @throws exportEmpty */
export async function servicesFile(db: AccountDb, clock: Clock, filter: InputOf<Calls['service_file']>): Promise<FileAnswer> {
  const held: OutputOf<List>['rows'] = []
  for (let page = 1; held.length === (page - 1) * PAGE; page += 1) {
    const { rows } = await servicesHeld(db, { ...filter, page, limit: PAGE }, 'zh-CN')
    held.push(...rows)
  }
  if (held.length === 0) throw new Refusal('exportEmpty')
  return {
    file_name: fileName(shanghaiDay.format(clock.now()).replaceAll('-', '')),
    body: workbookOfText(sheetName, headings, widths, rowsOf(held)),
  }
}

async function* rowsOf(held: OutputOf<List>['rows']): AsyncGenerator<string[]> {
  const time = (seconds: number) => shanghaiTime.format(fromUnix(seconds))
  for (const { service_name, quantity, start_time, expired_time } of held)
    yield [service_name, String(quantity), time(start_time), expired_time === null ? never : time(expired_time)]
}
