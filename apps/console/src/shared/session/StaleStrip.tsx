import { WarningOutlined } from '@ant-design/icons'
import { absoluteTime, useText } from '@weft/ui'
import { Button } from 'antd'
import type { useLostConnection } from './connection.ts'
import './stale-strip.css'
import * as text from './stale-strip.text.ts'

/** Says that changes do not arrive by themselves any more, and of when the page is. @param time Unix seconds */
export function StaleStrip({ lost: { seconds, retry }, time }: { lost: NonNullable<ReturnType<typeof useLostConnection>>; time: number }) {
  const t = useText(text)
  return (
    <div className="stale-strip" role="status">
      <WarningOutlined aria-hidden />
      <span>
        {t.stale(absoluteTime(time).slice(11))}
        {seconds !== undefined && <span aria-hidden="true">{t.retrying(seconds)}</span>}
      </span>
      <Button type="link" size="small" onClick={retry}>
        {t.retryNow}
      </Button>
    </div>
  )
}
