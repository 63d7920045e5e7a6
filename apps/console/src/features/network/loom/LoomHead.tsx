import { type LinkState, memberStateNames, stateNames } from '@weft/contract'
import { grouped, language, StateMark, useText } from '@weft/ui'
import { memo, type ReactNode } from 'react'
import type { Column } from './loom-columns.ts'
import { countAt, type Site, type Thread } from './loom-model.ts'
import { roleName, threadName } from './loom-words.ts'
import * as text from './loom.text.ts'

interface Props {
  columns: readonly Column[]
  /** All sites, shown or not: a thread's figure is that of the network. */
  sites: readonly Site[]
  twin: LinkState | null
  narrow: boolean
}

/** Shows the heads of the threads, with the bar between two centers, and the names of the other columns. */
export const LoomHead = memo(function LoomHead({ columns, sites, twin, narrow }: Props) {
  const t = useText(text)
  return (
    <div className="loom-head" role="row" aria-rowindex={1}>
      <div role="columnheader" className="loom-name">
        {t.site}
      </div>
      {columns.map((column, at) =>
        column.thread === null ? (
          <div key={column.id} role="columnheader" className="loom-thread loom-others">
            <b>{t.otherPops(column.hidden)}</b>
          </div>
        ) : (
          <ThreadHead key={column.id} thread={column.thread} column={column.at} sites={sites} short={narrow ? column.short : undefined}>
            {at === 0 && !narrow && twin !== null && columns[1]?.thread?.kind === 'center' && <Twin state={twin} />}
          </ThreadHead>
        ),
      )}
      {narrow ? (
        <div role="columnheader" className="loom-second">
          <span className="weft-hidden">{t.cause}</span>
        </div>
      ) : (
        <>
          <div role="columnheader" className="loom-cause">
            {t.cause}
          </div>
          <div role="columnheader" className="loom-strip">
            <span>{t.dayAgo}</span>
            <span>{t.now}</span>
          </div>
          <div role="columnheader" className="loom-number">
            {t.availability}
          </div>
        </>
      )}
    </div>
  )
})

interface ThreadProps {
  thread: Thread
  column: number
  sites: readonly Site[]
  /** The name on a phone; undefined elsewhere. */
  short: string | undefined
  children: ReactNode
}

function ThreadHead({ thread, column, sites, short, children }: ThreadProps) {
  const t = useText(text)
  const shown = language.use()
  const { up, expected } = countAt(sites, column)
  const role = roleName(thread)
  const state = thread.state === 'up' ? '' : `${t.comma}${memberStateNames[thread.state][shown]}`
  const narrow = short !== undefined
  // A member of a network without centers that dials all others is dialled by none.
  const figure = expected > 0 ? `${grouped(up)}/${grouped(expected)}` : ''
  return (
    <div
      role="columnheader"
      className={`loom-thread ${thread.state === 'down' ? 'loom-thread-lost' : ''}`}
      aria-label={t.threadLabel(threadName(thread), role, up, expected) + state}
      title={threadName(thread)}
    >
      <b>
        {!narrow && thread.kind !== 'pop' && <StateMark state={thread.state} size={12} />}
        <span>{short ?? threadName(thread)}</span>
      </b>
      <span className="loom-figure">{narrow ? (thread.kind === 'pop' ? t.pop : role) : [role, figure].filter(Boolean).join(' · ')}</span>
      {children}
    </div>
  )
}

function Twin({ state }: { state: LinkState }) {
  const t = useText(text)
  const words = t.twin(stateNames[state][language.use()])
  return (
    <span className="loom-twin" title={words}>
      <StateMark state={state} size={12} />
      <span className="weft-hidden">{words}</span>
    </span>
  )
}
