import { useQuery, useQueryClient } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { ApiRefusal, asking, EmptyState, ErrorState, Skeleton, TimeText, useText } from '@weft/ui'
import { RichText } from '@weft/ui/parts/RichText.tsx'
import { Button, Modal, Tag } from 'antd'
import { useEffect, useState } from 'react'
import * as text from '../message.text.ts'
import { messagesChanged } from '../messages-changed.ts'
import type { OpenMessage } from '../use-open-message.ts'

/** Shows one message; the server marks it as read when it sends it. Stays mounted, so that the focus can return. */
export function MessageDialog({ opened }: { opened: OpenMessage }) {
  const t = useText(text)
  const queries = useQueryClient()
  const { message_id, message, previous, next, show, close } = opened
  // While it closes, the dialog still shows its last message.
  const [last, setLast] = useState(message_id)
  if (message_id !== undefined && message_id !== last) setLast(message_id)
  const info = useQuery({ ...asking(contract.messages.info, { message_id: last ?? '' }, { quiet: true }), enabled: last !== undefined })
  const found = info.data
  const gone = info.error instanceof ApiRefusal && [204, 404, 422].includes(info.error.code)

  const newlyRead = found !== undefined && message?.status !== 1 ? found.message_id : undefined
  useEffect(() => {
    if (newlyRead !== undefined) void messagesChanged(queries)
  }, [newlyRead, queries])

  const step = (to: typeof next, label: string) => (
    <Button key={label} disabled={!to} onClick={() => to && show(to.message_id)}>
      {label}
    </Button>
  )
  return (
    <Modal
      open={message_id !== undefined}
      width={640}
      title={found?.title ?? message?.title ?? t.message}
      onCancel={close}
      footer={
        <div className="message-foot">
          {step(previous, t.previous)}
          {step(next, t.next)}
          <span />
          <Button type="primary" onClick={close}>
            {t.close}
          </Button>
        </div>
      }
    >
      {found ? (
        <>
          <p className="message-meta">
            <Tag>{found.type}</Tag>
            <TimeText at={found.create_time} />
          </p>
          <div className="message-content">
            <RichText key={found.message_id} html={found.content} />
          </div>
        </>
      ) : gone ? (
        <EmptyState title={t.gone} />
      ) : info.isError ? (
        <ErrorState error={info.error} onRetry={() => void info.refetch()} />
      ) : (
        <Skeleton paragraph={{ rows: 5 }} />
      )}
    </Modal>
  )
}
