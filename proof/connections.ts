import { connect } from 'node:net'
import { AGENT_CONNECT_PATH, contract, doorBase } from '@weft/contract'
import { helloOf } from '../apps/server/test/agent-hello.ts'
import { breaksOf, type Target } from '../apps/server/test/broken-connections.ts'
import type { ServerProcess } from '../apps/server/test/server-process.ts'
import { seedAccount, seedCredentials, seedSessions } from '../bench/data.ts'
import type { Finding } from './proof.ts'
import { FAULTS, withServerProcess } from './server.ts'

/** More connections than the agents' listener admits within a second, so that some are refused. */
const CROWD = 3000
/** Enough sessions for the tickets that a session may request in a minute. */
const SESSIONS = 20
/** A credential that nobody has. */
const UNKNOWN = 'A'.repeat(43)

async function targetsOf({ ports }: ServerProcess, database: string): Promise<Target[]> {
  const owner = await seedAccount(database, 'proofowner', { members: 1, networks: 1 })
  const [member] = await seedCredentials(database, owner)
  const sessions = await seedSessions(database, owner, SESSIONS)
  const { path: tickets } = contract.login.socket_ticket
  let asked = 0
  const ticket = async () => {
    const answer = await fetch(`http://127.0.0.1:${ports.console}${doorBase.console}/${tickets}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sessions[asked++ % SESSIONS]}` },
    })
    return ((await answer.json()) as { data: { ticket: string } }).data.ticket
  }
  const headers = { authorization: `Bearer ${member!.credential}` }
  return [
    {
      name: 'console',
      port: ports.console,
      socket: async () => ({
        path: `${doorBase.console}/${contract.events.account.path}?token=${encodeURIComponent(await ticket())}`,
        headers: {},
      }),
    },
    { name: 'ops', port: ports.ops },
    {
      name: 'agent',
      port: ports.agent,
      socket: async () => ({ path: AGENT_CONNECT_PATH, headers }),
      greeting: { says: helloOf(member!.router_name), answered: '"welcome"' },
    },
    { name: 'metrics', port: ports.metrics },
  ]
}

/** Connects as an agent with an unknown credential, and resets the connection: before the answer, or `behind` it. */
function resetAtTheDoor(port: number, behind: boolean): Promise<void> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `GET ${AGENT_CONNECT_PATH} HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nauthorization: Bearer ${UNKNOWN}\r\n\r\n`,
      )
      if (!behind) socket.resetAndDestroy()
    })
    socket.on('data', () => socket.resetAndDestroy())
    socket.on('error', () => {})
    socket.on('close', () => done())
  })
}

const alive = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Breaks a connection to each listener in every way at every stage. No process may end, and no log may report a fault. */
export const breakConnections = (say: (line: string) => void): Promise<Finding> =>
  withServerProcess({}, async (server, database) => {
    const failures: string[] = []
    const fail = (line: string) => {
      failures.push(line)
      say(`✗ ${line}`)
    }
    const left: { resetAndDestroy(): void }[] = []
    let tried = 0
    let seen = server.output().length
    const check = async (name: string, port: number) => {
      const faults = server.output().slice(seen).match(FAULTS) ?? []
      seen = server.output().length
      for (const fault of faults) fail(`${name}: ${fault}`)
      if (server.ended() === undefined && (await alive(port))) return
      throw new Error(`${name}: the server ended with ${server.ended()}:\n${server.output().slice(-2000)}`)
    }
    for (const target of await targetsOf(server, database))
      for (const { name, run } of breaksOf(target)) {
        left.push(await run())
        tried += 1
        await check(name, target.port)
      }
    await Promise.all(Array.from({ length: CROWD }, (_, i) => resetAtTheDoor(server.ports.agent, i % 2 === 0)))
    await check(`${CROWD} strangers at once`, server.ports.agent)
    for (const socket of left) socket.resetAndDestroy()
    await check('all that were left open, reset at once', server.ports.console)
    const how = await server.stop()
    if (how !== '0') fail(`the server ended with ${how} when it was asked to`)
    return { what: `${tried} ways to break a connection, and ${CROWD} resets at once, end no process`, failures }
  })
