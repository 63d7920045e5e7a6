import type { Language } from '../language.ts'
import { type Words, words } from '../fields/field.ts'

/** What one device may use up of what all share: so much at once, and so much again in each minute. */
export interface DeviceBudget {
  at_once: number
  a_minute: number
  /** What is used up, as the connection log and the reason of a closed connection name it. */
  what: Words
}

const MEGABYTE = 1024 * 1024

/**
 * The budgets of a device, which hold over all its connections. Each is above what the largest sound device needs:
 * - After a week away an agent has what it keeps: 20,000 minutes of traffic, 20,000 of quality and 10,000 events (a simulated one 20,000),
 *   12 MB together, and sends the last message of each kind again if its connection broke.
 * - A center reports its tunnels once a minute. One with 5,000 software members sends 5,000 entries, 750 kB; one with 200 branches 200. A POP
 *   with 60 networks sends no tunnels, and events of its members when it starts, 12,000 for 200 members of each network.
 * - Each event of a tunnel that came up may be a connection record. A line that breaks once a minute under 60 networks makes 60.
 * - A device has at most 64 interfaces, so 64 minutes in each minute, and looks for changes of them every five seconds.
 * - An agent that comes back at once has stayed for half a minute; one that did not stay waits ever longer.
 */
export const deviceBudgets = {
  bytes: { at_once: 16 * MEGABYTE, a_minute: 2 * MEGABYTE, what: words('数据量', 'bytes') },
  connections: { at_once: 300, a_minute: 12, what: words('连接次数', 'connections') },
  events: { at_once: 40_000, a_minute: 600, what: words('隧道事件', 'events') },
  sessions: { at_once: 25_000, a_minute: 96, what: words('连接记录', 'connection records') },
  traffic: { at_once: 25_000, a_minute: 96, what: words('流量数据', 'minutes of traffic') },
  quality: { at_once: 25_000, a_minute: 600, what: words('链路质量数据', 'minutes of quality') },
  tunnels: { at_once: 20_000, a_minute: 10_000, what: words('隧道流量', 'counts of tunnels') },
  interfaces: { at_once: 60, a_minute: 20, what: words('接口变更', 'lists of interfaces') },
  /** Entries beyond the other budgets, and those that the database refused: who goes on has its connection ended. */
  refused: { at_once: 5000, a_minute: 60, what: words('无法保存的数据', 'entries that cannot be kept') },
} satisfies Record<string, DeviceBudget>
export type DeviceBudgetName = keyof typeof deviceBudgets

/**
 * Bytes that the controller reads of a device in one beat of 5 s; then it reads on in the next beat. An agent that catches up sends 280 kB,
 * and the largest center its 5,000 tunnels in 750 kB.
 */
export const BEAT_BYTES = MEGABYTE
/** Names of interfaces of one device whose traffic is kept in a day: a device that has more at a time is none that is known. */
export const INTERFACES_A_DAY = 64
/** Seconds for which a device whose connection was ended for what it used up may not come back. */
export const SENT_AWAY_SECONDS = 600

/** Returns why the connection of a device was ended that used up too much. */
export function exceededText(budget: DeviceBudgetName, language: Language): string {
  const minutes = SENT_AWAY_SECONDS / 60
  const chinese = budget === 'refused' ? '设备多次上报无法保存的数据' : `设备上报的${deviceBudgets[budget].what['zh-CN']}超过限额`
  const english =
    budget === 'refused'
      ? 'The device repeatedly sent data that cannot be kept'
      : `The device sent too many ${deviceBudgets[budget].what.en}`
  return language === 'zh-CN'
    ? `${chinese}，已断开连接，${minutes} 分钟后可重新连接`
    : `${english}; it was disconnected and may come back after ${minutes} minutes`
}
