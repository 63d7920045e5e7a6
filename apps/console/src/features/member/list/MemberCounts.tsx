import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, grouped, useText } from '@weft/ui'
import { Progress } from 'antd'
import { usageState } from '../../../shared/account/usage-state.ts'
import { SummaryCard, SummaryCards } from '../../../shared/page/SummaryCard.tsx'
import * as memberText from '../member.text.ts'
import * as text from './member-list.text.ts'

/** Shows how many members exist, and how many software members are allowed. */
export function MemberCounts() {
  const t = useText(text)
  const m = useText(memberText)
  const quantity = useQuery(asking(contract.router.quantity, {}, { quiet: true }))
  const { hardware = 0, software = 0, max = 0, software_surplus = 0 } = quantity.data ?? {}
  return (
    <SummaryCards>
      <SummaryCard title={m.types[1]} query={quantity}>
        <p className="summary-card-value">{grouped(hardware)}</p>
      </SummaryCard>
      <SummaryCard title={m.types[2]} upgrade={t.upgradeSoftware} query={quantity}>
        <p className="summary-card-value member-count">
          {grouped(software)} <span>/ {grouped(max)}</span> <small>{t.surplus(software_surplus)}</small>
        </p>
        <Progress
          percent={max === 0 ? 0 : Math.min(100, (software / max) * 100)}
          showInfo={false}
          size="small"
          aria-label={m.types[2]}
          {...usageState(software, max)}
        />
      </SummaryCard>
    </SummaryCards>
  )
}
