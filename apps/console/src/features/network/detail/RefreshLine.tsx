import { StatusDot, useText } from '@weft/ui'
import { Switch } from 'antd'
import { useEffect, useId, useState } from 'react'
import * as text from './network-detail.text.ts'

/** The freshness of a page's data. */
interface Props {
  /** Unix milliseconds. */
  updated: number
  failing: boolean
  paused: boolean
  onPause: (paused: boolean) => void
}

/** Shows 「{n} 秒前更新」, counting up, with the switch that pauses refreshing. */
export function RefreshLine({ updated, failing, paused, onPause }: Props) {
  const t = useText(text)
  const label = useId()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.floor((now - updated) / 1000))
  return (
    <span className="network-refresh">
      {failing ? <StatusDot kind="pending" text={`${t.stale}，${t.updated(seconds)}`} /> : <span>{t.updated(seconds)}</span>}
      <span className="network-pause">
        <Switch size="small" checked={paused} onChange={onPause} aria-labelledby={label} />
        <span id={label}>{t.pause}</span>
      </span>
    </span>
  )
}
