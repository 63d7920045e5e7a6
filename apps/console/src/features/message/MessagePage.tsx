import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, ListFilter, ListTable, PageHeader, useListPage, useText } from '@weft/ui'
import { Segmented } from 'antd'
import { useState } from 'react'
import { LiveLine } from '../../shared/session/LiveLine.tsx'
import { MessageDialog } from './dialogs/MessageDialog.tsx'
import { MessageActions } from './MessageActions.tsx'
import { messageColumns } from './message-columns.tsx'
import * as text from './message.text.ts'
import { useMessageActions } from './use-message-actions.ts'
import { useOpenMessage } from './use-open-message.ts'
import './message.css'

export function MessagePage() {
  const t = useText(text)
  const messages = useListPage(contract.messages.list, ['status', 'type'])
  const types = useQuery(asking(contract.messages.types, {}, { quiet: true }))
  const [chosen, setChosen] = useState<string[]>([])
  const opened = useOpenMessage(messages.rows)
  // Messages that are no longer on screen are not selected.
  const selected = chosen.filter((key) => messages.rows.some(({ message_id }) => message_id === key))
  const actions = useMessageActions(selected, () => setChosen([]))

  return (
    <>
      <PageHeader
        title={t.title}
        meta={messages.updated > 0 && <LiveLine read={messages.updated * 1000} failing={messages.error !== null} />}
      />
      <ListTable
        list={messages}
        name="messages"
        subject={t.message}
        rowKey="message_id"
        live
        columns={messageColumns({ t, onOpen: opened.open, onDelete: ({ message_id }) => actions.deleteOne(message_id) })}
        selection={{
          keys: selected,
          onChange: setChosen,
          labelOf: (key) => t.selectOf(messages.rows.find(({ message_id }) => message_id === key)?.title ?? key),
        }}
        searchHint={t.searchTitle}
        filters={
          <>
            <Segmented
              aria-label={t.filter}
              value={messages.filters.status ?? ''}
              options={[
                { value: '', label: t.all },
                { value: '0', label: t.unread },
                { value: '1', label: t.read },
              ]}
              onChange={(status) => messages.show({ status })}
            />
            <ListFilter list={messages} name="type" label={t.type} options={(types.data ?? []).map((value) => ({ value, label: value }))} />
          </>
        }
        actions={<MessageActions actions={actions} />}
        empty={{ title: t.emptyTitle, hint: t.emptyText }}
      />
      <MessageDialog opened={opened} />
    </>
  )
}
