import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, ErrorState, toast, useText } from '@weft/ui'
import { Button, Progress, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { usageState } from '../usage-state.ts'
import './network-list.css'
import * as text from './network-list.text.ts'

/** What the account holds and how much of it is used. */
export function NetworkSummaryCards() {
  const t = useText(text)
  const config = useQuery(asking(contract.network.config, {}, { quiet: true }))
  const { network_level, network_router_use: used = 0, network_router_count: count = 0 } = config.data ?? {}
  const card = (title: string, upgrade: string, content: ReactNode) => (
    <section className="network-summary" aria-label={title}>
      <div className="network-summary-head">
        <h2>{title}</h2>
        <Button type="link" size="small" aria-label={upgrade} onClick={() => toast.warning(t.noUpgrade)}>
          {t.upgrade}
        </Button>
      </div>
      {config.isPending ? (
        <Skeleton active title={{ width: 96 }} paragraph={false} />
      ) : config.data ? (
        content
      ) : (
        <ErrorState compact onRetry={() => void config.refetch()} />
      )}
    </section>
  )
  return (
    <div className="network-summaries">
      {card(t.level, t.upgradeLevel, <p className="network-summary-value">{t.levels[network_level ?? 1]}</p>)}
      {card(
        t.members,
        t.upgradeMembers,
        <>
          <p className="network-summary-value">
            {used} <span>/ {count}</span>
          </p>
          <Progress
            percent={count === 0 ? 0 : Math.min(100, (used / count) * 100)}
            showInfo={false}
            size="small"
            aria-label={t.members}
            {...usageState(used, count)}
          />
        </>,
      )}
    </div>
  )
}
