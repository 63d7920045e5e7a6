import { WarningOutlined } from '@ant-design/icons'
import { useText } from '@weft/ui'
import { Button } from 'antd'
import type { useLostConnection } from '../../shared/session/connection.ts'
import * as text from './dashboard.text.ts'
import { clockOf } from './Headline.tsx'

/** Says that changes do not arrive by themselves any more, and of when the page is. @param time Unix seconds */
export function StaleStrip({ lost: { seconds, retry }, time }: { lost: NonNullable<ReturnType<typeof useLostConnection>>; time: number }) {
  const t = useText(text)
  return (
    <div className="dashboard-stale" role="status">
      <WarningOutlined aria-hidden />
      <span>
        {t.stale(clockOf(time))}
        {seconds !== undefined && <span aria-hidden="true">{t.retrying(seconds)}</span>}
      </span>
      <Button type="link" size="small" onClick={retry}>
        {t.retryNow}
      </Button>
    </div>
  )
}
