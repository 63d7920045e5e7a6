import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, ErrorState, Skeleton, useText } from '@weft/ui'
import { DetailCard } from '@weft/ui/parts/DetailCard.tsx'
import { serverSecondsAt } from '@weft/ui/time/server-time.ts'
import * as text from './days.text.ts'
import { type Stretch, WeekStrip } from './WeekStrip.tsx'

/** Returns hours with one decimal, and 0 without. */
const hours = (seconds: number) => (seconds === 0 ? '0' : (seconds / 3600).toFixed(1))

/** Shows when a software member was signed in during the last seven days; being signed out is no fault. */
export function SignedInCard({ router_name }: { router_name: string }) {
  const t = useText(text)
  const found = useQuery(asking(contract.memberRecords.signed_in, { router_name }, { quiet: true, missing: 'stay' }))
  const week = found.data
  return (
    <div className="member-days">
      <DetailCard title={t.signedIn} extra={week && <span className="member-days-sum">{t.hours(hours(week.seconds))}</span>}>
        {week ? (
          <WeekStrip
            from={week.from}
            days={week.days.map(({ day, seconds }) => ({ day, value: seconds === 0 ? '0' : t.shortHours(hours(seconds)) }))}
            stretches={[
              { from: week.from, to: Math.floor(serverSecondsAt(found.dataUpdatedAt)), kind: 'line' },
              ...week.spans.map(({ start, end }): Stretch => ({ from: start, to: end, kind: 'well' })),
            ]}
            label={t.strip(t.signedIn, t.hours(hours(week.seconds)))}
          />
        ) : found.isError ? (
          <ErrorState compact onRetry={() => void found.refetch()} />
        ) : (
          <div className="week-strip-loading">
            <Skeleton title={false} paragraph={{ rows: 2 }} />
          </div>
        )}
      </DetailCard>
    </div>
  )
}
