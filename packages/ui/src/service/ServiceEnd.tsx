import { EXPIRING_DAYS } from '@weft/contract'
import { useText } from '../i18n/use-text.ts'
import { StatusDot } from '../parts/StatusDot.tsx'
import { TimeText } from '../parts/TimeText.tsx'
import { daysLeft } from './days-left.ts'
import * as text from './service-end.text.ts'
import './service-end.css'

/** Shows when a service ends, and how soon that is. @param at Unix time; null means never */
export function ServiceEnd({ at }: { at: number | null }) {
  const t = useText(text)
  if (at === null) return <>{t.forever}</>
  const days = daysLeft(at)
  return (
    <span className="service-end">
      <TimeText at={at} />
      {days === 0 ? (
        <strong className="service-expired">
          <StatusDot kind="offline" text={t.expired} />
        </strong>
      ) : days <= EXPIRING_DAYS ? (
        <StatusDot kind="pending" text={t.daysLeft(days)} />
      ) : (
        <span className="service-days">{t.daysLeft(days)}</span>
      )}
    </span>
  )
}
