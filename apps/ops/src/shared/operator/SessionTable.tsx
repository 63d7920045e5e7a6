import type { OperatorSession } from '@weft/contract'
import { type ListColumn, TimeText, useText } from '@weft/ui'
import { PagedRows } from '@weft/ui/list/PagedRows.tsx'
import { Button, Tag } from 'antd'
import { actionColumn } from '../list/action-column.tsx'
import * as text from './operator.text.ts'

/** Lists where an operator is signed in, with a button to end each session. */
export function SessionTable({ sessions, onEnd }: { sessions: OperatorSession[]; onEnd: (session: OperatorSession) => void }) {
  const t = useText(text)
  const columns: ListColumn<OperatorSession>[] = [
    {
      key: 'device',
      title: t.device,
      card: 'title',
      pinned: true,
      render: (_, { device, current }) => (
        <>
          {device} {current === 1 && <Tag color="blue">{t.current}</Tag>}
        </>
      ),
    },
    { key: 'address', title: t.address, render: (_, { address }) => <span className="weft-mono">{address}</span> },
    { key: 'created', title: t.signedIn, width: 160, render: (_, { create_time }) => <TimeText at={create_time} /> },
    { key: 'used', title: t.lastUsed, width: 160, render: (_, { last_time }) => <TimeText at={last_time} relative /> },
    actionColumn<OperatorSession>(t.actions, 100, (session) =>
      session.current === 1 ? null : (
        <Button
          type="link"
          danger
          aria-haspopup="dialog"
          aria-label={t.endOf(session.device, session.address)}
          onClick={() => onEnd(session)}
        >
          {t.end}
        </Button>
      ),
    ),
  ]
  return <PagedRows rows={sessions} keyOf={({ id }) => id} columns={columns} nothing={t.noSessions} />
}
