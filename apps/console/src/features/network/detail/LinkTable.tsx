import { type LinkState, type NetworkMember, stateNames } from '@weft/contract'
import { listed as joined, CopyText, EmptyState, language, type ListColumn, Nothing, StateText, TimeText, useText } from '@weft/ui'
import { PagedRows } from '@weft/ui/list/PagedRows.tsx'
import { Alert, Button, Select, Tag } from 'antd'
import { put, useViewParams } from '@weft/ui/frame/use-view-params.ts'
import { Term } from '../../../shared/help/Term.tsx'
import { MemberName, nameOf } from '../../../shared/member/MemberName.tsx'
import * as networkText from '../network.text.ts'
import { LinkTrafficCell, LinkTrafficLoader } from './LinkTraffic.tsx'
import { linkKey, type LiveLink, type LiveNetwork } from './network-state.ts'
import * as text from './network-detail.text.ts'
import { Uptime } from './Uptime.tsx'
import { useMemberActions } from './use-member-actions.ts'

/** The states of links, the worst first: users look for those that are down. */
const worstFirst = ['down', 'degraded', 'takeover', 'never', 'up', 'standby', 'disabled'] as const satisfies readonly LinkState[]

const NAMED = 3
/** Returns the first few notes or names, joined. */
const listed = (members: readonly NetworkMember[]) => joined(members.slice(0, NAMED).map(nameOf)) + (members.length > NAMED ? ' …' : '')

/** Returns for a network without centers the members that others dial, and how many cannot be dialled and so have no direct links. */
function unlinkedIn({ network_type, member }: LiveNetwork): { dialled: NetworkMember[]; alone: number } {
  const dialled = network_type === 2 ? member.filter(({ fixed_port }) => fixed_port !== null) : []
  return { dialled, alone: network_type === 2 ? member.length - dialled.length : 0 }
}

/** Lists which members are linked. @param editable whether links may be restarted */
export function LinkTable({ network, editable }: { network: LiveNetwork; editable: boolean }) {
  const t = useText(text)
  const n = useText(networkText)
  const actions = useMemberActions(network)
  const [params, setParams] = useViewParams()
  const spoken = language.use()
  const wanted = { state: worstFirst.find((one) => one === params.get('status')), center: params.get('center') }
  const set = (key: 'status' | 'center', value: string | undefined) => setParams((now) => put(now, key, value))
  const { link: links } = network
  const pointToPoint = network.network_type === 2
  const end = pointToPoint ? t.dialled : t.to
  const software = new Set(network.member.filter((m: NetworkMember) => m.router_type === 2).map((m) => m.router_name))
  const shown = links
    .filter(
      (l) => (wanted.state === undefined || l.state === wanted.state) && (wanted.center === null || l.center_router_name === wanted.center),
    )
    .toSorted((a, b) => worstFirst.indexOf(a.state) - worstFirst.indexOf(b.state))
  const states = worstFirst.filter((one) => one === wanted.state || links.some(({ state }) => state === one))
  const centers = new Map(links.map((l) => [l.center_router_name, l.center_router_name_note]))
  const byName = new Map(network.member.map((one) => [one.router_name, one]))
  const name = (router_name: string, note: string) => {
    const member = byName.get(router_name)
    const kind = member ? (member.router_type === 2 ? 'software' : member.member_type === 'center' ? 'center' : 'branch') : 'pop'
    return (
      <MemberName member={{ router_name, note, router_type: member?.router_type ?? 1 }} state={member?.state} kind={kind} link={!!member} />
    )
  }
  /** Returns what the dialling end of a link is called. */
  const from = (l: LiveLink) => nameOf({ router_name: l.router_name, note: l.router_name_note })
  const columns: ListColumn<LiveLink>[] = [
    { title: pointToPoint ? t.dialling : t.from, key: 'from', card: 'title', render: (_, l) => name(l.router_name, l.router_name_note) },
    {
      title: end,
      key: 'to',
      render: (_, l) => (
        <span className="network-member">
          {name(l.center_router_name, l.center_router_name_note)}
          {l.kind !== 'center' && <Tag>{n.linkKinds[l.kind]}</Tag>}
        </span>
      ),
    },
    { title: t.status, key: 'status', card: 'status', render: (_, l) => <StateText state={l.state} /> },
    { title: t.traffic, key: 'traffic', render: (_, l) => <LinkTrafficCell link={l} /> },
    { title: t.vpnIp, key: 'vpn_ip', render: (_, l) => (l.vpn_ip ? <CopyText value={l.vpn_ip} /> : <Nothing />) },
    { title: t.since, key: 'since', render: (_, l) => <TimeText at={l.since} /> },
    { title: t.upSince, key: 'time', align: 'right', render: (_, l) => <Uptime since={l.up_since} /> },
    ...(editable
      ? [
          {
            title: t.actions,
            key: 'actions',
            card: 'actions' as const,
            render: (_: unknown, l: LiveLink) => (
              <span className="network-row-actions">
                {software.has(l.router_name) && (
                  <Button
                    type="link"
                    className="network-link-button"
                    aria-label={t.killOf(from(l))}
                    onClick={() => void actions.kill(l.router_name)}
                  >
                    {t.kill}
                  </Button>
                )}
                <Button
                  type="link"
                  className="network-link-button"
                  aria-label={t.respawnOf(from(l))}
                  onClick={() => void actions.respawn(l.router_name)}
                >
                  {t.respawn}
                </Button>
              </span>
            ),
          },
        ]
      : []),
  ]
  const filtered = wanted.state !== undefined || wanted.center !== null
  const { dialled, alone } = unlinkedIn(network)
  return (
    <div className="network-panel">
      {dialled.length > 0 && alone > 1 && (
        <Alert className="network-unlinked" type="info" showIcon title={t.unlinked(alone)} description={t.unlinkedText(listed(dialled))} />
      )}
      <div className="network-tab-tools network-tab-filters">
        <Select
          allowClear
          className="network-filter"
          aria-label={t.status}
          placeholder={t.status}
          value={wanted.state}
          options={states.map((value) => ({ value, label: stateNames[value][spoken] }))}
          onChange={(value: string | undefined) => set('status', value)}
        />
        <Select
          allowClear
          className="network-filter network-filter-wide"
          aria-label={end}
          placeholder={end}
          value={wanted.center}
          options={[...centers].map(([value, note]) => ({ value, label: note || value }))}
          onChange={(value: string | undefined) => set('center', value)}
        />
        <span className="network-tab-term">
          {t.links}
          <Term of="link" />
        </span>
      </div>
      <PagedRows
        rows={shown}
        keyOf={linkKey}
        columns={columns}
        renderAround={(page, table) => (
          <LinkTrafficLoader network_number={network.network_number} links={page}>
            {table}
          </LinkTrafficLoader>
        )}
        nothing={
          <EmptyState
            title={filtered && links.length > 0 ? t.noLinkMatch : t.noLinks}
            {...(links.length === 0 && alone > 1 && { hint: t.noneReachable })}
          />
        }
      />
    </div>
  )
}
