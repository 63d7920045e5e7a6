import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, useText } from '@weft/ui'
import { Progress } from 'antd'
import { usageState } from '../../../shared/account/usage-state.ts'
import { SummaryCard, SummaryCards } from '../../../shared/page/SummaryCard.tsx'
import * as text from './network-list.text.ts'

/** Shows the account's limits and how much of them is used. */
export function NetworkSummaryCards() {
  const t = useText(text)
  const config = useQuery(asking(contract.network.config, {}, { quiet: true }))
  const { network_level, network_router_use: used = 0, network_router_count: count = 0 } = config.data ?? {}
  return (
    <SummaryCards>
      <SummaryCard title={t.level} upgrade={t.upgradeLevel} query={config}>
        <p className="summary-card-value">{t.levels[network_level ?? 1]}</p>
      </SummaryCard>
      <SummaryCard title={t.members} upgrade={t.upgradeMembers} query={config} bar>
        <p className="summary-card-value">
          {used} <span>/ {count}</span>
        </p>
        <Progress
          percent={count === 0 ? 0 : Math.min(100, (used / count) * 100)}
          showInfo={false}
          size="small"
          aria-label={t.members}
          {...usageState(used, count)}
        />
      </SummaryCard>
    </SummaryCards>
  )
}
