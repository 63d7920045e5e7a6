import { endOfName } from '@weft/contract'
import { type NamedMember, nameOf } from './MemberName.tsx'

type Called = Pick<NamedMember, 'note' | 'router_name'>

/** Returns what each of these members is called in sentences: its name, with the end of its serial number if another has the same name. */
export function namesAmong(members: readonly Called[]): (member: Called) => string {
  const bearers = Map.groupBy(members, nameOf)
  return (member) => {
    const name = nameOf(member)
    return (bearers.get(name)?.length ?? 0) > 1 && member.note !== '' ? `${name} ·${endOfName(member.router_name)}` : name
  }
}
