import {
  AGENT_CONNECT_PATH,
  AGENT_SUBPROTOCOL,
  type AgentMessage,
  type AppliedConfig,
  type ControllerMessage,
  HEARTBEAT_SECONDS,
} from '@weft/contract'
import { helloOf } from '../../apps/server/test/agent-hello.ts'
import type { Credential } from './stage.ts'

/** A sound member, which applies what it is offered, and of whose messages it is known when each arrived. */
export interface Member {
  router_name: string
  /** Resolves when it is welcomed. */
  connect(): Promise<void>
  leave(): Promise<void>
  /** Sends the traffic of the last minute. @returns the minute's beginning in Unix seconds, undefined while it is away */
  sendMinute(): number | undefined
  /** Sends that its tunnel came up or fell. @returns what tells when this was acknowledged */
  sendEvent(): () => number | undefined
}

const CAPABILITIES = 8

/** @param lost is told why a connection ended that the member had not ended */
export function createMember(
  port: number,
  { router_name, credential }: Credential,
  { network_number, center }: { network_number: string; center: string },
  lost: (why: string) => void,
): Member {
  let socket: WebSocket | undefined
  let applied: AppliedConfig | null = null
  let heartbeat: NodeJS.Timeout | undefined
  let seq = 0
  const acknowledged: { seq: number; at: number }[] = []
  const send = (message: AgentMessage) => socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message))

  function apply({ revision, hash }: AppliedConfig): void {
    for (const phase of ['received', 'applied'] as const) send({ type: 'config.ack', revision, hash, phase, errors: [], actions: [] })
  }

  return {
    router_name,
    connect() {
      const welcomed = Promise.withResolvers<void>()
      const offered = new Map<number, string>()
      const mine = new WebSocket(`ws://127.0.0.1:${port}${AGENT_CONNECT_PATH}`, {
        protocols: [AGENT_SUBPROTOCOL],
        headers: { authorization: `Bearer ${credential}`, 'x-forwarded-for': '203.0.113.10' },
      } as unknown as string[])
      socket = mine
      mine.addEventListener('open', () => send(helloOf(router_name, { capabilities: CAPABILITIES, applied })))
      mine.addEventListener('message', ({ data }) => {
        const message = JSON.parse(String(data)) as ControllerMessage
        if (message.type === 'welcome') {
          seq = Math.max(seq, message.event_seq)
          welcomed.resolve()
        } else if (message.type === 'config.offer') {
          offered.set(message.revision, message.hash)
          apply(message)
        } else if (message.type === 'config.confirm') {
          applied = { revision: message.revision, hash: offered.get(message.revision)! }
          send({ type: 'config.ack', ...applied, phase: 'confirmed', errors: [], actions: [] })
        } else if (message.type === 'event.ack') acknowledged.push({ seq: message.seq, at: Date.now() })
      })
      mine.addEventListener('close', ({ code, reason }) => {
        clearInterval(heartbeat)
        if (socket !== mine) return
        lost(`the connection of ${router_name} ended with ${code} ${reason}`)
        // As an agent does: it comes back.
        setTimeout(() => void this.connect().then(welcomed.resolve), 1000)
      })
      heartbeat = setInterval(() => send({ type: 'heartbeat' }), HEARTBEAT_SECONDS * 1000)
      return welcomed.promise
    },
    async leave() {
      const mine = socket
      socket = undefined
      if (!mine) return
      const closed = new Promise((done) => mine.addEventListener('close', done))
      mine.close()
      await closed
    },
    sendMinute() {
      if (!socket) return undefined
      const now = Math.floor(Date.now() / 1000)
      const time = now - (now % 60) - 60
      send({ type: 'telemetry', now, minutes: [{ interface: 'wan', time, down: 1_000_000, upload: 300_000 }] })
      return time
    },
    sendEvent() {
      const own = ++seq
      const since = Math.floor(Date.now() / 1000)
      const type = own % 2 === 0 ? 'link_up' : 'link_down'
      const event = { seq: own, type, network_number, who: center, vpn_ip: '10.128.0.9', address: null, since } as const
      send({ type: 'event', oldest: own, now: since, events: [event] })
      return () => acknowledged.find((one) => one.seq >= own)?.at
    },
  }
}
