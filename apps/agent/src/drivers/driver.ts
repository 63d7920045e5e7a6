import type { AgentEvent, ControllerMessage, NetworkInterface } from '@weft/contract/agent-protocol'
import type { MemberDocument } from '@weft/member-config'
import type { Counter } from '../observe/meter.ts'
import type { NewEvent } from '../protocol/event-ring.ts'
import type { DeviceFacts } from '../protocol/enrol.ts'

export type OpMessage = Extract<ControllerMessage, { type: 'op' }>
export interface OpAnswer {
  ok: boolean
  error: string | null
  data?: unknown
}

/** What turns a document into running tunnels, and says how they stand. */
export interface Driver {
  /** Runs a document in the place of another; null is nothing at all. @returns what was done; throws when it does not run */
  apply(next: MemberDocument | null, before: MemberDocument | null): Promise<string[]>
  /** Tunnels that came up or went down, as they do. */
  onTunnel(listener: (event: NewEvent) => void): void
  /** Why what was applied does not run any more; undefined when it does again. */
  onFault?(listener: (why: string | undefined) => void): void
  /** The tunnels that are up, as the events with which they came. */
  up(): (NewEvent & { type: Extract<AgentEvent['type'], `${string}_up`> })[]
  device(): DeviceFacts
  interfaces(): NetworkInterface[]
  /** Bytes of each interface that is there now, since some start. */
  counters(): Counter[]
  perform(op: OpMessage): Promise<OpAnswer>
  /** Looks after the tunnels no more; they go on. */
  leave?(): void
}
