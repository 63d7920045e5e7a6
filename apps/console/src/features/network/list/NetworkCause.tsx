import type { Verdict } from '@weft/contract'
import { lasting, useText } from '@weft/ui'
import { useServerNow } from '@weft/ui/time/use-clock.ts'
import * as text from './network-list.text.ts'

/** Says the gravest problem of a network as the overview does, since when it lasts, and how many others there are; nothing without one. */
export function NetworkCause({ network_number, verdict: { problems, time } }: { network_number: string; verdict: Verdict }) {
  const t = useText(text)
  const now = useServerNow(time)
  const own = problems.filter((problem) => problem.network_number.includes(network_number))
  const [first] = own
  if (!first) return null
  const words = [first.title, ...(first.since === null ? [] : [lasting(Math.max(0, now - first.since))])].join(' ')
  return (
    <span className="network-cause" title={first.effect}>
      {own.length > 1 ? t.andOthers(words, own.length - 1) : words}
    </span>
  )
}
