import type { AccountEvent, MemberChanges } from '@weft/contract'
import type { BusEvent, EventType } from '../../../adapters/bus/events.ts'
import { type Actor, mayDo, mayTouchNetwork } from '../../../kernel/actor.ts'

/** The types of events that open consoles receive as they come; changed members are read first (`memberEventFor`). */
export const CONSOLE_EVENTS: readonly EventType[] = ['revision', 'draft', 'message', 'ticket', 'progress', 'rights']

/** Returns what an open console of this actor receives of an event of the bus; undefined for networks and areas that it may not see. */
export function eventFor(actor: Actor, event: BusEvent): AccountEvent | undefined {
  if (event.account_id !== actor.account_id && event.account_id !== 'all') return undefined
  switch (event.type) {
    case 'revision':
    case 'draft':
      return mayTouchNetwork(actor, event.network_number) ? { type: event.type, network_number: event.network_number } : undefined
    case 'message':
      if (event.login_id !== undefined && event.login_id !== actor.login_id) return undefined
      return event.network_number === undefined || mayTouchNetwork(actor, event.network_number) ? { type: 'message' } : undefined
    case 'ticket':
      return mayDo(actor, 'ticket.view') || event.login_id === actor.login_id
        ? { type: 'ticket', ticket_number: event.ticket_number }
        : undefined
    case 'progress':
      return event.session_id === actor.session_id ? { type: 'progress', id: event.id, done: event.done, total: event.total } : undefined
    case 'rights':
      return { type: 'rights' }
    default:
      return undefined
  }
}

/** Returns what an open console of this actor receives when members changed; undefined if it may see none. */
export function memberEventFor(actor: Actor, changes: MemberChanges | undefined): AccountEvent | undefined {
  const seesMembers = mayDo(actor, 'member.view')
  if (!seesMembers && !mayDo(actor, 'network.view')) return undefined
  // To a limited caller a member is as it is in the networks that the caller sees, which would have to be looked up for each socket.
  const seesAll = seesMembers && actor.designated === undefined && actor.members === undefined
  if (!seesAll || !changes) return { type: 'member', router_names: [] }
  return { type: 'member', router_names: changes.member.map((one) => one.router_name), changes }
}
