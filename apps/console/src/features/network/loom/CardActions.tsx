import { ReloadOutlined } from '@ant-design/icons'
import { type Fix, needsAttention } from '@weft/contract'
import { fixOf } from '@weft/network-rules'
import { copyText, useText } from '@weft/ui'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { memberPath } from '../../../shared/member/member-paths.ts'
import { usePageOpen } from '../../../shared/page/open-pages.ts'
import type { LiveNetwork } from '../detail/network-state.ts'
import { useMemberActions } from '../detail/use-member-actions.ts'
import { useNetworkRights } from '../network-rights.ts'
import { usePanel } from '../settings/use-panel.ts'
import type { Crossing, Site } from './loom-model.ts'
import * as text from './loom.text.ts'

/** Returns what helps a site or one of its links; null where nothing is wrong. */
export function remedyOf({ member }: Pick<Site, 'member'>, link: Pick<Crossing, 'state'> | null): Fix | null {
  const { state, cause, router_type, config_error } = member
  // Some links of it are down, but not this one.
  if (state === 'degraded' && link !== null && link.state !== 'down' && link.state !== 'degraded') return null
  const fix = state === 'never' || needsAttention(state) ? fixOf({ cause, router_type, error: config_error }) : null
  return fix ?? (link?.state === 'down' || link?.state === 'degraded' ? 'redial' : null)
}

interface Props {
  network: LiveNetwork
  site: Site
  link: Crossing | null
  /** The diagnosis as text. */
  copied: string
  onDone: () => void
}

/** Offers the one action that helps, the site's page and a copy of the diagnosis. What changes something is absent without the right to it. */
export function CardActions({ network, site, link, copied, onDone }: Props) {
  const t = useText(text)
  const navigate = useNavigate()
  const isOpen = usePageOpen()
  const { edit } = useNetworkRights()
  const { open } = usePanel()
  const { busy, respawn, resend } = useMemberActions(network)
  const editable = edit && network.network_status === 1
  const detail = isOpen('/router/detail')
  const remedy = remedyOf(site, link)
  const steps = () => void navigate(memberPath.detail(site.id))
  const remedies: Partial<Record<Fix, { shown: boolean; label: string; act: () => void }>> = {
    redial: { shown: editable, label: t.redial, act: () => void respawn(site.id) },
    steps: { shown: detail, label: t.howToFix, act: steps },
    start: { shown: detail, label: t.howToStart, act: steps },
    // The page of the site says which center is lost, and leads to it.
    open_center: { shown: detail, label: t.howToFix, act: steps },
    edit_prefix: {
      shown: editable,
      label: t.editPrefix,
      act: () => {
        onDone()
        open('prefix', site.id)
      },
    },
    resend: { shown: editable, label: t.resend, act: () => resend(site.id) },
  }
  const helping = remedy === null ? undefined : remedies[remedy]
  const dialled = link !== null && link.state !== 'never' && link.state !== 'disabled'
  return (
    <div className="loom-card-actions">
      {helping?.shown && (
        <Button type="primary" disabled={busy} onClick={helping.act}>
          {helping.label}
        </Button>
      )}
      {helping === undefined && dialled && editable && (
        <Button icon={<ReloadOutlined aria-hidden />} disabled={busy} onClick={() => void respawn(site.id)}>
          {t.redial}
        </Button>
      )}
      {detail && <Button onClick={steps}>{t.openSite}</Button>}
      <Button type="text" onClick={() => void copyText(copied)}>
        {t.copy}
      </Button>
    </div>
  )
}
