import type { Socket } from 'node:net'
import { AGENT_CONNECT_PATH, contract } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { credentialOf, helloOf } from '../../test/agent-client.ts'
import { breaksOf, type Target } from '../../test/broken-connections.ts'
import { hardware } from '../../test/network-fixtures.ts'
import { type ServerProcess, startServerProcess } from '../../test/server-process.ts'
import { createWorld, type Person, SECRET, type World } from '../../test/world.ts'

/** Matches the log of a server with an unhandled fault. */
const BROKEN = /!! |Unhandled|uncaught/

let world: World
let server: ServerProcess
let owner: Person
let targets: Record<Target['name'], Target>
beforeAll(async () => {
  world = await createWorld()
  owner = await world.anOwner()
  server = await startServerProcess({ DATABASE_URL: world.url, WEFT_SECRET: SECRET })
  const [router_name] = (await hardware(world, owner, 1)) as [string]
  const credential = await credentialOf(world, owner.account_id, router_name)
  const ticket = async () => ((await world.call(owner, contract.login.socket_ticket, {})).data as { ticket: string }).ticket
  targets = {
    console: {
      name: 'console',
      port: server.ports.console,
      socket: async () => ({ path: `/api/v1/account/events?token=${encodeURIComponent(await ticket())}`, headers: {} }),
    },
    ops: { name: 'ops', port: server.ports.ops },
    agent: {
      name: 'agent',
      port: server.ports.agent,
      socket: async () => ({ path: AGENT_CONNECT_PATH, headers: { authorization: `Bearer ${credential}` } }),
      greeting: { says: helloOf(router_name), answered: '"welcome"' },
    },
    metrics: { name: 'metrics', port: server.ports.metrics },
  }
})
afterAll(async () => {
  await server?.stop()
  await world.close()
})

/** Expects an answer on every listener, which shows that the server has handled everything sent before. */
async function isAlive(): Promise<void> {
  for (const [name, port] of Object.entries(server.ports)) {
    const status = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      (answer) => answer.status,
      (error: Error) => error.message,
    )
    expect({ name, status, ended: server.ended() }, server.output().slice(-2000)).toEqual({ name, status: 200, ended: undefined })
  }
}

describe('a connection that breaks in any way at any moment', () => {
  it.each(['console', 'ops', 'agent', 'metrics'] as const)('does not end the server on the %s listener', async (name) => {
    const before = server.output().length
    const left: Socket[] = []
    for (const { name: what, run } of breaksOf(targets[name])) {
      left.push(await run())
      expect({ what, ended: server.ended() }, server.output().slice(-2000)).toEqual({ what, ended: undefined })
    }
    await isAlive()
    for (const socket of left) socket.resetAndDestroy()
    await isAlive()
    expect(server.output().slice(before)).not.toMatch(BROKEN)
  })
})

it('a server that stops while connections of every kind break exits with 0', async () => {
  const stopping = await startServerProcess({ DATABASE_URL: world.url, WEFT_SECRET: SECRET })
  const open: Socket[] = []
  for (const target of Object.values(targets))
    for (const { name, run } of breaksOf({ ...target, port: stopping.ports[target.name] }))
      if (name.endsWith(': left silent')) open.push(await run())
  const stopped = stopping.stop()
  for (const socket of open) {
    socket.resetAndDestroy()
    await new Promise((done) => setImmediate(done))
  }
  expect(await stopped, stopping.output().slice(-2000)).toBe('0')
  expect(stopping.output()).not.toMatch(BROKEN)
})
