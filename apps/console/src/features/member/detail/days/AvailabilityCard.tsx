import { useQuery } from '@tanstack/react-query'
import { contract, type MemberAvailability } from '@weft/contract'
import { asking, duration, ErrorState, Skeleton, useText } from '@weft/ui'
import { DetailCard } from '@weft/ui/parts/DetailCard.tsx'
import { serverSecondsAt } from '@weft/ui/time/server-time.ts'
import * as text from './days.text.ts'
import { type Stretch, WeekStrip } from './WeekStrip.tsx'

const percent = (value: number) => `${Number(value.toFixed(2))}%`

/** Returns what a strip draws of seven days: a line until the first day with a figure, well from then, and the outages on it. @param now Unix seconds */
function stretchesOf({ from, days, outages }: Pick<MemberAvailability, 'from' | 'days' | 'outages'>, now: number): Stretch[] {
  const first = days.findIndex(({ availability }) => availability !== null)
  const known = first < 0 ? now : from + first * 86_400
  return [
    { from, to: known, kind: 'line' },
    ...(known < now ? [{ from: known, to: now, kind: 'well' } as const] : []),
    ...outages.map(({ start, end, state }): Stretch => ({ from: start, to: end ?? now, kind: state })),
  ]
}

/** Shows when a hardware member was down or degraded in the last seven days, and how available it was. */
export function AvailabilityCard({ router_name }: { router_name: string }) {
  const t = useText(text)
  const found = useQuery(asking(contract.outages.availability, { router_name }, { quiet: true, missing: 'stay' }))
  const week = found.data
  const whole = week && (week.availability === null ? t.noData : percent(week.availability))
  return (
    <div className="member-days">
      <DetailCard
        title={t.availability}
        extra={
          week && (
            <>
              <span className="member-days-sum">{whole}</span>
              {week.availability !== null && (
                <span className="member-days-note">{week.count > 0 ? t.outages(week.count, duration(week.seconds)) : t.none}</span>
              )}
            </>
          )
        }
      >
        {week ? (
          <WeekStrip
            from={week.from}
            days={week.days.map(({ day, availability }) => ({ day, value: availability === null ? t.noData : percent(availability) }))}
            stretches={stretchesOf(week, Math.floor(serverSecondsAt(found.dataUpdatedAt)))}
            label={t.strip(t.availability, whole ?? t.noData)}
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
