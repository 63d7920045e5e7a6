import { METRICS, type NetworkInfo, type NetworkLink, type NetworkMember } from '@weft/contract'
import { lastLinkProblem, problemText } from '@weft/network-rules'
import { language, useText } from '@weft/ui'
import { Alert, Button, Select, Switch, Tooltip } from 'antd'
import { type ReactNode, useId } from 'react'
import { useNavigate } from 'react-router'
import { useAccount } from '../../../shared/account/use-account.ts'
import { nameOf } from '../../../shared/member/MemberName.tsx'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { useMemberActions } from '../detail/use-member-actions.ts'
import { networkPath } from '../network-paths.ts'
import { useNetworkRights } from '../network-rights.ts'
import './member-actions.css'
import * as text from './member-actions.text.ts'
import { type Panel, usePanel } from './use-panel.ts'
import { useSettingChange } from './use-setting-change.ts'

interface Props {
  network: NetworkInfo
  member: NetworkMember
}

/** Offers the settings and actions of a member in this network; only previews if the network cannot be changed. */
export function MemberActions({ network, member }: Props) {
  const t = useText(text)
  const { open } = usePanel()
  const navigate = useNavigate()
  const { edit } = useNetworkRights()
  const editable = edit && network.network_status === 1
  return (
    <div className="member-actions">
      {member.config_error !== null && <Alert type="error" showIcon title={t.failed} description={member.config_error} />}
      {editable && (
        <>
          <Routes network={network} member={member} />
          <Links network={network} member={member} />
          <Panels network={network} member={member} />
        </>
      )}
      <Group title={t.actions}>
        <div className="member-actions-buttons">
          {editable && <Actions network={network} member={member} />}
          <Button onClick={() => open('preview', member.router_name)}>{t.preview}</Button>
          <Button onClick={() => void navigate(networkPath.overview(network.network_number))}>{t.overview}</Button>
        </div>
      </Group>
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

/** Draws a control next to its label. */
function Row({ label, help, children }: { label: string; help?: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="member-actions-row">
      <span>
        <label htmlFor={id}>{label}</label>
        {help && <small>{help}</small>}
      </span>
      {children(id)}
    </div>
  )
}

function Routes({ network, member }: Props) {
  const t = useText(text)
  const { auth } = useAccount()
  const { change, pending } = useSettingChange(network)
  const { router_name, router_type, default_route, metric, quagga, mode } = member
  const receivers = network.member.filter((one) => one.default_route === 2 && one.router_name !== router_name).map(nameOf)
  const dynamic = auth.quagga === 1 && router_type === 1
  if (auth.default_route !== 1 && !dynamic && router_type === 1) return null
  const select = { getPopupContainer: popupContainer, popupMatchSelectWidth: false, disabled: pending !== undefined }
  return (
    <Group title={t.route}>
      {auth.default_route === 1 && (
        <Row label={t.defaultRoute}>
          {(id) => (
            <Select
              {...select}
              id={id}
              loading={pending?.name === 'default_route'}
              value={default_route}
              options={([0, 1, 2] as const).map((value) => ({ value, label: t.routes[value] }))}
              onChange={(model) =>
                void change(
                  'default_route',
                  { router_name, model, metric: model === 1 ? (metric ?? METRICS[0]) : null },
                  // No tunnel is disturbed, but the way of others to the internet changes.
                  model === 1 ? { title: t.publishTitle, body: t.publishBody(nameOf(member), receivers), action: t.publish } : undefined,
                )
              }
            />
          )}
        </Row>
      )}
      {auth.default_route === 1 && default_route === 1 && (
        <Row label={t.metric}>
          {(id) => (
            <Select
              {...select}
              id={id}
              value={metric ?? METRICS[0]}
              options={METRICS.map((value) => ({ value, label: t.metrics[value] }))}
              onChange={(next) => void change('default_route', { router_name, model: 1, metric: next })}
            />
          )}
        </Row>
      )}
      {dynamic && (
        <Row label={t.quagga}>
          {(id) => (
            <Switch
              id={id}
              checked={quagga === 1}
              disabled={pending !== undefined}
              loading={pending?.name === 'quagga'}
              onChange={(on) => void change('quagga', { router_name, enable: on ? 1 : 0 })}
            />
          )}
        </Row>
      )}
      {router_type === 2 && (
        <Row label={t.mode} help={t.modeHelp}>
          {(id) => (
            <Select
              {...select}
              id={id}
              loading={pending?.name === 'software_mode'}
              value={mode ?? network.mode}
              options={([1, 2, 3] as const).map((value) => ({ value, label: t.modes[value] }))}
              onChange={(next) => void change('software_mode', { router_name, mode: next })}
            />
          )}
        </Row>
      )}
    </Group>
  )
}

/** Switches the links of a branch to centers or other branches. The last one stays on, unless others dial this branch. */
function Links({ network, member: { router_name, fixed_port } }: Props) {
  const t = useText(text)
  const spoken = language.use()
  const { change, pending } = useSettingChange(network)
  const links = network.link.filter(({ kind, router_name: own }) => (kind === 'center' || kind === 'p2p') && own === router_name)
  if (links.length === 0) return null
  const turn = async ({ center_router_name }: NetworkLink, center: string, enable: 0 | 1) => {
    const ask = enable === 1 ? undefined : { title: t.closeLinkTitle, body: t.closeLinkBody(center), action: t.closeLink, danger: true }
    await change('edit_point_link', { router_name, link_config: [{ center_router_name, enable }] }, ask)
  }
  return (
    <Group title={t.links}>
      {links.map((link) => {
        const center = link.center_router_name_note || link.center_router_name
        // Defined if this link cannot be turned off.
        const without = links.map((other) => (other === link ? 0 : other.enable))
        const last = link.enable === 1 ? lastLinkProblem(router_name, without, fixed_port !== null) : undefined
        return (
          <Row key={link.center_router_name} label={t.linkTo(center)}>
            {(id) => (
              <Tooltip title={last && problemText(last, spoken)} trigger={['hover', 'focus']}>
                <Switch
                  id={id}
                  checked={link.enable === 1}
                  // It can still be focused, so that it can show why it is disabled.
                  aria-disabled={last !== undefined || undefined}
                  className={last ? 'member-actions-last' : ''}
                  loading={pending !== undefined}
                  onChange={(next) => {
                    if (!last) void turn(link, center, next ? 1 : 0)
                  }}
                />
              </Tooltip>
            )}
          </Row>
        )
      })}
    </Group>
  )
}

/** Draws buttons for the settings that have their own panel. */
function Panels({ network, member }: Props) {
  const t = useText(text)
  const { open } = usePanel()
  const center = member.member_type === 'center'
  // In a network without centers, others dial a hardware member that has a fixed address.
  const mayListen = center || (network.network_type === 2 && member.router_type === 1)
  const entries: [shown: boolean, panel: Panel, label: string][] = [
    [member.router_type === 1, 'prefix', t.prefix],
    [mayListen, 'fixed_port', t.fixedPort],
    [center || member.gateway !== null, 'center_segments', t.segments],
    [network.network_fr !== null, 'member_ov', t.popArea],
    [!center, 'point_link', t.pointLink],
  ]
  const shown = entries.filter(([wanted]) => wanted)
  if (shown.length === 0) return null
  return (
    <Group title={t.config}>
      <div className="member-actions-buttons">
        {shown.map(([, panel, label]) => (
          <Button key={panel} onClick={() => open(panel, member.router_name)}>
            {label}
          </Button>
        ))}
      </div>
    </Group>
  )
}

function Actions({ network, member: { router_name, router_type } }: Props) {
  const t = useText(text)
  const { busy, sending, resend, respawn, kill } = useMemberActions(network)
  return (
    <>
      <Button loading={sending} disabled={busy} onClick={() => resend(router_name)}>
        {sending ? t.resending : t.resend}
      </Button>
      <Button disabled={busy} onClick={() => void respawn(router_name)}>
        {t.respawn}
      </Button>
      {router_type === 2 && (
        <Button danger disabled={busy} onClick={() => void kill(router_name)}>
          {t.kill}
        </Button>
      )}
    </>
  )
}
