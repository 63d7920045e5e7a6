import { type ConnectionRecord, contract, headingOf, recordFields } from '@weft/contract'
import { absoluteTime, call, duration, language, textNow } from '@weft/ui'
import { csv } from '../../../../shared/file/csv.ts'
import { volumeText } from '../../../../shared/chart/units.ts'
import * as text from './records.text.ts'

/** Most pages that are fetched one after another while the user waits. */
const EXPORT_PAGES = 50

/** Returns the records that a search finds, newest first, of at most `EXPORT_PAGES` pages. @throws ApiRefusal, NetworkFailure */
export async function foundRecords(router_name: string, search: string): Promise<{ rows: ConnectionRecord[]; count: number }> {
  const rows: ConnectionRecord[] = []
  for (let page = 1; page <= EXPORT_PAGES; page += 1) {
    const result = await call(contract.memberRecords.connect, { router_name, page, ...(search ? { search } : {}) }, { missing: 'stay' })
    rows.push(...result.rows)
    if (result.rows.length === 0 || rows.length >= result.count) return { rows, count: rows.length }
    if (page === EXPORT_PAGES) return { rows, count: result.count }
  }
  return { rows, count: rows.length }
}

/** Returns records as CSV, in the words of the table, and in plain bytes and seconds to calculate with. */
export function recordFile(rows: readonly ConnectionRecord[]): Blob {
  const t = textNow(text)
  const heading = [
    t.peer,
    t.network,
    t.ip,
    t.origin,
    t.upload,
    t.download,
    t.lasted,
    t.began,
    t.ended,
    headingOf(recordFields.upload, language.get()),
    headingOf(recordFields.download, language.get()),
    headingOf(recordFields.online_time, language.get()),
  ]
  return csv([
    heading,
    ...rows.map((row) => [
      row.peer_name,
      row.network_name || row.network_number,
      row.ip ?? '',
      row.origin ?? '',
      volumeText(row.input),
      volumeText(row.out),
      duration(row.online_time),
      absoluteTime(row.session_date),
      row.stop_time === null ? t.lasting : absoluteTime(row.stop_time),
      row.input,
      row.out,
      row.online_time,
    ]),
  ])
}
