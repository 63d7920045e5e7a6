import { words } from './field.ts'

/** What an account may be alerted of, and what each alert is called in settings, records, messages and the operation log. */
export const alertEventNames = {
  router_online: words('硬件上线', 'Hardware online'),
  router_offline: words('硬件离线', 'Hardware offline'),
  service_expired: words('服务到期', 'Service expiry'),
  pop_connect: words('POP 连接异常', 'POP connection broken'),
}
export type AlertEvent = keyof typeof alertEventNames
export const alertEvents = Object.keys(alertEventNames) as [AlertEvent, ...AlertEvent[]]

/** Which alerts an account has on when it turns monitoring on for the first time. */
export const alertEventDefaults: Record<AlertEvent, 0 | 1> = { router_online: 0, router_offline: 1, service_expired: 1, pop_connect: 1 }
