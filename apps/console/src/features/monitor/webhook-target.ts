import { MASKED, type WebhookConfig } from '@weft/contract'
import type * as text from './monitor.text.ts'

/** Returns where alerts go, as 「钉钉 · oapi.dingtalk.com/…」, without the secret part of the address. */
export const webhookTarget = ({ type, url }: WebhookConfig, t: Pick<(typeof text)['zhCN'], 'webhookTypes'>): string =>
  `${t.webhookTypes[type]} · ${url.replace(/^https?:\/\//, '').replace(MASKED, '…')}`
