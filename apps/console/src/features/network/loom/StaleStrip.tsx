import { absoluteTime, useText } from '@weft/ui'
import { Alert, Button } from 'antd'
import { useEffect, useState } from 'react'
import * as text from './loom.text.ts'

/** Says of when the picture is, and when the next try is. Times are Unix milliseconds. */
export function StaleStrip({ updated, nextTry, onRetry }: { updated: number; nextTry: number; onRetry: () => void }) {
  const t = useText(text)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((nextTry - now) / 1000))
  return (
    <Alert
      type="warning"
      showIcon
      className="loom-stale"
      title={t.stale(absoluteTime(updated / 1000).slice(11), seconds)}
      action={
        <Button type="link" size="small" onClick={onRetry}>
          {t.retryNow}
        </Button>
      }
    />
  )
}
