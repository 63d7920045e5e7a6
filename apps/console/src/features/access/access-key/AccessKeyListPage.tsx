import { PlusOutlined } from '@ant-design/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type AccessKey, contract } from '@weft/contract'
import { call, confirm, ListTable, PageHeader, toast, useDialog, useListPage, useText } from '@weft/ui'
import { Button } from 'antd'
import { useState } from 'react'
import { serverSeconds } from '@weft/ui/time/server-time.ts'
import { accessChanged } from '../access-changed.ts'
import '../access.css'
import { accessKeyColumns } from './access-key-columns.tsx'
import * as text from './access-key.text.ts'
import { CreateAccessKeyDialog } from './CreateAccessKeyDialog.tsx'
import { Term } from '../../../shared/help/Term.tsx'
import { NewAccessKeyDialog } from './NewAccessKeyDialog.tsx'

export function AccessKeyListPage() {
  const t = useText(text)
  const queries = useQueryClient()
  const keys = useListPage(contract.accessKeys.lists)
  const [now] = useState(serverSeconds)
  const dialog = useDialog<'key'>()
  const [fresh, setFresh] = useState<string>()
  const remove = useMutation({
    mutationFn: ({ id }: AccessKey) => call(contract.accessKeys.delete, { id }, { missing: 'stay' }),
    onSuccess: () => toast.success(t.deleted),
    onSettled: () => accessChanged(queries),
  })
  const ask = async (key: AccessKey) => {
    if (await confirm({ title: t.deleteTitle, body: t.deleteBody(key.name), action: t.delete, danger: true })) remove.mutate(key)
  }
  const create = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} aria-haspopup="dialog" onClick={() => dialog.show('key')}>
      {t.create}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t.title}
        term={<Term of="access_key" />}
        meta={
          <span className="access-meta">
            <span>
              {t.note} <code>Authorization: Bearer …</code>
            </span>
            <a href="/api/docs" target="_blank" rel="noreferrer">
              {t.apiDocument}
              <span className="weft-hidden">{t.newWindow}</span>
            </a>
          </span>
        }
        actions={keys.unborn ? undefined : create}
      />
      <ListTable
        list={keys}
        name="access-keys"
        subject={t.title}
        rowKey="id"
        columns={accessKeyColumns({ t, now, onDelete: (key) => void ask(key) })}
        empty={{ title: t.emptyTitle, hint: t.emptyText, action: create }}
      />
      {dialog.subject &&
        (fresh === undefined ? (
          <CreateAccessKeyDialog onClose={dialog.close} onCreated={setFresh} />
        ) : (
          <NewAccessKeyDialog
            access_key={fresh}
            onClose={() => {
              setFresh(undefined)
              dialog.close()
            }}
          />
        ))}
    </>
  )
}
