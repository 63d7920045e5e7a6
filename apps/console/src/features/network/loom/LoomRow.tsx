import { freshName, memberStateNames } from '@weft/contract'
import { language, StateMark, useText } from '@weft/ui'
import { memo, type ReactNode } from 'react'
import { DayStrip } from '../../../shared/loom/DayStrip.tsx'
import { availabilityText } from '../../../shared/loom/day.ts'
import { MemberName } from '../../../shared/member/MemberName.tsx'
import { Knot } from './Knot.tsx'
import { type Column } from './loom-columns.ts'
import { OWN, type Site, type Thread } from './loom-model.ts'
import { causeOf, crossingLabel } from './loom-words.ts'
import * as text from './loom.text.ts'
import { useFresh } from '../../../shared/member/use-fresh.ts'
import { useSince } from '../../../shared/session/use-since.ts'

/** Below this availability the figure is a warning. */
const LOW_PERCENT = 99

interface Props {
  site: Site
  columns: readonly Column[]
  threads: readonly Thread[]
  /** Its place among all rows, from 0. */
  index: number
  /** True if rows are in groups. */
  nested: boolean
  /** The cell that the Tab key reaches, if it is in this row. */
  current: number | undefined
  /** The cell of which the card is open, if it is in this row. */
  opened: number | undefined
  search: string
  narrow: boolean
  top: number
  height: number
}

/** Returns how a row looks: red, amber, or quiet. */
export const severityOf = ({ member }: Site): 'bad' | 'warn' | 'quiet' =>
  member.state === 'down' || member.state === 'failed' ? 'bad' : member.state === 'degraded' ? 'warn' : 'quiet'

/** Shows a site: its name, its crossing with each thread, what is wrong with it, and its last 24 h. */
export const LoomRow = memo(function LoomRow({
  site,
  columns,
  threads,
  index,
  nested,
  current,
  opened,
  search,
  narrow,
  top,
  height,
}: Props) {
  const t = useText(text)
  const shown = language.use()
  const { member } = site
  const fresh = useFresh(member)
  const tone = fresh ? 'quiet' : severityOf(site)
  const state = fresh ? 'idle' : member.state
  const stop = (column: number) => ({
    'data-column': column,
    tabIndex: column === current ? 0 : -1,
    'data-opened': column === opened || undefined,
  })
  const after = columns.length
  return (
    <div
      className={`loom-row loom-${tone}`}
      role="row"
      aria-rowindex={index + 2}
      aria-level={nested ? 2 : undefined}
      data-line={index}
      style={{ top, height }}
    >
      <div role="rowheader" className="loom-name" {...stop(0)}>
        {narrow ? (
          <>
            <StateMark state={state} size={12} />
            <span className="weft-hidden">{fresh ? freshName[shown] : memberStateNames[member.state][shown]}</span>
            <MemberName member={member} form="name" link={false} search={search} />
          </>
        ) : (
          <MemberName member={member} kind={site.kind} state={state} form="line" link={false} search={search} />
        )}
      </div>
      {columns.map((column, at) =>
        column.thread === null ? (
          <div key={column.id} role="gridcell" className="loom-x loom-under loom-dashed" aria-label={t.noLink} {...stop(at + 1)} />
        ) : (
          <div
            key={column.id}
            role="gridcell"
            className={`loom-x ${site.crossings[column.at] ? 'loom-linked' : 'loom-under'} ${threadClass(column.thread)}`}
            aria-label={crossingLabel(site, column.at, column.thread)}
            {...stop(at + 1)}
          >
            <At crossing={site.crossings[column.at] ?? null} />
          </div>
        ),
      )}
      {narrow ? (
        <div role="gridcell" className="loom-second" {...stop(after + 1)}>
          <Cause site={site} threads={threads} none={<code className="loom-serial">{member.router_name}</code>} />
          <span className="loom-second-strip">
            <DayStrip day={member.day} availability={member.availability} />
          </span>
        </div>
      ) : (
        <>
          <div role="gridcell" className="loom-cause" {...stop(after + 1)}>
            <Cause site={site} threads={threads} none={null} />
          </div>
          <div role="gridcell" className="loom-strip" {...stop(after + 2)}>
            <DayStrip day={member.day} availability={member.availability} />
          </div>
          <div
            role="gridcell"
            className={`loom-number ${member.availability !== null && member.availability < LOW_PERCENT ? 'loom-low' : ''}`}
            {...stop(after + 3)}
          >
            {availabilityText(member.availability)}
          </div>
        </>
      )}
    </div>
  )
})

/** A thread is dashed where it is a POP, or a center that is down. */
export const threadClass = ({ kind, state }: Thread) => (kind === 'pop' ? 'loom-dashed' : state === 'down' ? 'loom-dashed loom-lost' : '')

function At({ crossing }: { crossing: Site['crossings'][number] }) {
  if (crossing === null) return null
  return crossing === OWN ? <span className="loom-own" aria-hidden="true" /> : <Knot state={crossing.state} />
}

function Cause({ site, threads, none }: { site: Site; threads: readonly Thread[]; none: ReactNode }) {
  useText(text)
  const spoken = language.use()
  const now = useSince(site.member.since)
  const words = useFresh(site.member) ? freshName[spoken] : causeOf(site, threads, now)
  if (words === '') return none
  return (
    <span className="loom-words" title={words}>
      {words}
    </span>
  )
}
