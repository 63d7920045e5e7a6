import { type Settings, smsTemplatesOf } from '../kernel/settings.ts'
import type { Mailer } from './mail/mail.ts'
import { createSmtpMailer } from './mail/smtp.ts'
import { createOutbox, type Outbox } from './outbox/outbox.ts'
import { createAliyunTexter } from './sms/aliyun.ts'
import type { Provider } from './sms/provider.ts'
import type { Texter } from './sms/sms.ts'
import { createTencentTexter } from './sms/tencent.ts'

export interface Providers {
  /** Undefined if this installation cannot send by the channel. */
  mailer: Mailer | undefined
  texter: Texter | undefined
  /** Takes the messages of a channel without a provider; never in production. */
  outbox: Outbox | undefined
}

/** Returns the senders of letters and text messages that the settings name. */
export function providersOf(settings: Settings): Providers {
  const { WEFT_SMTP_URL: url, WEFT_MAIL_FROM: from } = settings
  const outbox = settings.WEFT_ENV === 'production' ? undefined : createOutbox()
  return {
    mailer: url && from ? createSmtpMailer({ url, from }) : outbox?.mailer,
    texter: texterOf(settings) ?? outbox?.texter,
    outbox,
  }
}

function texterOf({ WEFT_SMS, ...settings }: Settings): Texter | undefined {
  const { WEFT_SMS_KEY_ID: id, WEFT_SMS_KEY_SECRET: secret, WEFT_SMS_SIGN: sign, WEFT_SMS_TEMPLATES: templates } = settings
  if (!WEFT_SMS || !id || !secret || !sign || !templates) return undefined
  const { WEFT_SMS_ENDPOINT: endpoint, WEFT_SMS_APP_ID: app_id = '' } = settings
  const provider: Provider = { key: { id, secret }, sign, templates: smsTemplatesOf(templates), ...(endpoint && { endpoint }) }
  return WEFT_SMS === 'aliyun' ? createAliyunTexter(provider) : createTencentTexter({ ...provider, app_id })
}
