import { DownloadOutlined, FilterOutlined } from '@ant-design/icons'
import { type Endpoint, type LogType, MOST_FOUND, type NamedRow, type PageOf } from '@weft/contract'
import { type ListColumn, ListFilter, ListTable, useListPage, useText } from '@weft/ui'
import { DateRangeSearch } from '@weft/ui/form/DateRangeSearch.tsx'
import { lastDays } from '@weft/ui/form/day-range.ts'
import { ExportProgress } from '@weft/ui/parts/ExportProgress.tsx'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { daysOf, inSeconds } from '@weft/ui/form/log-days.ts'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { MemberName } from '../../shared/member/MemberName.tsx'
import { typeOf } from '../../shared/member/name-of.ts'
import { NetworkFilter } from '../../shared/network/NetworkFilter.tsx'
import { OneMember } from '../../shared/record/RecordFilters.tsx'
import * as text from './log.text.ts'
import './log.css'
import { logExport } from './log-export.ts'

const INITIAL_DAYS = 7
const NO_FILTERS: Filter[] = []

/** A filter by one choice; `name` is the field of the input that it sets. */
interface Filter {
  name: string
  label: string
  options: { value: string; label: string }[]
}

/** A row of a log with a key, because none of its fields is unique. */
export type Keyed<R> = R & { key: string }

interface Props<R> {
  endpoint: Endpoint<z.ZodType, z.ZodType<PageOf<R>>>
  type: LogType
  /** The name of the log. */
  subject: string
  searchHint: string
  empty: string
  /** `fixed`: input that the user does not choose. `prefix`: of the names under which the address keeps what the user chooses. */
  fixed?: Record<string, string>
  prefix?: string
  filters?: Filter[]
  /** Whether it can be narrowed to a network. */
  network?: boolean
  columns: (shown: (row: NamedRow) => ReactNode) => ListColumn<Keyed<R>>[]
}

/** Shows a log of all members, by days; pressing a name narrows it to that member. */
export function LogList<R extends NamedRow>({
  endpoint,
  type,
  subject,
  searchHint,
  empty,
  fixed,
  prefix,
  filters = NO_FILTERS,
  network = false,
  columns,
}: Props<R>) {
  const t = useText(text)
  const [initial] = useState(() => lastDays(INITIAL_DAYS))
  const days = daysOf(initial)
  const list = useListPage(
    endpoint,
    ['start_time', 'end_time', 'range', 'router_name', 'network_number', ...filters.map(({ name }) => name)],
    { ...fixed, ...days },
    prefix,
  )
  const rows = list.rows.map((row, at) => ({ ...row, key: String(at) }))
  const shown = ({ router_name: name, note, deleted }: NamedRow) => (
    <span className="log-member">
      <MemberName
        form="line"
        member={{ router_name: name, note, router_type: typeOf(name) }}
        deleted={deleted === 1}
        search={list.search}
      />
      <button
        type="button"
        className="weft-icon-button"
        aria-label={t.onlyOf(note || name)}
        title={t.onlyOf(note || name)}
        onClick={() => list.show({ router_name: name })}
      >
        <FilterOutlined aria-hidden />
      </button>
    </span>
  )
  return (
    <div className="log-list">
      <ListTable
        list={{ ...list, rows }}
        name={`log-${type}`}
        subject={subject}
        rowKey="key"
        countedTo={MOST_FOUND}
        capped
        columns={columns(shown)}
        searchHint={searchHint}
        searchLabel={t.query}
        time={<DateRangeSearch list={inSeconds(list)} initial={initial} hours={list} getPopupContainer={popupContainer} />}
        filters={
          <>
            {filters.map((filter) => (
              <ListFilter key={filter.name} list={list} {...filter} />
            ))}
            {network && <NetworkFilter list={list} />}
            <OneMember list={list} />
            <Button disabled={!list.filtered} onClick={list.clear}>
              {t.reset}
            </Button>
          </>
        }
        actions={
          <Button
            icon={<DownloadOutlined aria-hidden />}
            loading={isRunning(logExport.use())}
            onClick={() =>
              logExport.start({ type, format: 'xlsx', ...days, ...list.filters, ...(list.search ? { search: list.search } : {}) })
            }
          >
            {t.export}
          </Button>
        }
        empty={{ title: empty }}
      />
      <ExportProgress title={t.exporting} exporting={logExport.use()} onRetry={logExport.retry} onCancel={logExport.cancel} />
    </div>
  )
}

const isRunning = (exporting: ReturnType<typeof logExport.use>): boolean => exporting !== undefined && exporting.failed === undefined
