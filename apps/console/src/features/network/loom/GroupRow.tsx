import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { grouped, useText } from '@weft/ui'
import { memo } from 'react'
import type { Column } from './loom-columns.ts'
import { countAt } from './loom-model.ts'
import type { Group } from './loom-order.ts'
import { groupName, threadName } from './loom-words.ts'
import * as text from './loom.text.ts'
import { threadClass } from './LoomRow.tsx'

interface Props {
  group: Group
  columns: readonly Column[]
  index: number
  folded: boolean
  current: number | undefined
  narrow: boolean
  top: number
  height: number
}

/** Shows the head of a group, which folds it, with how many of its links to each thread are up. */
export const GroupRow = memo(function GroupRow({ group, columns, index, folded, current, narrow, top, height }: Props) {
  const t = useText(text)
  const { sites, of, elsewhere } = group
  const facts = [
    grouped(sites.length),
    ...(of.kind === 'software' ? [t.signedIn(sites.filter(({ member }) => member.online === 1).length)] : []),
    ...(elsewhere > 0 && !narrow ? [t.elsewhere(elsewhere)] : []),
  ]
  const stop = (column: number) => ({ 'data-column': column, tabIndex: column === current ? 0 : -1 })
  return (
    <div
      className="loom-row loom-group"
      role="row"
      aria-rowindex={index + 2}
      aria-level={1}
      aria-expanded={!folded}
      data-line={index}
      style={{ top, height }}
    >
      <div role="rowheader" className="loom-name" {...stop(0)}>
        {folded ? <RightOutlined aria-hidden /> : <DownOutlined aria-hidden />}
        <b>{groupName(of)}</b>
        <span className="loom-facts">{facts.join(' · ')}</span>
      </div>
      {columns.map((column, at) => (
        <ThreadCount key={column.id} column={column} group={group} narrow={narrow} stop={stop(at + 1)} />
      ))}
      <div className="loom-rest" />
    </div>
  )
})

interface CountProps extends Pick<Props, 'group' | 'narrow'> {
  column: Column
  stop: { 'data-column': number; tabIndex: number }
}

function ThreadCount({ column, group, narrow, stop }: CountProps) {
  const t = useText(text)
  if (column.thread === null) return <div role="gridcell" className="loom-x loom-dashed" {...stop} />
  const { up, expected } = countAt(group.sites, column.at)
  const shown = expected > 0 && group.of.kind !== 'attention'
  return (
    <div
      role="gridcell"
      className={`loom-x ${threadClass(column.thread)}`}
      aria-label={shown ? t.countOf(threadName(column.thread), up, expected) : undefined}
      {...stop}
    >
      {shown && !narrow && (
        <span className="loom-count">
          {up}/{expected}
        </span>
      )}
    </div>
  )
}
