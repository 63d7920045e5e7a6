import type { DiagnosisCause } from '@weft/contract'
import type { EvidenceEvent } from './path.text.ts'

/** What happened around the time at which a member was lost. Times are Unix seconds. */
export interface EvidenceFacts {
  /** When it last reported. */
  heard: number | null
  /** When each of its tunnels went down. */
  links_down: readonly number[]
  /** When its control connection ended. */
  control_lost: number | null
  /** When its control connection last opened, and from where. */
  connected: { time: number; address: string } | null
  /** Its centers that are away, and when they last reported. */
  centers_lost: readonly { name: string; time: number }[]
  /** The last sign-in of a software member, or the last tunnel session that it began. */
  session: { start: number; end: number | null } | null
  /** The first alert about it, and the channels on which it was sent. */
  alert: { time: number; channels: readonly string[] } | null
}

/** Seconds within which tunnels go down together. */
const TOGETHER = 5
/** Seconds around the loss of a member in which its tunnels went down because of it. */
const AROUND = 180
/** The most centers that are named. */
const NAMED = 3

/** Returns what happened when a member was lost, the earliest first. */
export function evidenceOf(cause: DiagnosisCause, since: number | null, facts: EvidenceFacts): EvidenceEvent[] {
  if (since === null) return []
  const down = facts.links_down.filter((time) => Math.abs(time - since) <= AROUND).toSorted((a, b) => a - b)
  const [first] = down
  const links: EvidenceEvent[] =
    first === undefined ? [] : [{ time: first, what: 'links_down', count: down.length, together: down.at(-1)! - first <= TOGETHER }]
  const alerted: EvidenceEvent[] = facts.alert === null ? [] : [{ what: 'alerted', ...facts.alert }]
  const events = ((): EvidenceEvent[] => {
    switch (cause) {
      case 'connection_lost':
        return [...moment('last_heard', facts.heard), ...links, ...moment('control_lost', facts.control_lost), ...alerted]
      case 'center_down':
        return [...facts.centers_lost.slice(0, NAMED).map((center) => ({ what: 'center_lost', ...center }) as const), ...links, ...alerted]
      case 'address_changed':
        return [...(facts.connected ? [{ what: 'address_changed', ...facts.connected } as const] : []), ...links, ...alerted]
      case 'tunnel_down':
        return [...links, ...alerted]
      case 'signed_out':
        return facts.session === null ? [] : [...moment('signed_in', facts.session.start), ...moment('signed_out', facts.session.end)]
      default:
        return []
    }
  })()
  return events.toSorted((a, b) => a.time - b.time)
}

const moment = (what: 'last_heard' | 'control_lost' | 'signed_in' | 'signed_out', time: number | null): EvidenceEvent[] =>
  time === null ? [] : [{ time, what }]
