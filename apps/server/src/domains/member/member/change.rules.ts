import type { MembersChanged } from '@weft/contract'
import { Refusal } from '../../../kernel/refusal.ts'

interface Named {
  router_name: string
}

/** Most rows in an answer. */
const ROWS = 100

/** Returns the members in the order asked. @throws memberNotFound if one was deleted after the request was checked */
export function inOrder<M extends Named>(asked: readonly string[], found: readonly M[]): M[] {
  const byName = new Map(found.map((member) => [member.router_name, member]))
  return asked.map((name) => {
    const member = byName.get(name)
    if (!member) throw new Refusal('memberNotFound')
    return member
  })
}

export const namesOf = (members: readonly Named[]) => members.map((member) => member.router_name)
/** Returns the names that a call is about, each once. */
export const asked = (router_name: string | string[]) => [...new Set([router_name].flat())]

/** Returns the answer to a change of members. */
export const reportOf = <M extends Named & { note: string }>(
  members: readonly M[],
  changing: readonly M[],
  before: (member: M) => string,
  after: (member: M) => string,
): MembersChanged => ({
  changed: changing.length,
  unchanged: members.length - changing.length,
  rows: changing.slice(0, ROWS).map((member) => {
    const { router_name, note } = member
    return { router_name, note, before: before(member), after: after(member) }
  }),
})
