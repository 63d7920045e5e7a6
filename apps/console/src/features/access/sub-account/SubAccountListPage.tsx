import { LinkOutlined, PlusOutlined } from '@ant-design/icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { contract, type SubAccount } from '@weft/contract'
import { asking, call, confirm, copyText, CopyText, ListTable, PageHeader, toast, useDialog, useListPage, useText } from '@weft/ui'
import { Button } from 'antd'
import { BlockedButton } from '../../../shared/page/BlockedButton.tsx'
import { accessChanged } from '../access-changed.ts'
import '../access.css'
import { RoleDrawer } from '../role/RoleDrawer.tsx'
import { type Action, subAccountColumns } from './sub-account-columns.tsx'
import { NewSubAccountDialog, type NewSubAccount } from './NewSubAccountDialog.tsx'
import { signInLink } from './sign-in-link.ts'
import * as text from './sub-account.text.ts'
import { SubAccountDrawer } from './SubAccountDrawer.tsx'
import { Term } from '../../../shared/help/Term.tsx'

export function SubAccountListPage() {
  const t = useText(text)
  const queries = useQueryClient()
  const list = useListPage(contract.subAccounts.lists)
  const quantity = useQuery(asking(contract.subAccounts.quantity, {}, { quiet: true }))
  const asked = useQuery({ ...asking(contract.subAccounts.domain, {}, { quiet: true }), staleTime: Infinity })
  const { domain } = asked.data ?? {}
  // The domain waits for the number of accounts before it, which would move the domain's buttons.
  const known = !quantity.isPending && !asked.isPending
  const editing = useDialog<{ subAccount?: SubAccount }>()
  const role = useDialog<string>()
  const card = useDialog<NewSubAccount>()
  const remove = useMutation({
    mutationFn: ({ id }: SubAccount) => call(contract.subAccounts.delete, { id }, { missing: 'stay' }),
    onSuccess: () => toast.success(t.deleted),
    onSettled: () => accessChanged(queries),
  })
  const turn = useMutation({
    mutationFn: ({ id, status }: SubAccount) =>
      call(status === 1 ? contract.subAccounts.disable : contract.subAccounts.enable, { id }, { missing: 'stay' }),
    onSuccess: (_, { status }) => toast.success(status === 1 ? t.disabled : t.enabled),
    onSettled: () => accessChanged(queries),
  })
  const askToTurn = async (subAccount: SubAccount) => {
    if (subAccount.status === 0) return turn.mutate(subAccount)
    const body = (
      <ul>
        {t.disableBody.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    )
    // No danger: it can be undone at any time.
    if (await confirm({ title: t.disableTitle(subAccount.nickname), body, action: t.disable })) turn.mutate(subAccount)
  }
  const ask = async (subAccount: SubAccount) => {
    const body = t.deleteBody(subAccount.username)
    if (await confirm({ title: t.deleteTitle(subAccount.nickname), body, action: t.delete, danger: true })) remove.mutate(subAccount)
  }
  const actions: Record<Action, (subAccount: SubAccount) => void> = {
    edit: (subAccount) => editing.show({ subAccount }),
    role: ({ role_id }) => role.show(role_id),
    turn: (subAccount) => void askToTurn(subAccount),
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
        term={<Term of="sub_account" />}
        meta={
          <span className="access-meta">
            {quantity.data && <span>{t.usage(quantity.data.use, quantity.data.max)}</span>}
            {known && domain !== undefined && (
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
                  onClick={() => void copyText(signInLink(domain))}
                >
                  {t.copyLink}
                </Button>
              </>
            )}
          </span>
        }
        actions={list.unborn ? undefined : create}
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
      {editing.subject && (
        <SubAccountDrawer subAccount={editing.subject.subAccount} domain={domain ?? ''} onClose={editing.close} onCreated={card.show} />
      )}
      {card.subject && domain !== undefined && (
        <NewSubAccountDialog
          created={card.subject}
          domain={domain}
          onClose={card.close}
          onAgain={() => {
            card.close()
            editing.show({})
          }}
        />
      )}
      {role.subject !== undefined && <RoleDrawer id={role.subject} onClose={role.close} onSaved={role.close} />}
    </>
  )
}
