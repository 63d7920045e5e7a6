import {
  CARD_THREADS,
  type LinkState,
  type MemberState,
  type Nameable,
  type NetworkCard,
  type NetworkLink,
  shortName,
} from '@weft/contract'
import { stateBetween } from '@weft/network-rules'

/** A thread, and the other end of the links that cross at it: a member's name, or for a POP its area's `ov_id`. */
export type Thread = NetworkCard['threads'][number] & { end: string }

type Named = Nameable & { state: NetworkCard['state'] }
const memberThread =
  (kind: 'center' | 'member') =>
  (member: Named): Thread => ({ name: shortName(member), kind, state: member.state, end: member.router_name })

interface Ends {
  centers: readonly Named[]
  areas: readonly { ov_id: string; area: string }[]
  dialled: readonly Named[]
  /** 0 once the POP resource has ended. */
  pops: 0 | 1 | null
}

/** Returns the threads of a network's card: its centers, then its POPs, then members that others dial, as far as they fit. */
export const threadsOf = ({ centers, areas, dialled, pops }: Ends): Thread[] =>
  [
    ...centers.map(memberThread('center')),
    ...areas.map(({ ov_id, area }): Thread => ({ name: area, kind: 'pop', state: pops === 0 ? 'down' : 'up', end: ov_id })),
    ...dialled.map(memberThread('member')),
  ].slice(0, CARD_THREADS)

/** Returns the state of a site's link to each thread; null where it has none. @param own the state of the site */
export function crossingsOf(
  links: readonly (Pick<NetworkLink, 'center_router_name' | 'state'> & { ov_id: string | null })[],
  threads: readonly Thread[],
  own: MemberState,
): (LinkState | null)[] {
  const states = new Map(links.map(({ ov_id, center_router_name, state }) => [ov_id ?? center_router_name, state]))
  return threads.map(({ end, kind, state }) => {
    const found = states.get(end)
    return found === undefined ? null : stateBetween(found, own, kind === 'pop' ? undefined : state)
  })
}
