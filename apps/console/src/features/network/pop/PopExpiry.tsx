import { EXPIRING_DAYS, type PopResource } from '@weft/contract'
import { StatusDot, useText } from '@weft/ui'
import * as text from './pop.text.ts'
import './pop.css'

type Ending = Pick<PopResource, 'expire_day'>

/** Shows whether a POP resource may be used; an expired one is emphasised. */
export function PopStatusText({ pop }: { pop: Ending & Pick<PopResource, 'status'> }) {
  const t = useText(text)
  if (pop.expire_day <= 0)
    return (
      <strong className="pop-expired">
        <StatusDot kind="offline" text={t.expired} />
      </strong>
    )
  return pop.status === 1 ? <StatusDot kind="online" text={t.valid} /> : <StatusDot kind="running" text={t.processing} />
}

/** Shows how many days are left. */
export function DaysLeft({ expire_day }: Ending) {
  const t = useText(text)
  if (expire_day <= 0) return <strong className="pop-expired">{t.expired}</strong>
  if (expire_day <= EXPIRING_DAYS) return <StatusDot kind="pending" text={t.days(expire_day)} />
  return <span className="pop-days">{t.days(expire_day)}</span>
}
