import { type AgentMessage, CAPABILITY_VERSION, type ControllerMessage, MAX_EVENTS, type OpResult, RECENT_OPS } from '@weft/contract'
import { type ConfigMachine, createConfigMachine } from './apply/config-machine.ts'
import type { ConfigStore } from './apply/config-store.ts'
import type { Beat } from './beat.ts'
import type { Driver, OpMessage } from './drivers/driver.ts'
import { minuteReporter } from './observe/minute-reporter.ts'
import { createConnection } from './protocol/connection.ts'
import type { EventRing } from './protocol/event-ring.ts'

const AGENT_VERSION = '0.1.0'

export interface AgentParts {
  server: string
  router_name: string
  boot_id: string
  credential: () => string
  driver: Driver
  store: ConfigStore
  ring: EventRing
  beat: Beat
  random: () => number
  /** What became of the connection, in a few words. */
  said?: (what: 'connected' | 'lost', why: string) => void
  refused?: () => Promise<boolean> | boolean
}

export interface Agent {
  start(): Promise<void>
  readonly connected: boolean
  status: ConfigMachine['status']
  /** The tunnels go on: they depend neither on the connection nor on the agent. */
  stop(): Promise<void>
}

/** Bytes that may wait for the network before traffic, which may be lost, is kept back. */
const BACKLOG = 256 * 1024

/** One device: its connection, its configuration, its tunnels, and what it reports of them. */
export function createAgent(parts: AgentParts): Agent {
  const { server, router_name, boot_id, driver, store, ring, beat, random } = parts
  const recent: OpResult[] = []
  let welcomed = false
  let reporting = false
  let leaveBeat = () => {}

  const connection = createConnection({
    server,
    random,
    credential: parts.credential,
    hello,
    receive,
    ...(parts.refused && { refused: parts.refused }),
    lost(why) {
      welcomed = reporting = false
      parts.said?.('lost', why)
    },
  })
  const machine = createConfigMachine({ router_name, store, apply: driver.apply, acknowledge: (ack) => void connection.send(ack) })
  const minutes = minuteReporter(router_name, driver.traffic)

  function hello(): AgentMessage {
    return {
      type: 'hello',
      router_name,
      boot_id,
      agent_version: AGENT_VERSION,
      capabilities: CAPABILITY_VERSION,
      ...machine.status(),
      recent_ops: recent,
      device: driver.device(),
      interfaces: driver.interfaces(),
    }
  }

  /** One batch at a time: the next follows the acknowledgement of the one before. */
  function report(): void {
    if (!welcomed || reporting || ring.size === 0) return
    const events = ring.oldest(MAX_EVENTS)
    reporting = connection.send({ type: 'event', oldest: events[0]?.seq ?? 1, now: Math.floor(Date.now() / 1000), events: [...events] })
  }

  async function perform(op: OpMessage): Promise<void> {
    const before = recent.find((one) => one.op_id === op.op_id)
    if (before) return void connection.send({ type: 'op.result', ...before })
    if (op.expires_at * 1000 < Date.now()) return
    const answer = await driver.perform(op).catch((error: unknown) => ({ ok: false, error: String(error).slice(0, 200) }))
    const result = { op_id: op.op_id, ...answer }
    recent.push(result)
    recent.splice(0, recent.length - RECENT_OPS)
    connection.send({ type: 'op.result', ...result })
  }

  function receive(message: ControllerMessage): void {
    switch (message.type) {
      case 'welcome':
        welcomed = true
        ring.acknowledge(message.event_seq)
        if (message.report_links) for (const event of driver.up()) ring.append(event)
        parts.said?.('connected', message.session_id)
        return report()
      case 'config.offer':
        return machine.offer(message)
      case 'config.confirm':
        return machine.confirm(message.revision)
      case 'op':
        return void perform(message)
      case 'event.ack':
        reporting = false
        ring.acknowledge(message.seq)
        return report()
      case 'heartbeat':
    }
  }

  return {
    async start() {
      driver.onTunnel((event) => {
        ring.append(event)
        report()
      })
      await machine.start()
      leaveBeat = beat.each((now) => {
        connection.beat(now)
        const due = minutes.due(Date.now())
        if (due.length > 0 && welcomed && connection.backlog < BACKLOG) connection.send({ type: 'telemetry', minutes: due })
      })
      connection.start()
    },
    get connected() {
      return welcomed
    },
    status: machine.status,
    async stop() {
      leaveBeat()
      await machine.stop()
      await connection.stop()
    },
  }
}
