import type { AgentEvent, ControllerMessage, NetworkInterface, TunnelBytes } from '@weft/contract/agent-protocol'
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

/** Turns a document into running tunnels, and reports their state. */
export interface Driver {
  /** Runs a document in place of another; null means none. @returns what was done; throws if it does not run */
  apply(next: MemberDocument | null, before: MemberDocument | null): Promise<string[]>
  /** Sets the listener for tunnels that come up or go down. */
  onTunnel(listener: (event: NewEvent) => void): void
  /** Sets the listener that gets the reason why the applied document no longer runs; undefined when it runs again. */
  onFault?(listener: (why: string | undefined) => void): void
  /** Returns the tunnels that are up, as the events that reported them. */
  up(): (NewEvent & { type: Extract<AgentEvent['type'], `${string}_up`> })[]
  /** Returns the bytes of the tunnels that are up. */
  carried(): TunnelBytes[]
  device(): DeviceFacts
  interfaces(): NetworkInterface[]
  /** Returns the bytes of each present interface since the device or the counter started. */
  counters(): Counter[]
  perform(op: OpMessage): Promise<OpAnswer>
  /** Stops watching the tunnels, which stay up. */
  leave?(): void
}
