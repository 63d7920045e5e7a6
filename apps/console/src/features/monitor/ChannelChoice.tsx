import type { AlertChannel, MonitorConfig, MonitorSettings, WebhookConfig } from '@weft/contract'
import { useText } from '@weft/ui'
import { Alert, Button, Checkbox } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { usePageOpen } from '../../shared/page/open-pages.ts'
import type { MonitorFlag } from './monitor-draft.ts'
import * as text from './monitor.text.ts'
import { webhookTarget } from './webhook-target.ts'

interface Props {
  config: MonitorConfig
  settings: MonitorSettings
  webhook: WebhookConfig | null
  onChange: ((flag: MonitorFlag, on: boolean) => void) | undefined
  onConfigure: () => void
}

/** Shows the channels of alerts and their present targets. A channel without a target cannot be chosen and says what is missing. */
export function ChannelChoice({ config, settings, webhook, onChange, onConfigure }: Props) {
  const t = useText(text)
  const isOpen = usePageOpen()
  const [refused, setRefused] = useState<AlertChannel>()
  const open: Record<AlertChannel, boolean> = { portal: true, email: config.email_bound === 1, webhook: webhook !== null }
  const tip = (title: string, action: ReactNode) => <Alert type="warning" showIcon title={title} action={action} />
  const row = (channel: AlertChannel, target: ReactNode, missing?: ReactNode) => (
    <li>
      <Checkbox
        disabled={!onChange}
        checked={settings[`${channel}_confirm`] === 1}
        onChange={({ target: box }) => {
          setRefused(open[channel] ? undefined : channel)
          if (open[channel]) onChange?.(`${channel}_confirm`, box.checked)
        }}
      >
        {t.channelNames[channel]}
      </Checkbox>
      <span className="monitor-aside">{target}</span>
      <div className="monitor-tip" role="alert">
        {refused === channel && !open[channel] && missing}
      </div>
    </li>
  )
  return (
    <>
      <ul className="monitor-choices">
        {row('portal', isOpen('/account/message') ? <Link to="/account/message">{t.inMessages}</Link> : t.inMessages)}
        {row(
          'email',
          config.email === null ? t.emailUnbound : t.mailTo(config.email, config.contacts_verified),
          tip(t.bindFirst, isOpen('/account/email') && <Link to="/account/email">{t.bind}</Link>),
        )}
        {row(
          'webhook',
          webhook ? webhookTarget(webhook, t) : t.webhookUnset,
          tip(
            t.configureFirst,
            <Button type="link" size="small" aria-haspopup="dialog" onClick={onConfigure}>
              {t.goConfigure}
            </Button>,
          ),
        )}
      </ul>
      {(['portal', 'email', 'webhook'] as const).every((channel) => settings[`${channel}_confirm`] === 0) && (
        <Alert type="warning" showIcon title={t.noChannel} />
      )}
    </>
  )
}
