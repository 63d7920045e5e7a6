import { type Words, words } from './field.ts'

/** How titles of messages name an alert: one by its mark, 「【失联】合肥政务店 · 12:23」, and several by their number. */
interface AlertTitle {
  mark: string
  many: (n: number) => string
}

interface AlertKind {
  /** What it is called in settings, records, messages and the operation log. */
  name: Words
  /** When it is sent, beside its switch. */
  hint: Words
  /** The default when monitoring is first enabled. */
  on: 0 | 1
  /** Sent when it begins; left out if only its good end is sent. */
  bad?: AlertTitle
  /** Sent when it is over, or of something good. */
  good?: AlertTitle
  /** `member`: only of members that are watched. `account`: of the account, which gets it as a message even without monitoring. */
  about: 'member' | 'account'
  /** True if it is over as soon as it happens. */
  event?: true
}

/** Every kind of alert. A new kind is one more entry here, a rule, a sentence and a column (docs/adding.md). */
export const alertKinds = {
  router_online: {
    name: words('硬件上线', 'Hardware online'),
    hint: words('监控的成员恢复在线', 'A watched member is back'),
    on: 0,
    good: { mark: '上线', many: (n) => `${n} 个成员上线` },
    about: 'member',
    event: true,
  },
  router_offline: {
    name: words('硬件离线', 'Hardware offline'),
    hint: words('监控的成员离线超过 30 秒', 'A watched member was away for 30 s'),
    on: 1,
    bad: { mark: '失联', many: (n) => `${n} 个成员失联` },
    about: 'member',
  },
  network_unusable: {
    name: words('组网不可用', 'Network unusable'),
    hint: words('组网的全部站点失联，或因服务到期全部停止', 'All sites of a network are lost, or all networks stop with a service'),
    on: 1,
    bad: { mark: '组网不可用', many: (n) => `${n} 个组网不可用` },
    good: { mark: '组网恢复', many: (n) => `${n} 个组网恢复` },
    about: 'account',
  },
  pop_connect: {
    name: words('POP 连接异常', 'POP connection broken'),
    hint: words('监控的成员在线，但到 POP 的连接中断', 'A watched member is online, but its connection to a POP broke'),
    on: 1,
    bad: { mark: '中断', many: (n) => `${n} 条 POP 连接中断` },
    good: { mark: '恢复', many: (n) => `${n} 条 POP 连接恢复` },
    about: 'member',
  },
  config_failed: {
    name: words('下发失败', 'Configuration failed'),
    hint: words('监控的成员没有应用新配置', 'A watched member did not apply its configuration'),
    on: 1,
    bad: { mark: '下发失败', many: (n) => `${n} 个成员下发失败` },
    about: 'member',
  },
  service_ending: {
    name: words('服务即将到期', 'Service ends soon'),
    hint: words('到期前 30 天、7 天和 1 天，各提醒一次；确认后不再提醒', '30, 7 and 1 days before the end, until it is acknowledged'),
    on: 1,
    bad: { mark: '即将到期', many: (n) => `${n} 项服务即将到期` },
    about: 'account',
  },
  service_expired: {
    name: words('服务到期', 'Service expiry'),
    hint: words('服务到期时', 'When a service has ended'),
    on: 1,
    bad: { mark: '到期', many: (n) => `${n} 项服务到期` },
    about: 'account',
  },
  router_assigned: {
    name: words('新硬件已分配', 'New hardware assigned'),
    hint: words('有新的硬件加入账号', 'Hardware was added to the account'),
    on: 1,
    good: { mark: '新硬件', many: (n) => `新分配 ${n} 台硬件` },
    about: 'account',
    event: true,
  },
} satisfies Record<string, AlertKind>

/** What an account may be alerted of. */
export type AlertEvent = keyof typeof alertKinds
export const alertEvents = Object.keys(alertKinds) as [AlertEvent, ...AlertEvent[]]

const each = <T>(read: (kind: AlertKind) => T) =>
  Object.fromEntries(alertEvents.map((event) => [event, read(alertKinds[event])])) as Record<AlertEvent, T>

/** What each alert is called in settings, records, messages and the operation log. */
export const alertEventNames: Record<AlertEvent, Words> = each(({ name }) => name)
/** When each alert is sent, beside its switch. */
export const alertEventHints: Record<AlertEvent, Words> = each(({ hint }) => hint)
/** Which alerts an account has on when it turns monitoring on for the first time. */
export const alertEventDefaults: Record<AlertEvent, 0 | 1> = each(({ on }) => on)
/** How each alert is named in titles. */
export const alertTitles: Record<AlertEvent, { bad?: AlertTitle; good?: AlertTitle }> = each(({ bad, good }) => ({
  ...(bad && { bad }),
  ...(good && { good }),
}))
/** The alerts that an account gets as messages even if it never turned monitoring on. */
export const alertsWithoutMonitoring: ReadonlySet<string> = new Set(alertEvents.filter((event) => alertKinds[event].about === 'account'))
