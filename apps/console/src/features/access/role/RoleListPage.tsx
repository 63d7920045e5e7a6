import { PlusOutlined } from '@ant-design/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract, type Role } from '@weft/contract'
import { call, confirm, ListTable, PageHeader, toast, useDialog, useListPage, useText } from '@weft/ui'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { accessChanged } from '../access-changed.ts'
import '../access.css'
import { roleColumns } from './role-columns.tsx'
import { RoleDrawer } from './RoleDrawer.tsx'
import { Term } from '../../../shared/help/Term.tsx'
import * as text from './role.text.ts'

export function RoleListPage() {
  const t = useText(text)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const roles = useListPage(contract.roles.lists)
  const drawer = useDialog<{ id?: string }>()
  const remove = useMutation({
    mutationFn: ({ id }: Role) => call(contract.roles.delete, { id }, { missing: 'stay' }),
    onSuccess: () => toast.success(t.deleted),
    onSettled: () => accessChanged(queries),
  })
  const view = useMutation({
    mutationFn: ({ id }: Role) => call(contract.roles.view_as, { id }, { missing: 'stay' }),
    onSuccess: async () => {
      // The page that opens must already know what the role may open.
      await queries.invalidateQueries({ queryKey: [contract.account.info.path] })
      await navigate('/dashboard')
      void queries.invalidateQueries()
    },
  })
  const ask = async (role: Role) => {
    if (await confirm({ title: t.deleteTitle, body: t.deleteBody(role.name), action: t.delete, danger: true })) remove.mutate(role)
  }
  const create = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} aria-haspopup="dialog" onClick={() => drawer.show({})}>
      {t.create}
    </Button>
  )
  return (
    <>
      <PageHeader title={t.title} term={<Term of="role" />} actions={roles.unborn ? undefined : create} />
      <ListTable
        list={roles}
        name="roles"
        subject={t.title}
        rowKey="id"
        columns={roleColumns({
          t,
          onEdit: ({ id }) => drawer.show({ id }),
          onView: (role) => view.mutate(role),
          onDelete: (role) => void ask(role),
        })}
        searchHint={t.searchHint}
        empty={{ title: t.emptyTitle, hint: t.emptyText, action: create }}
      />
      {drawer.subject && <RoleDrawer id={drawer.subject.id} onClose={drawer.close} onSaved={drawer.close} />}
    </>
  )
}
