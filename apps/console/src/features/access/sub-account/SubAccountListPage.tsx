import { LinkOutlined, PlusOutlined } from '@ant-design/icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { contract, type SubAccount } from '@weft/contract'
import { asking, call, confirm, copyText, CopyText, ListTable, PageHeader, toast, useDialog, useListPage, useText } from '@weft/ui'
import { Button } from 'antd'
import { BlockedButton } from '../../../shared/page/BlockedButton.tsx'
import { accessChanged } from '../access-changed.ts'
import '../access.css'
import { OperationLogDrawer } from '../operation-log/OperationLogDrawer.tsx'
import { RoleDrawer } from '../role/RoleDrawer.tsx'
import { type Action, subAccountColumns } from './sub-account-columns.tsx'
import * as text from './sub-account.text.ts'
import { SubAccountDrawer } from './SubAccountDrawer.tsx'

/** Returns the address of the sign-in page for sub-accounts, where only the name before the @ is missing. */
const loginLink = (domain: string) => `${location.origin}/login?${new URLSearchParams({ mode: 'ram', username: `@${domain}` })}`

export function SubAccountListPage() {
  const t = useText(text)
  const queries = useQueryClient()
  const list = useListPage(contract.subAccounts.lists)
  const quantity = useQuery(asking(contract.subAccounts.quantity, {}, { quiet: true }))
  const { domain } = useQuery({ ...asking(contract.subAccounts.domain, {}, { quiet: true }), staleTime: Infinity }).data ?? {}
  const editing = useDialog<{ subAccount?: SubAccount }>()
  const role = useDialog<string>()
  const log = useDialog<{ subAccount?: SubAccount }>()
  const remove = useMutation({
    mutationFn: ({ id }: SubAccount) => call(contract.subAccounts.delete, { id }, { missing: 'stay' }),
    onSuccess: () => toast.success(t.deleted),
    onSettled: () => accessChanged(queries),
  })
  const ask = async (subAccount: SubAccount) => {
    const body = t.deleteBody(subAccount.username)
    if (await confirm({ title: t.deleteTitle, body, action: t.delete, danger: true })) remove.mutate(subAccount)
  }
  const actions: Record<Action, (subAccount: SubAccount) => void> = {
    edit: (subAccount) => editing.show({ subAccount }),
    log: (subAccount) => log.show({ subAccount }),
    role: ({ role_id }) => role.show(role_id),
    delete: (subAccount) => void ask(subAccount),
  }
  const full = quantity.data !== undefined && quantity.data.use >= quantity.data.max
  const create = (
    <BlockedButton
      type="primary"
      icon={<PlusOutlined aria-hidden />}
      aria-haspopup="dialog"
      reason={full ? t.full : undefined}
      onPress={() => editing.show({})}
    >
      {t.create}
    </BlockedButton>
  )
  return (
    <>
      <PageHeader
        title={t.title}
        meta={
          <span className="access-meta">
            {quantity.data && <span>{t.usage(quantity.data.use, quantity.data.max)}</span>}
            {domain !== undefined && (
              <>
                <span>
                  {t.domain}
                  <CopyText value={domain} />
                </span>
                <Button
                  type="link"
                  size="small"
                  className="access-link"
                  icon={<LinkOutlined aria-hidden />}
                  onClick={() => void copyText(loginLink(domain))}
                >
                  {t.copyLink}
                </Button>
              </>
            )}
          </span>
        }
        actions={create}
        more={[{ key: 'log', label: t.everybodysLog, onClick: () => log.show({}) }]}
      />
      <ListTable
        list={list}
        name="sub-accounts"
        subject={t.title}
        rowKey="id"
        columns={subAccountColumns({ t, onAction: (action, of) => actions[action](of) })}
        searchHint={t.searchHint}
        empty={{ title: t.emptyTitle, hint: t.emptyText, action: create }}
      />
      {editing.subject && <SubAccountDrawer subAccount={editing.subject.subAccount} domain={domain ?? ''} onClose={editing.close} />}
      {role.subject !== undefined && <RoleDrawer id={role.subject} onClose={role.close} onSaved={role.close} />}
      {log.subject && <OperationLogDrawer subAccount={log.subject.subAccount} onClose={log.close} />}
    </>
  )
}
