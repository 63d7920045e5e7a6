import { segmentPurposes } from '@weft/contract'
import { ErrorState, useText } from '@weft/ui'
import type { CardProps } from './BasicCards.tsx'
import { OpenPanel, SettingCard } from './SettingCard.tsx'
import * as text from './settings-tab.text.ts'
import { useSegments } from './use-segments.ts'

const pooled = segmentPurposes.filter((purpose) => purpose !== 'prefix' && purpose !== 'lan')

/** Shows how many segments of tunnels the network has, and the first of them. */
export function PoolCard({ network, editable }: CardProps) {
  const t = useText(text)
  const segments = useSegments(network.network_number)
  const own = segments.data?.filter(({ purpose }) => pooled.some((one) => one === purpose)) ?? []
  const [first] = own
  return (
    <SettingCard
      title={t.pool}
      term="segment"
      panel="ip_pool"
      value={
        segments.isError ? (
          <ErrorState compact onRetry={() => void segments.refetch()} />
        ) : first ? (
          <span className="weft-mono">{`${first.ip}/${first.mask}`}</span>
        ) : (
          t.poolNone
        )
      }
      off={!first}
      note={first && t.allocated(own.length)}
      action={editable && first && <OpenPanel panel="ip_pool" of={t.pool} />}
    />
  )
}
