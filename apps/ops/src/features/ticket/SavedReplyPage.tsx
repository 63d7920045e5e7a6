import { PlusOutlined } from '@ant-design/icons'
import { opsContract, type SavedReply } from '@weft/contract'
import { type ListColumn, ListTable, PageHeader, TimeText, useDialog, useListPage, useText } from '@weft/ui'
import { Button } from 'antd'
import { actionColumn } from '../../shared/list/action-column.tsx'
import { DeleteButton } from '../../shared/list/DeleteButton.tsx'
import { useMay } from '../../shared/operator/use-operator.ts'
import { SavedReplyDialog } from './SavedReplyDialog.tsx'
import * as text from './saved-reply.text.ts'
import '../../shared/page/panel.css'
import './ticket.css'

const { savedReplies } = opsContract

export function SavedReplyPage() {
  const t = useText(text)
  const may = useMay()(savedReplies.create)
  const replies = useListPage(savedReplies.list)
  const dialog = useDialog<'add' | { id: string }>()
  const { subject } = dialog
  // As the list has it now: a colleague may change it while it is open here.
  const edited = typeof subject === 'object' ? replies.rows.find(({ id }) => id === subject.id) : undefined
  const add = may && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} aria-haspopup="dialog" onClick={() => dialog.show('add')}>
      {t.add}
    </Button>
  )
  const columns: ListColumn<SavedReply>[] = [
    { key: 'title', title: t.name, width: 220, card: 'title', pinned: true, render: (_, { title }) => title },
    { key: 'content', title: t.content, render: (_, { content }) => <span className="desk-saved-words">{content}</span> },
    { key: 'created', title: t.created, width: 170, render: (_, { create_time }) => <TimeText at={create_time} /> },
    { key: 'updated', title: t.updated, width: 170, render: (_, { update_time }) => <TimeText at={update_time} /> },
    ...(may
      ? [
          actionColumn<SavedReply>(t.actions, 140, ({ id, title }) => (
            <>
              <Button type="link" aria-haspopup="dialog" aria-label={t.editOf(title)} onClick={() => dialog.show({ id })}>
                {t.edit}
              </Button>
              <DeleteButton of={savedReplies} id={id} name={title} title={t.deleteTitle} body={t.deleteBody(title)} />
            </>
          )),
        ]
      : []),
  ]
  return (
    <>
      <PageHeader title={t.title} actions={add} hidesActions={replies.count === 0} />
      <ListTable
        list={replies}
        name="desk-replies"
        subject={t.reply}
        rowKey="id"
        columns={columns}
        searchHint={t.search}
        empty={{ title: t.emptyTitle, hint: t.emptyText, action: add }}
      />
      {subject === 'add' && <SavedReplyDialog onClose={dialog.close} />}
      {edited && <SavedReplyDialog key={edited.id} reply={edited} onClose={dialog.close} />}
    </>
  )
}
