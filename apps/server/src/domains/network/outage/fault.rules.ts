import type { AlertEvent, AttentionState, DiagnosisCause } from '@weft/contract'

/** What can be wrong with a member, by the states or the causes that are it, whether stored now or in an outage. */
export type Fault =
  | { column: 'state'; values: readonly [AttentionState, ...AttentionState[]] }
  | { column: 'cause'; values: readonly [DiagnosisCause, ...DiagnosisCause[]] }

/** The faults that outages and incidents are made of. An outage begins with any state that needs attention. */
export const faults = {
  /** Its control connection is lost. When that comes or goes another outage begins; any other cause replaces the one before. */
  lost: { column: 'cause', values: ['connection_lost'] },
  /** It was refused its configuration. No fact has the time at which that ended, so its outage ends when it is seen to. */
  refused: { column: 'state', values: ['failed'] },
  /** It reaches none of its networks. */
  down: { column: 'state', values: ['down'] },
  /** Its tunnels lead to a lost center, which its outage names. With a center's incident it is counted if it is down. */
  behind: { column: 'cause', values: ['center_down'] },
} as const satisfies Record<string, Fault>

/** The fault for which an incident of each kind lasts: of the member that it is about, or of all sites of a network. */
export const incidentFaults = {
  router_offline: faults.lost,
  config_failed: faults.refused,
  network_unusable: faults.down,
} as const satisfies Partial<Record<AlertEvent, Fault>>
