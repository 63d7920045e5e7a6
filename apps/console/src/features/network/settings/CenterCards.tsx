import type { NetworkMember, ServicePort } from '@weft/contract'
import { problemText, routingCentersProblem } from '@weft/network-rules'
import { language, useText, bracketed } from '@weft/ui'
import { Button } from 'antd'
import type { CardProps } from './BasicCards.tsx'
import { Facts, OpenPanel, SettingCard } from './SettingCard.tsx'
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
  return (
    <SettingCard
      id="setting-routing"
      title={t.routing}
      term="routing"
      panel="routing"
      action={editable && !few && <OpenPanel panel="routing" of={t.routing} />}
    >
      {few ? (
        <p className="setting-help">{problemText(few, spoken)}</p>
      ) : (
        <p>
          {routing.type === 1
            ? t.dualOf(centers.map(({ note, router_name }) => note || router_name))
            : t.backupOf(nameIn(member, routing.main_router), nameIn(member, routing.secondary_router))}
        </p>
      )}
    </SettingCard>
  )
}

export function TwinCard({ network, editable }: CardProps) {
  const t = useText(text)
  const spoken = language.use()
  const { network_center_link: on, network_center_link_show: shown, network_center_link_network: link, member } = network
  const address = link?.public_ip ? `${link.public_ip}:${link.public_port}` : undefined
  return (
    <SettingCard
      id="setting-twin"
      title={t.twin}
      term="center_link"
      panel="center_link"
      action={editable && shown === 1 && <OpenPanel panel="center_link" of={t.twin} />}
    >
      {shown === 0 ? (
        <p className="setting-help">{problemText({ code: 'centerLinkNeedsTwo', with: undefined }, spoken)}</p>
      ) : on === 1 && link ? (
        <>
          <p>{address ? t.twinOnPublic(address) : t.twinOn(`${link.gateway}/${link.mask}`)}</p>
          <p className="setting-help">
            {t.twinServer} {nameIn(member, link.center_router_name)}
          </p>
        </>
      ) : (
        <p className="setting-help">{t.twinOff}</p>
      )}
    </SettingCard>
  )
}

/** Shows the segments and ports of each center. */
export function CentersCard({ network, editable }: CardProps) {
  const t = useText(text)
  const { open } = usePanel()
  const centers = centersOf(network.member)
  const { network_center_link_network: link } = network
  const portText = ({ public_ip, public_port, static_port }: ServicePort) =>
    public_ip === null ? t.dynamic : t.portOf(`${public_ip}:${public_port}`, static_port ?? 0)
  return (
    <SettingCard id="setting-centers" title={t.centers} term="segment" panel={['center_segments', 'fixed_port', 'center_link_segment']}>
      {centers.length === 0 && <p className="setting-help">{t.centersNone}</p>}
      {centers.map(({ router_name, note, gateway, fixed_port }) => (
        <section key={router_name} className="setting-center" aria-label={note || router_name}>
          <header>
            <h3>
              {note} <span className="weft-mono">{router_name}</span>
            </h3>
            {editable && (
              <span className="setting-foot">
                <Button type="link" className="setting-open" onClick={() => open('center_segments', router_name)}>
                  {t.editSegments}
                </Button>
                <Button type="link" className="setting-open" onClick={() => open('fixed_port', router_name)}>
                  {t.editPorts}
                </Button>
              </span>
            )}
          </header>
          {gateway && fixed_port && (
            <Facts
              rows={[
                [t.hardware, <Segment key="hardware" {...gateway.router} />],
                [t.software, <Segment key="software" {...gateway.software} />],
                [bracketed(t.ports, t.hardwareService), portText(fixed_port.router)],
                [bracketed(t.ports, t.softwareService), portText(fixed_port.software)],
              ]}
            />
          )}
        </section>
      ))}
      {link?.gateway && (
        <section className="setting-center" aria-label={t.twinSegment}>
          <header>
            <h3>{t.twinSegment}</h3>
            {editable && <OpenPanel panel="center_link_segment" of={t.twinSegment} />}
          </header>
          <p className="weft-mono">{`${link.gateway}/${link.mask}`}</p>
        </section>
      )}
    </SettingCard>
  )
}

const Segment = ({ gateway, mask }: { gateway: string; mask: number }) => <span className="weft-mono">{`${gateway}/${mask}`}</span>
