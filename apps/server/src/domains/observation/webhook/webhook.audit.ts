import type { AuditEntry } from '../../foundation/audit/audit.service.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { escapeHtml } from '../../../kernel/escape-html.ts'
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

/** Tells the owner that alerts go to another address. */
export const webhookMovedMessage = (webhook: OpenWebhook, { username, address }: Pick<Actor, 'username' | 'address'>) => ({
  type: '安全提醒',
  title: '告警的 Webhook 地址已修改',
  content: `<p>${username} 将接收告警的 Webhook 设为「${escapeHtml(named(webhook))}」，来源地址 ${address}。如非您本人或同事操作，请在「<a href="/monitor/setting">告警设置</a>」删除该 Webhook，并尽快修改密码。</p>`,
})
