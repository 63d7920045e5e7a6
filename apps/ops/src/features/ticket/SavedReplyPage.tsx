import { PlusOutlined } from '@ant-design/icons'
import { opsContract, type OutputOf } from '@weft/contract'
import { type ListColumn, ListTable, PageHeader, TimeText, useDialog, useListPage, useText } from '@weft/ui'
import { Button } from 'antd'
import { actionColumn } from '../../shared/list/action-column.tsx'
import { DeleteButton } from '../../shared/list/DeleteButton.tsx'
import { useMay } from '../../shared/operator/use-operator.ts'
import { AddReplyDialog } from './AddReplyDialog.tsx'
import * as text from './saved-reply.text.ts'
import '../../shared/page/panel.css'
import './ticket.css'

const { savedReplies } = opsContract
type Row = OutputOf<typeof savedReplies.list>['rows'][number]

export function SavedReplyPage() {
  const t = useText(text)
  const may = useMay()(savedReplies.create)
  const replies = useListPage(savedReplies.list)
  const dialog = useDialog<'add'>()
  const add = may && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} aria-haspopup="dialog" onClick={() => dialog.show('add')}>
      {t.add}
    </Button>
  )
  const columns: ListColumn<Row>[] = [
    { key: 'title', title: t.name, width: 220, card: 'title', pinned: true, render: (_, { title }) => title },
    { key: 'content', title: t.content, render: (_, { content }) => <span className="desk-saved-words">{content}</span> },
    { key: 'created', title: t.created, width: 170, render: (_, { create_time }) => <TimeText at={create_time} /> },
    ...(may
      ? [
          actionColumn<Row>(t.actions, 100, ({ id, title }) => (
            <DeleteButton of={savedReplies} id={id} name={title} title={t.deleteTitle} body={t.deleteBody(title)} />
          )),
        ]
      : []),
  ]
  return (
    <>
      <PageHeader title={t.title} actions={replies.count > 0 && add} />
      <ListTable
        list={replies}
        name="desk-replies"
        subject={t.reply}
        rowKey="id"
        columns={columns}
        searchHint={t.search}
        empty={{ title: t.emptyTitle, hint: t.emptyText, action: add }}
      />
      {dialog.subject && <AddReplyDialog content="" onClose={dialog.close} />}
    </>
  )
}
