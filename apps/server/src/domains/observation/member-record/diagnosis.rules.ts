import type { DiagnosisCause, MemberCondition } from '@weft/contract'
import { causeOf, type MemberFacts } from '@weft/network-rules'
import type { DiallingNetwork } from './path.rules.ts'

/** A member with its stored condition, as far as the caller may know it. */
export interface DiagnosedMember extends MemberCondition, Pick<MemberFacts, 'network_usable' | 'online' | 'connect_time' | 'report_time'> {
  networks: readonly Pick<DiallingNetwork, 'network_number' | 'member_type' | 'state' | 'cause' | 'pops' | 'targets'>[]
}

/** An address where a member was seen, and the Unix time; null for an address that is not known any more. */
export interface Seen {
  address: string | null
  time: number
}

/** What is on record of a member, as far as the caller may know it. */
export interface MemberTraces {
  config_error: string | null
  /** True if it is in a network that the caller may not see, which its errors may be about. */
  hidden: boolean
  /** The openings of its two newest control connections, the newest first. */
  connections: readonly (Seen & { address: string })[]
  login: Seen | null
  /** The tunnel session that it began last. */
  session: { address: string | null; start_time: number; end_time: number | null } | null
}

export interface Verdict {
  cause: DiagnosisCause
  since: number | null
  /** Parameters of the sentence; null if unknown, or not for the caller to know. */
  params: Readonly<Record<string, string | null | readonly string[]>>
  network_number: string | null
}

const ERROR_SHOWN = 200

/** Returns why a member is as it is stored, with what the sentence of that cause says. */
export function diagnose(member: DiagnosedMember, traces: MemberTraces): Verdict {
  const { state, networks } = member
  const { connections, login, session } = traces
  const connected =
    member.connect_time === null ? null : { address: connections[0]?.address ?? null, time: member.report_time ?? member.connect_time }
  const dialled = session && { address: session.address, time: session.end_time ?? session.start_time }
  const seen = [connected, login, dialled].filter((one) => one !== null).toSorted((a, b) => b.time - a.time)[0]
  const parts = networks.map(({ member_type }) => member_type)
  const ended = networks.find(({ pops, targets }) => pops === 0 && targets.some(({ kind, enable }) => kind === 'pop' && enable === 1))
  const cause = causeOf(member, { ...member, parts, pops_ended: ended !== undefined, signed_in: seen !== undefined })
  // What is no cause of a state has not lasted since the state began.
  const since = cause === member.cause || cause === 'online' ? member.since : null
  const found = { cause, since, params: {}, network_number: null }
  const network = networks.find((one) => one.state === state && one.cause === cause)
  switch (cause) {
    case 'connection_lost':
      return { ...found, params: { address: connections[0]?.address ?? null } }
    case 'signed_out':
      return { ...found, since: seen!.time, params: { address: seen!.address } }
    case 'tunnel_down':
      return { ...found, network_number: network?.network_number ?? null }
    case 'address_changed':
      return {
        ...found,
        params: { before: connections[1]?.address ?? null, address: connections[0]?.address ?? null },
        network_number: network?.network_number ?? null,
      }
    case 'config_failed': {
      const error = traces.config_error === null || traces.hidden ? null : oneLine(traces.config_error)
      return { ...found, params: { error }, network_number: network?.network_number ?? null }
    }
    case 'center_down': {
      const center = (network?.targets ?? []).filter(({ enable, away }) => enable === 1 && away).map(({ name }) => name)
      return { ...found, params: { center }, network_number: network?.network_number ?? null }
    }
    case 'pop_lapsed':
      return { ...found, network_number: ended!.network_number }
    case 'no_center':
      return { ...found, network_number: networks.find((one) => one.member_type === 'point')!.network_number }
    default:
      return found
  }
}

/** Returns a device's text on one line and not too long, without the phase that precedes it. */
const oneLine = (error: string): string => {
  const text = error
    .replace(/^(failed|rolled_back): /, '')
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
  return [...text].length > ERROR_SHOWN ? `${[...text].slice(0, ERROR_SHOWN).join('')}…` : text
}
