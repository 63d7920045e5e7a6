import { RightOutlined } from '@ant-design/icons'
import { ErrorState, Skeleton, StatusDot, type StatusKind, useText } from '@weft/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { usePageOpen } from '../../shared/page/open-pages.ts'
import * as text from './dashboard.text.ts'
import { useOverview } from './use-overview.ts'

/** Shows 「运行状况」: what works; each figure links to the list of what does not. */
export function HealthCard() {
  const t = useText(text)
  const overview = useOverview()
  const o = overview.data
  return (
    <section className="dashboard-card">
      <h2>{t.health}</h2>
      {o ? (
        <ul className="dashboard-health">
          <Figure
            path="/network/lists"
            filter={o.networks_usable < o.networks ? '?status=0' : ''}
            label={t.networksUsable}
            value={t.of(o.networks_usable, o.networks)}
            {...judge(o.networks, o.networks_usable, t.noNetworks, t.allUsable, t.nUnusable, 'offline')}
          />
          <Figure
            path="/router/lists"
            filter={o.members_online < o.members ? '?online=0' : ''}
            label={t.membersOnline}
            value={t.of(o.members_online, o.members)}
            {...judge(o.members, o.members_online, t.noMembers, t.allOnline, t.nOffline, 'pending')}
          />
          <Figure
            path="/account/service"
            label={t.expiring}
            value={String(o.expiring)}
            kind={o.expiring > 0 ? 'pending' : 'online'}
            note={o.expiring > 0 ? t.expiringText : t.noneExpiring}
          />
        </ul>
      ) : overview.isPending ? (
        <Skeleton title={false} paragraph={{ rows: 5 }} />
      ) : (
        <ErrorState compact onRetry={() => void overview.refetch()} />
      )}
    </section>
  )
}

function judge(all: number, good: number, none: string, fine: string, bad: (n: number) => string, kind: StatusKind) {
  if (all === 0) return { kind: 'idle' as const, note: none }
  return good === all ? { kind: 'online' as const, note: fine } : { kind, note: bad(all - good) }
}

interface FigureProps {
  path: string
  filter?: string
  label: string
  value: string
  kind: StatusKind
  note: string
}

function Figure({ path, filter = '', label, value, kind, note }: FigureProps) {
  const open = usePageOpen()(path)
  const shown: ReactNode = (
    <>
      <span className="dashboard-figure-label">{label}</span>
      <span className="dashboard-figure-value">
        {value}
        {open && <RightOutlined className="dashboard-go" aria-hidden />}
      </span>
      <span className="dashboard-figure-note">
        <StatusDot kind={kind} text={note} />
      </span>
    </>
  )
  return (
    <li>
      {open ? (
        <Link to={path + filter} className="dashboard-figure">
          {shown}
        </Link>
      ) : (
        <div className="dashboard-figure">{shown}</div>
      )}
    </li>
  )
}
