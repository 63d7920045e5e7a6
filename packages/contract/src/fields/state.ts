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

/** The states of a link. */
export const linkStates = ['up', 'standby', 'takeover', 'degraded', 'down', 'never', 'disabled'] as const satisfies readonly State[]
export type LinkState = (typeof linkStates)[number]
