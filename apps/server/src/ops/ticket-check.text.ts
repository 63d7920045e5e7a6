import { type DeskMember, memberStateNames } from '@weft/contract'

/** Returns the note of a check: how a member is, why, and what to do. */
export const checkNote = ({ router_name, note, state }: DeskMember, { text, next }: { text: string; next: string }): string =>
  `检测 ${[note, router_name].filter(Boolean).join(' ')}：${memberStateNames[state]['zh-CN']}\n${[text, next].filter(Boolean).join('\n')}`
