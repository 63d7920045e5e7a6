import { contract, type MemberInfo, type NetworkRevision, phaseNames, phaseOf } from '@weft/contract'
import { language, type ListColumn, ListTable, StateText, TimeText, useListPage, useText } from '@weft/ui'
import { Select } from 'antd'
import { Link } from 'react-router'
import { useViewParams } from '@weft/ui/frame/use-view-params.ts'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import * as text from './tabs.text.ts'

const marks = { pending: 'running', applied: 'up', failed: 'failed', superseded: 'idle', reverted: 'idle' } as const

/** Lists the revisions of a network that changed a member, the newest first. */
export function ChangesTab({ member }: { member: MemberInfo }) {
  const { network } = member
  const t = useText(text)
  const [params, setParams] = useViewParams()
  const chosen = network.find(({ network_number }) => network_number === params.get('network')) ?? network[0]
  if (!chosen) return <p className="member-none">{t.noNetwork}</p>
  return (
    <>
      {network.length > 1 && (
        <Select
          className="member-network-select"
          aria-label={t.network}
          value={chosen.network_number}
          options={network.map(({ network_number, network_name }) => ({ value: network_number, label: network_name }))}
          getPopupContainer={popupContainer}
          onChange={(number) => setParams((now) => now.set('network', number))}
        />
      )}
      <Revisions key={chosen.network_number} member={member} network_number={chosen.network_number} />
      <p>
        <Link to={`/network/detail?network_number=${chosen.network_number}&tab=settings&panel=history`}>{t.history}</Link>
      </p>
    </>
  )
}

function Revisions({ member, network_number }: { member: MemberInfo; network_number: string }) {
  const t = useText(text)
  const spoken = language.use()
  const { router_name } = member
  const phase = phaseOf(member)
  const list = useListPage(contract.networkRevisions.list, [], { router_name, network_number }, 'change_')
  const columns: ListColumn<NetworkRevision>[] = [
    { key: 'revision', title: t.revision, card: 'title', pinned: true, render: (_, row) => t.version(row.revision) },
    { key: 'summary', title: t.changes, render: (_, row) => row.summary },
    {
      key: 'state',
      title: t.outage.state,
      card: 'status',
      render: (_, { state }) =>
        // A network does not wait for a member that is away. Its own page says that it has yet to get the newest revision.
        state !== 'superseded' && state !== 'reverted' && (phase === 'offline' || phase === 'never') ? (
          <StateText state="unknown">{phaseNames[phase][spoken]}</StateText>
        ) : (
          <StateText state={marks[state]}>{t.outcomes[state]}</StateText>
        ),
    },
    { key: 'by', title: t.by, render: (_, row) => row.by },
    { key: 'time', title: t.time, render: (_, row) => <TimeText at={row.create_time} /> },
  ]
  return (
    <ListTable list={list} name="member-changes" subject={t.changes} rowKey="revision" columns={columns} empty={{ title: t.noChanges }} />
  )
}
