import { DownOutlined, PlusOutlined } from '@ant-design/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract, type NetworkMember } from '@weft/contract'
import { call, confirm, CopyText, ErrorState, PageHeader, toast, useDialog, useText } from '@weft/ui'
import { Alert, Button, Dropdown, Skeleton, Tabs, Tag } from 'antd'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { usePageOpen } from '../../../shared/page/open-pages.ts'
import { usePageObject } from '../../../shared/page/page-object.ts'
import { AddMemberDrawer } from '../dialogs/AddMemberDrawer.tsx'
import { DeleteNetworkDialog } from '../dialogs/DeleteNetworkDialog.tsx'
import { RenameNetworkDialog } from '../dialogs/RenameNetworkDialog.tsx'
import { NetworkStatusText, RevisionText } from '../NetworkStatusText.tsx'
import * as networkText from '../network.text.ts'
import { networkPath } from '../network-paths.ts'
import { networksChanged } from '../networks-changed.ts'
import { useNetworkRights } from '../network-rights.ts'
import { popupContainer } from '../../../shared/page/popup-container.ts'
import { LinkTable } from './LinkTable.tsx'
import { MemberTable } from './MemberTable.tsx'
import './network-detail.css'
import * as text from './network-detail.text.ts'
import { vpnAddresses } from './network-state.ts'
import { RefreshLine } from './RefreshLine.tsx'
import { useNetwork } from './use-network.ts'

type Asked = 'add' | 'rename' | 'delete'

export function NetworkDetailPage() {
  const [params] = useSearchParams()
  const network_number = params.get('network_number')
  return network_number ? (
    <NetworkDetail key={network_number} network_number={network_number} />
  ) : (
    <Navigate to={networkPath.list} replace />
  )
}

function NetworkDetail({ network_number }: { network_number: string }) {
  const t = useText(text)
  const n = useText(networkText)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const rights = useNetworkRights()
  const isOpen = usePageOpen()
  const [params, setParams] = useSearchParams()
  const asked = useDialog<Asked>()
  const { info, network, updated, failing, paused, setPaused, reload } = useNetwork(network_number)

  usePageObject(network?.network_name)

  const remove = useMutation({
    mutationFn: ({ router_name }: NetworkMember) =>
      call(contract.network.remove_member, { network_number, router_name }, { missing: 'stay' }),
    onSuccess: () => toast.success(t.removed),
    onSettled: () => networksChanged(queries),
  })
  const askRemove = async (member: NetworkMember) => {
    const yes = await confirm({
      title: t.removeTitle,
      body: t.removeBody(member.note || member.router_name),
      action: t.remove,
      danger: true,
    })
    if (yes) remove.mutate(member)
  }

  if (!network)
    return (
      <>
        <PageHeader title={t.title} />
        {info.isError ? <ErrorState onRetry={reload} /> : <Skeleton active paragraph={{ rows: 8 }} />}
      </>
    )

  const usable = network.network_status === 1
  const more = [
    ...(rights.edit ? [{ key: 'manage', label: n.manage, onClick: () => void navigate(networkPath.edit(network_number)) }] : []),
    ...(rights.edit && usable && isOpen('/network/ticket_create')
      ? [{ key: 'pop', label: n.requestPop, onClick: () => void navigate(networkPath.requestPop(network_number)) }]
      : []),
    ...(rights.edit && usable ? [{ key: 'rename', label: n.rename, onClick: () => asked.show('rename') }] : []),
    ...(rights.delete ? [{ key: 'delete', label: n.deleteTitle, danger: true, onClick: () => asked.show('delete') }] : []),
  ]
  const done = () => {
    asked.close()
    void networksChanged(queries)
  }
  return (
    <>
      <PageHeader
        title={network.network_name}
        status={
          <>
            <NetworkStatusText status={network.network_status} />
            <RevisionText state={network.revision_state} />
            <Tag>{n.types[network.network_type]}</Tag>
            <Tag>{t.cipher(n.ciphers[network.ncp_ciphers])}</Tag>
          </>
        }
        meta={
          <>
            <CopyText value={network.network_number} />
            <RefreshLine updated={updated} failing={failing} paused={paused} onPause={setPaused} />
          </>
        }
        actions={
          <>
            {more.length > 0 && (
              <Dropdown trigger={['click']} getPopupContainer={popupContainer} menu={{ items: more }}>
                <Button icon={<DownOutlined aria-hidden />} iconPlacement="end">
                  {t.more}
                </Button>
              </Dropdown>
            )}
            {rights.edit && usable && (
              <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => asked.show('add')}>
                {t.addMember}
              </Button>
            )}
          </>
        }
      />
      {!usable && (
        <Alert
          className="network-banner"
          type="warning"
          showIcon
          title={t.bannerTitle}
          description={t.bannerText}
          action={
            <span className="network-member">
              {rights.edit && <Button onClick={() => void navigate(networkPath.edit(network_number))}>{t.removeMembers}</Button>}
              {isOpen('/ticket/create') && <Button onClick={() => void navigate('/ticket/create')}>{t.submitTicket}</Button>}
            </span>
          }
        />
      )}
      <div className="network-panel">
        <Tabs
          activeKey={params.get('tab') === 'links' ? 'links' : 'members'}
          onChange={(tab) => setParams({ network_number, ...(tab === 'links' ? { tab } : {}) }, { replace: true })}
          items={[
            {
              key: 'members',
              label: `${t.members} ${network.member.length}`,
              children: (
                <MemberTable
                  members={network.member}
                  addresses={vpnAddresses(network)}
                  onRemove={rights.edit ? (member) => void askRemove(member) : undefined}
                />
              ),
            },
            { key: 'links', label: `${t.links} ${network.link.length}`, children: <LinkTable links={network.link} /> },
          ]}
        />
      </div>
      {asked.subject === 'add' && <AddMemberDrawer network={network} onClose={asked.close} onAdded={done} />}
      {asked.subject === 'rename' && <RenameNetworkDialog network={network} onClose={asked.close} onRenamed={done} />}
      {asked.subject === 'delete' && (
        <DeleteNetworkDialog
          network={{ ...network, member_count: network.member.length }}
          onClose={asked.close}
          onDeleted={() => {
            void networksChanged(queries, { leaving: true })
            void navigate(networkPath.list, { replace: true })
          }}
        />
      )}
    </>
  )
}
