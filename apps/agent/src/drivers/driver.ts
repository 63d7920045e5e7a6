import type {
  AgentEvent,
  ControllerMessage,
  DeviceCheck,
  NetworkInterface,
  TunnelBytes,
  TunnelFigures,
} from '@weft/contract/agent-protocol'
import type { MemberDocument } from '@weft/member-config'
import type { Counter } from '../observe/meter.ts'
import type { OwnAddresses } from '../own-addresses.ts'
import type { NewEvent } from '../protocol/event-ring.ts'
import type { DeviceFacts } from '../protocol/enrol.ts'

/** A message with which the controller asks the device to do something once, such as to redial. */
export type OpMessage = Extract<ControllerMessage, { type: 'op' }>
/** The result of an `OpMessage`; `data` holds what a diagnosis found. */
export interface OpAnswer {
  ok: boolean
  error: string | null
  data?: unknown
}

/** The driver's part of a `DeviceCheck`. The agent adds `clock_ahead`. */
export type DriverCheck = Omit<DeviceCheck, 'clock_ahead'>

/** Builds the tunnels that a member's configuration document describes, and reports their state. */
export interface Driver {
  /**
   * Replaces the running configuration by the next one. `null` as `next` ends all tunnels; `null` as `before` means that nothing ran.
   * @returns one line of text for each step that was done
   * @throws if the next configuration cannot run
   */
  apply(next: MemberDocument | null, before: MemberDocument | null): Promise<string[]>
  /** Frees what can be spared of the device's disk, such as logs, for a change of the configuration. Never throws. */
  makeRoom?(): void
  /** Sets the listener for tunnels that come up or go down. */
  onTunnel(listener: (event: NewEvent) => void): void
  /** Sets the listener that is called with a reason when the applied configuration stops running, and with undefined when it runs again. */
  onFault?(listener: (why: string | undefined) => void): void
  /** Returns the tunnels that are up: for each the event that reported it. */
  up(): (NewEvent & { type: Extract<AgentEvent['type'], `${string}_up`> })[]
  /** Returns the bytes that each tunnel that is up has carried so far. */
  carried(): TunnelBytes[]
  /** Returns the figures, measured since the last call, of each tunnel that the device dials to a center or to a branch that listens. */
  quality(): TunnelFigures[]
  device(): DeviceFacts
  /** Left out by a device that has no addresses of its own. */
  addresses?: OwnAddresses
  interfaces(): NetworkInterface[]
  /** Returns the byte counters of the present interfaces. A counter starts at zero with the device or with its interface. */
  counters(): Counter[]
  /** Does what an operation asks for. */
  perform(op: OpMessage): Promise<OpAnswer>
  /** Stops watching the tunnels, because the agent ends. The tunnels stay up. */
  leave?(): Promise<void> | void
}
