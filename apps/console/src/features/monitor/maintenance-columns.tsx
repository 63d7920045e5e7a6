import type { Maintenance } from '@weft/contract'
import { Duration, type ListColumn, StatusDot, type StatusKind, TimeText, listed } from '@weft/ui'
import { Explained } from '@weft/ui/parts/Explained.tsx'
import { Button } from 'antd'
import type * as text from './maintenance.text.ts'

interface Options {
  t: (typeof text)['zhCN']
  /** Unix seconds. */
  now: number
  onDelete: ((window: Maintenance) => void) | undefined
}

const kinds: Record<keyof (typeof text)['zhCN']['states'], StatusKind> = { coming: 'idle', running: 'running', over: 'disabled' }
const stateOf = ({ start_time, end_time }: Maintenance, now: number) => (now < start_time ? 'coming' : now < end_time ? 'running' : 'over')
/** Most names that a tooltip lists. */
const MOST_NAMES = 20

export function maintenanceColumns({ t, now, onDelete }: Options): ListColumn<Maintenance>[] {
  const columns: ListColumn<Maintenance>[] = [
    { key: 'name', title: t.name, pinned: true, card: 'title', render: (_, { name }) => <span className="monitor-word">{name}</span> },
    {
      key: 'state',
      title: t.state,
      card: 'status',
      render: (_, window) => {
        const state = stateOf(window, now)
        return <StatusDot kind={kinds[state]} text={t.states[state]} />
      },
    },
    { key: 'start', title: t.start, render: (_, { start_time }) => <TimeText at={start_time} /> },
    { key: 'end', title: t.end, render: (_, { end_time }) => <TimeText at={end_time} /> },
    { key: 'length', title: t.length, render: (_, { start_time, end_time }) => <Duration seconds={end_time - start_time} /> },
    {
      key: 'scope',
      title: t.scope,
      render: (_, { router }) =>
        router.length === 0 ? (
          t.all
        ) : (
          <Explained why={`${listed(router.slice(0, MOST_NAMES))}${router.length > MOST_NAMES ? '…' : ''}`}>
            {t.someOf(router.length)}
          </Explained>
        ),
    },
  ]
  if (!onDelete) return columns
  return [
    ...columns,
    {
      key: 'actions',
      title: t.actions,
      pinned: true,
      card: 'actions',
      render: (_, window) => (
        <span className="monitor-actions">
          <Button type="link" danger aria-label={t.deleteOf(window.name)} aria-haspopup="dialog" onClick={() => onDelete(window)}>
            {t.delete}
          </Button>
        </span>
      ),
    },
  ]
}
