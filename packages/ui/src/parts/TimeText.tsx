import { Tooltip } from 'antd'
import { useEffect, useState } from 'react'
import { language } from '../i18n/use-text.ts'
import { Nothing } from './Nothing.tsx'
import { absoluteTime, duration, listTime, relativeTime } from './time.ts'

function useEveryMinute(active: boolean): void {
  const [, tick] = useState(0)
  useEffect(() => {
    if (!active) return
    const timer = setInterval(() => tick((n) => n + 1), 60_000)
    return () => clearInterval(timer)
  }, [active])
}

interface Props {
  /** Unix seconds. */
  at: number | null | undefined
  relative?: boolean
  /** To the second, for logs. */
  seconds?: boolean
}

/** Shows a moment in Asia/Shanghai: to the minute, to the second, or relative to now; in full in the tooltip. */
export function TimeText({ at, relative = false, seconds = false }: Props) {
  language.use()
  useEveryMinute(relative)
  if (at === null || at === undefined) return <Nothing />
  return (
    <Tooltip title={absoluteTime(at)}>
      <time dateTime={new Date(at * 1000).toISOString()}>{relative ? relativeTime(at) : seconds ? absoluteTime(at) : listTime(at)}</time>
    </Tooltip>
  )
}

/** Shows a length of time in two units at most. */
export function Duration({ seconds }: { seconds: number | null | undefined }) {
  language.use()
  return seconds === null || seconds === undefined ? <Nothing /> : <>{duration(seconds)}</>
}
