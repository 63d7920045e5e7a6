import { MASKED, type WebhookConfig } from '@weft/contract'
import type * as text from './monitor.text.ts'

/** 「钉钉 · oapi.dingtalk.com/…」: where alerts go, without what makes the address a key. */
export const webhookTarget = ({ type, url }: WebhookConfig, t: Pick<(typeof text)['zhCN'], 'webhookTypes'>): string =>
  `${t.webhookTypes[type]} · ${url.replace(/^https?:\/\//, '').replace(MASKED, '…')}`
