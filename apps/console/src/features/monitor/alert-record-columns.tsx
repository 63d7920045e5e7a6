import type { AlertDelivery } from '@weft/contract'
import { type ListColumn, Nothing, StatusDot, type StatusKind, TimeText } from '@weft/ui'
import type * as text from './alert-record.text.ts'

const kinds: Record<AlertDelivery['state'], StatusKind> = { queued: 'running', sent: 'online', failed: 'offline' }

export const alertRecordColumns = (t: (typeof text)['zhCN']): ListColumn<AlertDelivery>[] => [
  { key: 'event', title: t.event, pinned: true, card: 'title', render: (_, { event }) => <span className="monitor-event">{event}</span> },
  { key: 'created', title: t.created, render: (_, { create_time }) => <TimeText at={create_time} /> },
  { key: 'channel', title: t.channel, render: (_, { channel }) => t.channels[channel] },
  { key: 'target', title: t.target, render: (_, { target }) => target || <Nothing /> },
  { key: 'state', title: t.state, card: 'status', render: (_, { state }) => <StatusDot kind={kinds[state]} text={t.states[state]} /> },
  { key: 'tries', title: t.tries, align: 'right', render: (_, { channel, tries }) => (channel === 'portal' ? <Nothing /> : tries) },
  { key: 'answer', title: t.answer, render: (_, { answer }) => (answer ? <span className="monitor-answer">{answer}</span> : <Nothing />) },
  { key: 'done', title: t.done, render: (_, { done_time }) => <TimeText at={done_time} /> },
]
