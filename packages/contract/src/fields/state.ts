import { type Words, words } from './field.ts'

/** The states of members, links and networks, each with one mark (docs/design/look.md §0). `down` is a link's word; see `memberStateNames`. */
export const stateNames = {
  up: words('正常', 'Up'),
  standby: words('备用', 'Standby'),
  takeover: words('接管中', 'Carrying'),
  degraded: words('质量差', 'Degraded'),
  failed: words('下发失败', 'Not applied'),
  down: words('中断', 'Down'),
  never: words('从未连接', 'Never connected'),
  idle: words('未登录', 'Signed out'),
  disabled: words('已停用', 'Disabled'),
  running: words('下发中', 'Applying'),
  unknown: words('未知', 'Unknown'),
} satisfies Record<string, Words>
export type State = keyof typeof stateNames

/** The states that need somebody to act. */
export const attentionStates = ['down', 'failed', 'degraded'] as const satisfies readonly State[]
export type AttentionState = (typeof attentionStates)[number]
export const needsAttention = (state: State): state is AttentionState => (attentionStates as readonly State[]).includes(state)
/** The states of a member, the worst first: those that need attention, then the others. */
export const memberStates = [...attentionStates, 'never', 'up', 'idle', 'disabled'] as const satisfies readonly State[]
export type MemberState = (typeof memberStates)[number]
/** A member's states in words: hardware that should be on is lost, a link is down. */
export const memberStateNames: Record<MemberState, Words> = {
  ...stateNames,
  down: words('失联', 'Lost'),
  degraded: words('部分链路中断', 'Some links down'),
}

/** Seconds for which a break is told as 刚刚断开 alone: most end by themselves, and no cause is known yet. Alarms wait as long. */
export const FRESH_SECONDS = 30
/** Seconds by which a browser's clock may be behind the server's. */
const CLOCKS_APART_SECONDS = 5
/** What is said of a member during these seconds. */
export const freshName = words('刚刚断开', 'Just disconnected')
/** Returns whether a member or a link broke a moment ago, so that it is neither alarmed nor explained. @param now Unix seconds */
export const isFresh = ({ state, since }: { state: State; since: number | null }, now: number): boolean =>
  (state === 'down' || state === 'degraded') && since !== null && now - since < FRESH_SECONDS && now - since > -CLOCKS_APART_SECONDS

/** The states of a link. */
export const linkStates = ['up', 'standby', 'takeover', 'degraded', 'down', 'never', 'disabled'] as const satisfies readonly State[]
export type LinkState = (typeof linkStates)[number]
