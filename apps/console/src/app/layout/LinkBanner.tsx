import { useText } from '@weft/ui'
import { Alert } from 'antd'
import { session } from '../../shared/session/session.ts'
import * as text from './layout.text.ts'

/** Says on every page what a session from a login link may change: all other buttons are refused. */
export function LinkBanner() {
  const t = useText(text)
  if (!session.get()?.link) return null
  return <Alert banner type="info" showIcon role="status" className="console-viewing" title={t.linkSession} />
}
