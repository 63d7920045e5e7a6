import type { AuditEntry } from '../../foundation/audit/audit.service.ts'
import { type OpenWebhook, webhookTypeNames } from './webhook.rules.ts'

/** Shows only the host: what follows it is a key. */
const named = ({ type, url }: Pick<OpenWebhook, 'type' | 'url'>) => `${webhookTypeNames[type]} · ${new URL(url).host}`

export const webhookSaved = (webhook: OpenWebhook, before: OpenWebhook | undefined): AuditEntry => ({
  area: 'monitor',
  action: 'edit_webhook',
  message: before ? `Webhook 由「${named(before)}」修改为「${named(webhook)}」` : `配置了 Webhook「${named(webhook)}」`,
})
export const webhookTested = (webhook: OpenWebhook): AuditEntry => ({
  area: 'monitor',
  action: 'test_webhook',
  message: `向 Webhook「${named(webhook)}」发送了测试消息`,
})
export const webhookDeleted = (webhook: OpenWebhook): AuditEntry => ({
  area: 'monitor',
  action: 'delete_webhook',
  message: `删除了 Webhook「${named(webhook)}」`,
})
