import { useText } from '@weft/ui'
import { DetailCard, Facts } from '@weft/ui/parts/DetailCard.tsx'
import * as text from './account-page.text.ts'
import type { AccountInfo } from './ProfileFacts.tsx'

const BASIC = 1

/** Shows the limits that the customer's services add up to, and how much of each is used. */
export function LimitFacts({ limits }: { limits: AccountInfo['limits'] }) {
  const t = useText(text)
  const has = (flag: 0 | 1) => (flag === 1 ? t.yes : t.no)
  return (
    <DetailCard title={t.limits}>
      <Facts
        facts={[
          { label: t.networkMembers, value: t.used(limits.network_router_use, limits.network_router_count) },
          { label: t.software, value: t.used(limits.software, limits.software_max) },
          { label: t.subAccounts, value: t.used(limits.sub_accounts, limits.sub_accounts_max) },
          { label: t.centers, value: limits.network_center_count },
          { label: t.dns, value: limits.dns_quantity },
          { label: t.level, value: limits.network_level === BASIC ? t.levels.basic : t.levels.standard },
          { label: t.quagga, value: has(limits.quagga) },
          { label: t.quaggaAdvanced, value: has(limits.quagga_advanced) },
          { label: t.defaultRoute, value: has(limits.default_route) },
        ]}
      />
    </DetailCard>
  )
}
