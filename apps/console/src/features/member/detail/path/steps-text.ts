import { type MemberInfo, type MemberPath, memberStateNames } from '@weft/contract'
import { absoluteTime, bracketed, language, textNow } from '@weft/ui'
import { nameOf } from '../../../../shared/member/MemberName.tsx'
import * as text from './path.text.ts'

/** Returns what is wrong with a member and what to do, as plain text for somebody who sees no console. */
export function stepsText(member: Pick<MemberInfo, 'router_name' | 'note'>, path: MemberPath): string {
  const t = textNow(text)
  const state = memberStateNames[path.state][language.get()]
  const name = nameOf(member)
  return [
    name === member.router_name ? name : bracketed(name, member.router_name),
    path.since === null ? state : t.sinceLine(state, absoluteTime(path.since)),
    path.headline,
    path.text,
    ...path.evidence.map(({ time, text: what }) => `${absoluteTime(time)} ${what}`),
    ...(path.steps.length > 0 ? [t.audienceLine(path.audience), ...path.steps.map((step, at) => `${at + 1}. ${step}`)] : []),
  ].join('\n')
}
