import type { Message } from '@weft/contract'
import { type ListColumn, TimeText } from '@weft/ui'
import { Button, Popconfirm, Tag } from 'antd'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import type * as text from './message.text.ts'

interface Options {
  t: (typeof text)['zhCN']
  onOpen: (message: Message) => void
  onDelete: (message: Message) => void
}

export function messageColumns({ t, onOpen, onDelete }: Options): ListColumn<Message>[] {
  return [
    {
      key: 'title',
      title: t.messageTitle,
      pinned: true,
      card: 'title',
      render: (_, message) => (
        <span className="message-title">
          <span className={message.status === 0 ? 'message-dot message-dot-on' : 'message-dot'} aria-hidden="true" />
          {message.status === 0 && <span className="weft-hidden">{t.unread}</span>}
          <button
            type="button"
            className={message.status === 0 ? 'message-open message-open-unread' : 'message-open'}
            aria-haspopup="dialog"
            onClick={() => onOpen(message)}
          >
            {message.title}
          </button>
        </span>
      ),
    },
    { key: 'type', title: t.type, width: 140, card: 'status', render: (_, message) => <Tag>{message.type}</Tag> },
    { key: 'received', title: t.received, width: 180, render: (_, message) => <TimeText at={message.create_time} relative /> },
    {
      key: 'actions',
      title: t.actions,
      width: 140,
      pinned: true,
      card: 'actions',
      render: (_, message) => (
        <span className="message-actions">
          <Button type="link" aria-label={t.viewOf(message.title)} aria-haspopup="dialog" onClick={() => onOpen(message)}>
            {t.view}
          </Button>
          <Popconfirm
            title={t.deleteAsk}
            okText={t.delete}
            cancelText={t.cancel}
            okButtonProps={{ danger: true }}
            getPopupContainer={popupContainer}
            onConfirm={() => onDelete(message)}
          >
            <Button type="link" danger aria-label={t.deleteOf(message.title)}>
              {t.delete}
            </Button>
          </Popconfirm>
        </span>
      ),
    },
  ]
}
