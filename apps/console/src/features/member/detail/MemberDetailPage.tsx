import { ReloadOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, ErrorState, PageHeader, Skeleton, StatusDot, useText } from '@weft/ui'
import { Button } from 'antd'
import { Navigate, useSearchParams } from 'react-router'
import { permits, useAccount } from '../../../shared/account/use-account.ts'
import { NoteEdit } from '../../../shared/member/NoteEdit.tsx'
import { MemberOnline } from '../../../shared/member/MemberOnline.tsx'
import { memberPath } from '../../../shared/member/member-paths.ts'
import { WhyOffline } from '../../../shared/member/WhyOffline.tsx'
import { usePageOpen } from '../../../shared/page/open-pages.ts'
import { usePageObject } from '@weft/ui/frame/page-object.ts'
import { ConnectionRecords } from './ConnectionRecords.tsx'
import { FactsCard } from './FactsCard.tsx'
import { InterfacesCard } from './InterfacesCard.tsx'
import './member-detail.css'
import * as text from './member-detail.text.ts'
import { NetworksCard } from './NetworksCard.tsx'
import { TrafficCard } from './TrafficCard.tsx'

/** Shows one member: its facts, its networks and its traffic. Without a name it leads to the list. */
export function MemberDetailPage() {
  const [params] = useSearchParams()
  const router_name = params.get('router_name')
  return router_name ? <MemberDetail key={router_name} router_name={router_name} /> : <Navigate to={memberPath.list} replace />
}

function MemberDetail({ router_name }: { router_name: string }) {
  const t = useText(text)
  const account = useAccount()
  const isOpen = usePageOpen()
  const queries = useQueryClient()
  const info = useQuery(asking(contract.router.info, { router_name }, { missing: memberPath.list }))
  const member = info.data
  usePageObject(member?.router_name)

  const reload = () => {
    void info.refetch()
    void queries.invalidateQueries({ queryKey: ['traffic'] })
    void queries.invalidateQueries({ queryKey: [contract.memberRecords.connect.path] })
  }
  if (!member)
    return (
      <>
        <PageHeader title={t.title} />
        {info.isError ? <ErrorState onRetry={reload} /> : <Skeleton paragraph={{ rows: 8 }} />}
      </>
    )
  return (
    <>
      <PageHeader
        title={<span className="weft-mono">{member.router_name}</span>}
        status={
          <>
            <MemberOnline member={member} />
            {member.status !== 1 && <StatusDot kind="disabled" text={t.disabled} />}
            {member.online !== 1 && <WhyOffline router_name={member.router_name} />}
          </>
        }
        meta={<NoteEdit member={member} editable={permits(account, 'member.edit')} />}
        actions={
          <Button icon={<ReloadOutlined aria-hidden />} loading={info.isFetching} onClick={reload}>
            {t.refresh}
          </Button>
        }
      />
      <div className="member-cards">
        <FactsCard member={member} />
        <NetworksCard networks={member.network} mayCreate={permits(account, 'network.create') && isOpen('/network/create')} />
        <InterfacesCard interfaces={member.interfaces} />
      </div>
      <TrafficCard member={member} />
      <ConnectionRecords router_name={member.router_name} />
    </>
  )
}
