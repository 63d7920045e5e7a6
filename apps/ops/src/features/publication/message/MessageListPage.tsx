import { PlusOutlined } from '@ant-design/icons'
import { type OutputOf, opsContract } from '@weft/contract'
import { type ListColumn, ListTable, PageHeader, TimeText, useDialog, useListPage, useText } from '@weft/ui'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { AccountLink } from '../../../shared/account/AccountLink.tsx'
import { useMay } from '../../../shared/operator/use-operator.ts'
import { publicationPath } from '../publication-paths.ts'
import * as text from '../publication.text.ts'
import { SentMessageDialog } from './SentMessageDialog.tsx'
import '../../../shared/page/panel.css'

const { messages } = opsContract
type Row = OutputOf<typeof messages.list>['rows'][number]

/** Lists the messages that operators sent to the message centres, with their receivers. */
export function MessageListPage() {
  const t = useText(text)
  const may = useMay()(messages.send)
  const navigate = useNavigate()
  const list = useListPage<Row>(messages.list)
  const dialog = useDialog<Row>()
  const send = may && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => void navigate(publicationPath.newMessage)}>
      {t.messages}
    </Button>
  )
  const columns: ListColumn<Row>[] = [
    {
      key: 'title',
      title: t.title,
      card: 'title',
      pinned: true,
      render: (_, row) => (
        <Button type="link" aria-haspopup="dialog" className="publication-opener" onClick={() => dialog.show(row)}>
          {row.title}
        </Button>
      ),
    },
    {
      key: 'to',
      title: t.toWhom,
      render: (_, { account_number, nickname, sent }) =>
        account_number === null ? t.toEverybody(sent) : <AccountLink account_number={account_number} name={nickname} />,
    },
    { key: 'type', title: t.type, render: (_, { type }) => type },
    { key: 'sender', title: t.sender, render: (_, { operator_name }) => operator_name },
    { key: 'time', title: t.sentAt, width: 180, render: (_, { create_time }) => <TimeText at={create_time} /> },
  ]
  return (
    <>
      <PageHeader title={t.sentMessages} actions={send} hidesActions={list.count === 0} />
      <ListTable
        list={list}
        name="desk-messages"
        subject={t.sentMessage}
        rowKey="id"
        columns={columns}
        empty={{ title: t.noMessages, hint: t.noMessagesText, action: send }}
      />
      {dialog.subject && <SentMessageDialog message={dialog.subject} onClose={dialog.close} />}
    </>
  )
}
