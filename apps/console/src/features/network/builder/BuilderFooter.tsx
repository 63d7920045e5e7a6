import { useText } from '@weft/ui'
import { WithSupport } from '@weft/ui/site/WithSupport.tsx'
import { Alert, Button, Progress } from 'antd'
import type { ReactNode } from 'react'
import * as networkText from '../network.text.ts'
import { usageState } from '../../../shared/account/usage-state.ts'
import * as text from './network-builder.text.ts'

interface Props {
  used: number
  count: number
  warning: string | undefined
  note: string | undefined
  refused: { msg: string; stale: boolean } | undefined
  /** Settings to change elsewhere before the server accepts the network. */
  blockers: ReactNode
  submitText: string
  saving: boolean
  reloading: boolean
  onReload: () => void
  onSubmit: () => void
  onCancel: () => void
}

/** Stays at the bottom of the page: shows usage and problems, with the buttons to save or cancel. */
export function BuilderFooter({ used, count, warning, note, refused, blockers, ...props }: Props) {
  const { submitText, saving, reloading, onReload, onSubmit, onCancel } = props
  const t = useText(text)
  const n = useText(networkText)
  return (
    <div className="builder-footer">
      <div aria-live="polite">
        {refused && (
          <Alert
            className="builder-alert"
            type="error"
            showIcon
            title={<WithSupport sentence={refused.msg} />}
            description={blockers}
            action={
              refused.stale && (
                <Button size="small" loading={reloading} onClick={onReload}>
                  {t.reload}
                </Button>
              )
            }
          />
        )}
        {!refused && warning && <Alert className="builder-alert" type="warning" showIcon title={warning} />}
        {!refused && !warning && note && <Alert className="builder-alert" type="info" showIcon title={note} />}
      </div>
      <div className="builder-footer-row">
        <div className="builder-usage">
          {n.usage} <strong>{used}</strong> / {count} {used > count && <span className="builder-over">{t.over(used - count)}</span>}
          <Progress
            percent={count === 0 ? 0 : (used / count) * 100}
            showInfo={false}
            size="small"
            aria-label={n.usage}
            {...usageState(used, count)}
          />
        </div>
        <Button onClick={onCancel}>{n.cancel}</Button>
        <Button type="primary" loading={saving} onClick={onSubmit}>
          {submitText}
        </Button>
      </div>
    </div>
  )
}
