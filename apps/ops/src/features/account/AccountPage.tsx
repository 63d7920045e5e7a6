import { useQuery } from '@tanstack/react-query'
import { opsContract } from '@weft/contract'
import { asking, CopyText, ErrorState, PageHeader, Skeleton, useDialog, useText } from '@weft/ui'
import { usePageObject } from '@weft/ui/frame/page-object.ts'
import { PagedRows } from '@weft/ui/list/PagedRows.tsx'
import { DetailCard } from '@weft/ui/parts/DetailCard.tsx'
import { LinkButton } from '@weft/ui/parts/LinkButton.tsx'
import { usePageKey } from '@weft/ui/frame/page-key.ts'
import { Alert, Button } from 'antd'
import { Navigate } from 'react-router'
import { useMay } from '../../shared/operator/use-operator.ts'
import '../../shared/page/panel.css'
import '../../shared/page/stack.css'
import { GrantDialog } from '../../shared/service/GrantDialog.tsx'
import { RenewSeveral } from '../../shared/service/RenewSeveral.tsx'
import { useServiceColumns } from '../../shared/service/service-columns.tsx'
import * as serviceText from '../../shared/service/service.text.ts'
import { ticketPath } from '../../shared/ticket/ticket-paths.ts'
import { AccountActions } from './AccountActions.tsx'
import { AccountState } from './AccountListPage.tsx'
import { AccountTabs } from './AccountTabs.tsx'
import { TroubleCard, TroubleVerdict, useAccountTrouble } from './AccountTrouble.tsx'
import * as text from './account-page.text.ts'
import { LimitFacts } from './LimitFacts.tsx'
import { ProfileFacts } from './ProfileFacts.tsx'

const { accounts, services, tickets } = opsContract

/** Shows everything about one customer: what is wrong first, what they bought last. */
export function AccountPage() {
  const account_number = usePageKey('account_number') ?? ''
  return account_number === '' ? <Navigate to="/accounts" replace /> : <Account key={account_number} account_number={account_number} />
}

function Account({ account_number }: { account_number: string }) {
  const t = useText(text)
  const s = useText(serviceText)
  const may = useMay()
  const columns = useServiceColumns(true)
  const granting = useDialog<true>()
  const trouble = useAccountTrouble(account_number)
  const { data, error, isPending, refetch } = useQuery(asking(accounts.info, { account_number }, { missing: '/accounts' }))
  const ticket = trouble.data?.tickets[0]
  usePageObject(data && (data.nickname || data.username))
  if (isPending || !data)
    return (
      <>
        <PageHeader title={t.title} />
        {isPending ? <Skeleton paragraph={{ rows: 10 }} /> : <ErrorState error={error} onRetry={() => void refetch()} />}
      </>
    )
  return (
    <div className="desk-stack">
      <PageHeader
        title={data.nickname || data.username}
        status={
          <>
            {data.status === 0 && <AccountState status={0} />}
            {trouble.data && <TroubleVerdict trouble={trouble.data} />}
          </>
        }
        meta={<CopyText value={account_number} />}
        actions={
          <>
            {data.status === 1 && ticket && may(tickets.reply) && (
              <LinkButton type="primary" to={ticketPath.detail(ticket.ticket_number)}>
                {t.replyTicket}
              </LinkButton>
            )}
            <AccountActions account={data} />
          </>
        }
      />
      {data.status === 0 && <Alert type="warning" showIcon title={t.isDisabled} description={t.isDisabledNote} />}
      <TroubleCard asked={trouble} />
      <div className="desk-halves">
        <ProfileFacts account={data} />
        <LimitFacts limits={data.limits} />
      </div>
      <AccountTabs account_number={account_number} />
      <DetailCard
        title={t.services}
        extra={
          may(services.grant) && (
            <span className="desk-extra desk-buttons">
              <RenewSeveral services={data.services} />
              <Button onClick={() => granting.show(true)}>{s.grantTitle}</Button>
            </span>
          )
        }
      >
        <PagedRows rows={data.services} keyOf={({ id }) => id} columns={columns} nothing={t.noServices} />
      </DetailCard>
      {granting.subject && <GrantDialog account_number={account_number} onClose={granting.close} />}
    </div>
  )
}
