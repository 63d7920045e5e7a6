import type { NetworkInfo, NetworkMember } from '@weft/contract'
import { type StatusKind, textNow } from '@weft/ui'
import type { BranchGroup } from './topology-groups.ts'
import { EVERYBODY, titleOf } from './topology-groups.ts'
import type { TopologyNode } from './topology-model.ts'
import * as text from './topology.text.ts'

/** Returns the mark of a member's state: an offline hardware member is shown as a fault, an offline software member is not. */
export const markOf = ({ online, router_type }: Pick<NetworkMember, 'online' | 'router_type'>): StatusKind =>
  online === 1 ? 'online' : router_type === 2 ? 'idle' : 'offline'

export function groupName({ key, name }: Pick<BranchGroup, 'key' | 'name'>): string {
  const t = textNow(text)
  return name ?? (key === EVERYBODY ? t.everybody : t.rest)
}

/** Returns 「主」 or 「备」 if the network has a main and a backup center. */
export function routingName({ routing }: Pick<NetworkMember, 'routing'>): string | undefined {
  const t = textNow(text)
  return routing === null ? undefined : routing === 1 ? t.main : t.backup
}

export function popState(resource: NetworkInfo['network_fr']): string {
  const t = textNow(text)
  return resource === null || resource.expire_day === 0 ? t.popExpired : t.popLeft(resource.expire_day)
}

/** Returns the text on a POP next to its name. */
export function popFacts(resource: NetworkInfo['network_fr']): string {
  if (resource === null || resource.expire_day === 0) return popState(resource)
  return textNow(text).popFacts(resource.bandwidth, resource.expire_day)
}

/** Returns a node's accessible name, 「{类型} {名称}，{状态}，{n} 条链路」: the visible texts in the same order, for voice control. */
export function labelOf(node: TopologyNode, resource: NetworkInfo['network_fr']): string {
  const t = textNow(text)
  if (node.kind === 'pop') return t.labelOf(t.pop, node.area.area, popFacts(resource), node.links)
  if (node.kind === 'group') {
    const { online, members } = node.group
    return t.labelOf(t.group, groupName(node.group), t.counts(members.length, online, members.length - online), node.links)
  }
  const { member } = node
  const online = member.online === 1 ? t.online : t.offline
  const routing = node.kind === 'center' ? routingName(member) : undefined
  const name = node.kind === 'branch' && member.note ? `${member.note} ${member.router_name}` : titleOf(member)
  return t.labelOf(t.kinds[member.member_type], name, routing === undefined ? online : t.both(online, routing), node.links)
}
