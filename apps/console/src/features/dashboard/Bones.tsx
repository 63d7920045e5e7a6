import { Skeleton } from '@weft/ui'
import { CardBones } from './NetworkCards.tsx'

/** Stands in for the page while it is not known how the account is, of the same measures. */
export function Bones() {
  return (
    <div aria-hidden="true">
      <div className="dashboard-headline">
        <Skeleton title={{ width: 240 }} paragraph={{ rows: 1, width: 320 }} />
      </div>
      <div className="dashboard-card dashboard-problem-bones">
        <Skeleton title={false} paragraph={{ rows: 6 }} />
      </div>
      <CardBones />
    </div>
  )
}
