import { WarningOutlined } from '@ant-design/icons'
import { absoluteTime, useText } from '@weft/ui'
import { Button } from 'antd'
import { type LostConnection, useLostConnection } from './connection.ts'
import './live.css'
import * as text from './live.text.ts'
import { useClock } from '@weft/ui/time/use-clock.ts'

interface Props {
  lost: LostConnection
  /** When what the page shows was read, in Unix milliseconds. */
  read: number
}

/** Says that changes do not arrive by themselves any more, of when the page is, and when the next try is. */
export function StaleStrip({ lost: { again, retry }, read }: Props) {
  const t = useText(text)
  const now = useClock()
  const seconds = again === undefined ? 0 : Math.ceil((again - now) / 1000)
  return (
    <div className="stale-strip" role="status">
      <WarningOutlined aria-hidden />
      <span>
        {t.stale(absoluteTime(read / 1000).slice(11))}
        {seconds > 0 && <span aria-hidden="true">{t.retrying(seconds)}</span>}
      </span>
      <Button type="link" size="small" onClick={retry}>
        {t.retryNow}
      </Button>
    </div>
  )
}

/** Shows the strip while the account's events have not arrived for a while; nothing otherwise. */
export function ConnectionStrip({ read }: Pick<Props, 'read'>) {
  const lost = useLostConnection()
  return lost ? <StaleStrip lost={lost} read={read} /> : null
}
