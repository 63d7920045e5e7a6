import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Client } from 'pg'
import { answered } from './ask.ts'
import { inTemporaryFolder } from './child.ts'
import { type Owner, seedAccount, seedSessions, withClient } from './data.ts'
import { atMost, type Bench, type Figure, median, sleep } from './figure.ts'
import { type Server, serve, withServer } from './server.ts'

/** Seconds that a change must last before it is announced. */
const DEBOUNCE = 1
/** Seconds between two announcements of an account. */
const PAUSE = 5
const ROUNDS = 10
const CUTS = 50
const MANY = 10_000
const WATCH_SECONDS = 45

interface Notification {
  at: number
  id: string
  router_name: string
}

/** Starts the receiver of the webhook, which notes what it received and when. */
async function receiver() {
  const notifications: Notification[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      const { id, lines } = JSON.parse(text) as { id: string; lines: { router_name?: string }[] }
      for (const { router_name = '' } of lines) notifications.push({ at: performance.now(), id, router_name })
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const { port } = server.address() as AddressInfo
  return { notifications: notifications, host: `127.0.0.1:${port}`, close: () => server.close() }
}
type Receiver = Awaited<ReturnType<typeof receiver>>

/** Watches every member of an account, all of them signed in, and notifies the webhook only. */
async function watch(server: Server, owner: Owner, token: string, { host }: Receiver): Promise<void> {
  const call = async (path: string, input: object) => {
    const response = await fetch(`${server.console}/api/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    if (response.status !== 200) throw new Error(`${path} answered ${await response.text()}`)
  }
  await call('monitor/enable', {})
  await call('webhook/setting', { type: 'other', url: `http://${host}/`, secret: '' })
  await withClient(server.database, async (client) => {
    await client.query('update member set online_status = 1 where account_id = $1', [owner.account_id])
    await client.query('insert into monitor_router select account_id, router_name from member where account_id = $1', [owner.account_id])
    await client.query('update monitor set portal_confirm = 0, webhook_confirm = 1 where account_id = $1', [owner.account_id])
    await client.query('delete from alert_watch')
    await client.query('delete from network_link')
  })
}

const settings = ({ host }: Receiver) => ({ WEFT_EGRESS_ALLOW: host, WEFT_ALERT_SECONDS: String(DEBOUNCE) })
const namesOf = async (client: Client, owner: Owner): Promise<string[]> => {
  const { rows } = await client.query<{ router_name: string }>('select router_name from member where account_id = $1 order by 1', [
    owner.account_id,
  ])
  return rows.map((row) => row.router_name)
}
const lose = (client: Client, names: readonly string[]) =>
  client.query('update member set online_status = 0 where router_name = any($1)', [names])

/** Measures how soon accounts are notified, with how few messages, and whether none is lost. */
export const alerts: Bench = async (say) => {
  const other = await receiver()
  try {
    return [...(await soon(other)), ...(await few(other)), ...(await surely(other, say))]
  } finally {
    other.close()
  }
}

const soon = (other: Receiver): Promise<Figure[]> =>
  withServer(async (server) => {
    const owner = await seedAccount(server.database, 'benchowner', { members: ROUNDS, networks: 1 })
    const [token] = await seedSessions(server.database, owner, 1)
    await watch(server, owner, token!, other)
    const late: number[] = []
    await withClient(server.database, async (client) => {
      for (const name of await namesOf(client, owner)) {
        other.notifications.length = 0
        const began = performance.now()
        await lose(client, [name])
        while (other.notifications.length === 0) await sleep(2)
        late.push(other.notifications[0]!.at - began - DEBOUNCE * 1000)
        await sleep((PAUSE + 1) * 1000)
      }
    })
    return [
      atMost('an event at a webhook, after its debounce: median', 1000, median(late), 'ms'),
      atMost('an event at a webhook, after its debounce: longest', 1000, Math.max(...late), 'ms'),
    ]
  }, settings(other))

const few = (other: Receiver): Promise<Figure[]> =>
  inTemporaryFolder((dir) =>
    withServer(async (server) => {
      const owner = await seedAccount(server.database, 'benchowner', { members: MANY, networks: 1 })
      const tokens = await seedSessions(server.database, owner, 50)
      await watch(server, owner, tokens[0]!, other)
      other.notifications.length = 0
      const load = { url: server.console, path: '/api/v1/network/lists', connections: 8, seconds: WATCH_SECONDS, tokens }
      const asked = answered(dir, load)
      await withClient(server.database, async (client) => {
        const names = await namesOf(client, owner)
        for (let from = 0; from < names.length; from += 500) await lose(client, names.slice(from, from + 500))
      })
      const { p95_ms } = await asked
      return [
        atMost(`${MANY} members lost at once: messages`, 1, new Set(other.notifications.map(({ id }) => id)).size, ''),
        atMost(`${MANY} members lost at once: network/lists meanwhile, 8 connections: p95`, 200, p95_ms, 'ms'),
      ]
    }, settings(other)),
  )

/** Kills the server at random moments between an event and its delivery, and starts it again. */
const surely = (other: Receiver, say: (line: string) => void): Promise<Figure[]> =>
  inTemporaryFolder(async (dir) => {
    let server = await serve(dir, settings(other))
    const owner = await seedAccount(server.database, 'benchowner', { members: CUTS, networks: 1 })
    const [token] = await seedSessions(server.database, owner, 1)
    await watch(server, owner, token!, other)
    other.notifications.length = 0
    const names = await withClient(server.database, (client) => namesOf(client, owner))
    for (const [round, name] of names.entries()) {
      await withClient(server.database, (client) => lose(client, [name]))
      await sleep(Math.random() * (DEBOUNCE * 1000 + 1500))
      await server.process.kill()
      server = await serve(dir, settings(other))
      if (round % 10 === 9) say(`${round + 1} of ${CUTS} cuts`)
    }
    for (let second = 0; second < 120 && new Set(other.notifications.map((one) => one.router_name)).size < CUTS; second += 1)
      await sleep(1000)
    await sleep((PAUSE + 1) * 1000)
    await server.process.stop()
    const tellings = names.map((name) => other.notifications.filter((one) => one.router_name === name))
    return [
      atMost(
        `${CUTS} events, the server killed after each: lost`,
        0,
        tellings.filter((notifications) => notifications.length === 0).length,
        '',
      ),
      atMost(
        `${CUTS} events, the server killed after each: told as another message`,
        0,
        tellings.filter((notifications) => new Set(notifications.map(({ id }) => id)).size > 1).length,
        '',
      ),
      {
        ...atMost(
          `${CUTS} events, the server killed after each: the same message twice, its answer cut off`,
          CUTS,
          tellings.filter((notifications) => notifications.length > new Set(notifications.map(({ id }) => id)).size).length,
          '',
        ),
        target: '',
      },
    ]
  })
