import { type Words, words } from './field.ts'

/** What an account may be alerted of, and what each alert is called in settings, records, messages and the operation log. */
export const alertEventNames = {
  router_online: words('硬件上线', 'Hardware online'),
  router_offline: words('硬件离线', 'Hardware offline'),
  service_expired: words('服务到期', 'Service expiry'),
  pop_connect: words('POP 连接异常', 'POP connection broken'),
}
export type AlertEvent = keyof typeof alertEventNames
export const alertEvents = Object.keys(alertEventNames) as [AlertEvent, ...AlertEvent[]]

/** When each alert is sent, beside its switch. */
export const alertEventHints: Record<AlertEvent, Words> = {
  router_online: words('监控的成员恢复在线', 'A watched member is back'),
  router_offline: words('监控的成员离线超过 30 秒', 'A watched member was away for 30 s'),
  service_expired: words('到期前 7 天、前 1 天和到期时', '7 days and 1 day before the end, and at it'),
  pop_connect: words('监控的成员在线，但到 POP 的连接中断', 'A watched member is online, but its connection to a POP broke'),
}

/** Which alerts an account has on when it turns monitoring on for the first time. */
export const alertEventDefaults: Record<AlertEvent, 0 | 1> = { router_online: 0, router_offline: 1, service_expired: 1, pop_connect: 1 }
