import { StatusDot, useText } from '@weft/ui'
import { useLostConnection } from './connection.ts'
import './live.css'
import * as text from './live.text.ts'
import { useClock } from '@weft/ui/time/use-clock.ts'

interface Props {
  /** When what the page shows was last confirmed, in Unix milliseconds. */
  read: number
  /** Whether the last try to read it failed. */
  failing?: boolean
}

/** Says that a page shows changes by itself, and how old what it shows is: 「实时 · 2 秒前」. */
export function LiveLine({ read, failing = false }: Props) {
  const t = useText(text)
  const lost = useLostConnection() !== undefined
  const ago = t.ago(Math.max(0, Math.floor((useClock() - read) / 1000)))
  return (
    <span className="live-line">
      {failing || lost ? <StatusDot kind="pending" text={t.old(ago)} /> : <StatusDot kind="online" text={t.live(ago)} />}
    </span>
  )
}
