import type { NetworkMember, ServicePort } from '@weft/contract'
import { problemText, routingCentersProblem } from '@weft/network-rules'
import { language, useText } from '@weft/ui'
import { Link } from 'react-router'
import { nameOf } from '../../../shared/member/name-of.ts'
import { networkPath } from '../network-paths.ts'
import type { CardProps } from './BasicCards.tsx'
import { OpenOne, OpenPanel, SettingCard } from './SettingCard.tsx'
import * as text from './settings-tab.text.ts'
import { usePanel } from './use-panel.ts'

const centersOf = (members: readonly NetworkMember[]) => members.filter(({ member_type }) => member_type === 'center')
const nameIn = (members: readonly NetworkMember[], name: string | null) =>
  members.find(({ router_name }) => router_name === name)?.note || (name ?? '')

export function RoutingCard({ network: { member, routing }, editable }: CardProps) {
  const t = useText(text)
  const spoken = language.use()
  const centers = centersOf(member)
  const few = routingCentersProblem(centers.length)
  if (few) return <SettingCard title={t.routing} term="routing" value={t.none} off note={problemText(few, spoken)} />
  const dual = routing.type === 1
  return (
    <SettingCard
      title={t.routing}
      term="routing"
      panel="routing"
      value={dual ? t.dual : t.mainIs(nameIn(member, routing.main_router))}
      note={dual ? centers.map(nameOf).join(' + ') : t.backupIs(nameIn(member, routing.secondary_router))}
      action={editable && <OpenPanel panel="routing" of={t.routing} />}
    />
  )
}

export function TwinCard({ network, editable }: CardProps) {
  const t = useText(text)
  const spoken = language.use()
  const { network_center_link: on, network_center_link_show: shown, network_center_link_network: link, member } = network
  if (shown === 0)
    return (
      <SettingCard
        title={t.twin}
        term="center_link"
        value={t.twinOff}
        off
        note={problemText({ code: 'centerLinkNeedsTwo', with: undefined }, spoken)}
      />
    )
  const running = on === 1 && link
  const address = link?.public_ip ? `${link.public_ip}:${link.public_port}` : undefined
  return (
    <SettingCard
      title={t.twin}
      term="center_link"
      panel={['center_link', 'center_link_segment']}
      value={!running ? t.twinOff : address ? t.twinOnPublic(address) : t.twinOn(`${link.gateway}/${link.mask}`)}
      off={!running}
      note={running ? t.twinServer(nameIn(member, link.center_router_name)) : t.twinApart}
      action={editable && <OpenPanel panel="center_link" of={t.twin} />}
    />
  )
}

/** Shows the segments of the first center, and how many other centers there are. */
export function CentersCard({ network, editable }: CardProps) {
  const t = useText(text)
  const { open } = usePanel()
  const centers = centersOf(network.member)
  const first = centers.find(({ gateway }) => gateway)
  const { network_center_link_network: link } = network
  const segment = ({ gateway, mask }: { gateway: string; mask: number }) => `${gateway}/${mask}`
  return (
    <SettingCard
      title={t.centers}
      term="segment"
      panel={['center_segments', 'center_link_segment']}
      value={first?.gateway ? t.ofHardware(segment(first.gateway.router)) : t.centersNone}
      off={!first}
      note={first?.gateway && t.andCenters(t.ofSoftware(segment(first.gateway.software)), centers.length - 1)}
      action={
        editable && (
          <OpenOne
            of={t.centers}
            choices={[
              ...centers.map((center) => ({
                key: center.router_name,
                label: nameOf(center),
                onClick: () => open('center_segments', center.router_name),
              })),
              ...(link?.gateway ? [{ key: 'twin', label: t.twinSegment, onClick: () => open('center_link_segment') }] : []),
            ]}
          />
        )
      }
    />
  )
}

/** Shows at which addresses the first center that has any is reached from outside. */
export function PortsCard({ network, editable }: CardProps) {
  const t = useText(text)
  const { open } = usePanel()
  const centers = centersOf(network.member).filter(({ fixed_port }) => fixed_port)
  const shown =
    centers.find(({ fixed_port }) => fixed_port!.router.public_ip !== null || fixed_port!.software.public_ip !== null) ?? centers[0]
  const portText = ({ public_ip, public_port }: ServicePort) => (public_ip === null ? t.dynamic : `${public_ip}:${public_port}`)
  if (!shown?.fixed_port) return <SettingCard title={t.ports} value={t.centersNone} off />
  const { router, software } = shown.fixed_port
  return (
    <SettingCard
      title={t.ports}
      panel="fixed_port"
      value={t.ofHardware(portText(router))}
      off={router.public_ip === null}
      note={t.andCenters(t.ofSoftware(portText(software)), centers.length - 1)}
      action={
        editable && (
          <OpenOne
            of={t.ports}
            choices={centers.map((center) => ({
              key: center.router_name,
              label: nameOf(center),
              onClick: () => open('fixed_port', center.router_name),
            }))}
          />
        )
      }
    />
  )
}

/** Shows whether every branch dials every center; each is set on its own. */
export function AccessCard({ network: { network_number, link, member } }: CardProps) {
  const t = useText(text)
  const centers = centersOf(member)
  if (centers.length === 0) return null
  const apart = new Set(link.filter(({ kind, enable }) => kind === 'center' && enable === 0).map(({ router_name }) => router_name))
  return (
    <SettingCard
      title={t.access}
      value={apart.size === 0 ? t.accessAll(centers.length) : t.accessPart(apart.size)}
      note={<Link to={`${networkPath.detail(network_number)}&tab=members`}>{t.byMember}</Link>}
    />
  )
}

/** Shows how many members send all their traffic through the network; each is set on its own. */
export function DefaultRouteCard({ network: { network_number, member } }: CardProps) {
  const t = useText(text)
  const on = member.filter(({ default_route }) => default_route !== 0)
  return (
    <SettingCard
      title={t.defaultRoute}
      value={on.length === 0 ? t.defaultRouteOff : t.defaultRouteOn(on.length)}
      off={on.length === 0}
      note={<Link to={`${networkPath.detail(network_number)}&tab=members`}>{t.byMember}</Link>}
    />
  )
}
