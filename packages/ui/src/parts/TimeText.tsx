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

/** Shows a moment in Asia/Shanghai: to the minute, or relative to now; in full in the tooltip. @param at Unix seconds */
export function TimeText({ at, relative = false }: { at: number | null | undefined; relative?: boolean }) {
  language.use()
  useEveryMinute(relative)
  if (at === null || at === undefined) return <Nothing />
  return (
    <Tooltip title={absoluteTime(at)}>
      <time dateTime={new Date(at * 1000).toISOString()}>{relative ? relativeTime(at) : listTime(at)}</time>
    </Tooltip>
  )
}

/** Shows a length of time in two units at most. */
export function Duration({ seconds }: { seconds: number | null | undefined }) {
  language.use()
  return seconds === null || seconds === undefined ? <Nothing /> : <>{duration(seconds)}</>
}
