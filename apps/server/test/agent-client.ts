import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AGENT_CONNECT_PATH, AGENT_SUBPROTOCOL, type AgentMessage, type ControllerMessage } from '@weft/contract'
import { issueCredential } from '../src/gateway/activation.service.ts'
import { type Hello, helloOf } from './agent-hello.ts'
import type { World } from './world.ts'
import { eventually } from './eventually.ts'

export { helloOf, portOf } from './agent-hello.ts'

type MessageOf<T extends ControllerMessage['type']> = Extract<ControllerMessage, { type: T }>

export const listenForAgents = async (world: World): Promise<string> => {
  await world.apps.agent.listen({ host: '127.0.0.1', port: 0 })
  const { port } = world.apps.agent.server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

/** Opens a device's end of the protocol, to be driven by hand. */
export function openSocket(server: string, credential: string) {
  // Node's own client; its second argument takes headers, which the browser's type does not know.
  const socket = new WebSocket(`${server.replace('http', 'ws')}${AGENT_CONNECT_PATH}`, {
    protocols: [AGENT_SUBPROTOCOL],
    headers: { authorization: `Bearer ${credential}` },
  } as unknown as string[])
  const messages: ControllerMessage[] = []
  let taken = 0
  let waiting: string | undefined
  let ended: string | undefined
  socket.addEventListener('message', ({ data }) => void messages.push(JSON.parse(String(data)) as ControllerMessage))
  const opened = new Promise<void>((done, failed) => {
    socket.addEventListener('open', () => done())
    socket.addEventListener('error', () => failed(new Error('the connection was refused')))
  })
  opened.catch(() => {})
  const closed = new Promise<{ code: number; reason: string }>((done) =>
    socket.addEventListener('close', ({ code, reason }) => {
      ended = `the connection ended with ${code} ${reason}`
      done({ code, reason })
    }),
  )
  return {
    socket,
    messages,
    opened,
    closed,
    sendRaw: (data: string | Uint8Array<ArrayBuffer>) => socket.send(data),
    send: (message: AgentMessage) => socket.send(JSON.stringify(message)),
    /**
     * Returns the next message of this type that was not yet returned. A second wait at the same time would take the first one's message,
     * so it is refused.
     * @throws if the connection ends first
     */
    async next<T extends ControllerMessage['type']>(type: T): Promise<MessageOf<T>> {
      if (waiting) throw new Error(`${type} is waited for while ${waiting} still is`)
      waiting = type
      try {
        const at = await eventually(() => {
          const found = messages.findIndex((message, i) => i >= taken && message.type === type)
          if (found === -1 && !ended) throw new Error(`no ${type}; there is ${messages.map((message) => message.type).join(', ')}`)
          return found
        })
        if (at === -1) throw new Error(`no ${type}: ${ended}`)
        taken = at + 1
        return messages[at] as MessageOf<T>
      } finally {
        waiting = undefined
      }
    },
    async leave() {
      socket.close()
      await closed
    },
  }
}
export type Device = ReturnType<typeof openSocket>

export const credentialOf = (world: World, account_id: number, router_name: string): Promise<string> =>
  world.asSystem((system) => issueCredential(system, { account_id, router_name }))

/** Connects a device and resolves when it is welcomed. */
export async function connected(
  world: World,
  server: string,
  member: { account_id: number; router_name: string; credential?: string },
  more: Partial<Hello> = {},
) {
  const credential = member.credential ?? (await credentialOf(world, member.account_id, member.router_name))
  const device = openSocket(server, credential)
  await device.opened
  device.send(helloOf(member.router_name, more))
  const welcome = await device.next('welcome')
  return { ...device, credential, welcome }
}

/** Asks the agents' listener for an upgrade, without a library that speaks WebSocket. */
export function requestUpgrade(server: string, headers: Record<string, string>): ClientRequest {
  const call = request(`${server}${AGENT_CONNECT_PATH}`, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...headers,
    },
  })
  call.end()
  return call
}

/** Returns the status with which an upgrade is answered. */
export async function upgradeStatus(server: string, headers: Record<string, string>): Promise<number> {
  const call = requestUpgrade(server, headers)
  const answered = await Promise.race([once(call, 'response'), once(call, 'upgrade')])
  const { statusCode } = answered[0] as { statusCode: number }
  call.destroy()
  return statusCode
}

export const memberRow = (world: World, router_name: string) =>
  world.db.systemNow.sql.selectFrom('member').selectAll().where('router_name', '=', router_name).executeTakeFirstOrThrow()

/** Accepts the next offer as a sound device does. */
export async function accept(device: Device) {
  const offer = await device.next('config.offer')
  const ack = (phase: 'received' | 'applied' | 'confirmed') =>
    device.send({ type: 'config.ack', revision: offer.revision, hash: offer.hash, phase, errors: [], actions: [] })
  ack('received')
  ack('applied')
  await device.next('config.confirm')
  ack('confirmed')
  return offer
}
