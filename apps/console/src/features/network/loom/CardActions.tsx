import { ReloadOutlined } from '@ant-design/icons'
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

/** The one action that helps. */
export type Remedy = 'redial' | 'steps' | 'start' | 'prefix' | 'resend'

const PREFIX = /\b\d{1,3}(\.\d{1,3}){3}\/\d{1,2}\b/

/** Returns the action that helps a site or one of its links; null where nothing is wrong. */
export function remedyOf({ member }: Pick<Site, 'member'>, link: Pick<Crossing, 'state'> | null): Remedy | null {
  if (member.state === 'down') return 'steps'
  if (member.state === 'never') return 'start'
  if (member.state === 'failed') return PREFIX.test(member.config_error ?? '') ? 'prefix' : 'resend'
  const bad = link === null ? member.state === 'degraded' : link.state === 'down' || link.state === 'degraded'
  return bad ? 'redial' : null
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
  const remedies: Record<Remedy, { shown: boolean; label: string; act: () => void }> = {
    redial: { shown: editable, label: t.redial, act: () => void respawn(site.id) },
    steps: { shown: detail, label: t.howToFix, act: steps },
    start: { shown: detail, label: t.howToStart, act: steps },
    prefix: {
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
        <Button icon={<ReloadOutlined aria-hidden />} disabled={busy} onClick={remedies.redial.act}>
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
