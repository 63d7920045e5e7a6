import {
  AGENT_CONNECT_PATH,
  AGENT_SUBPROTOCOL,
  type AgentMessage,
  type ControllerMessage,
  type LiveTraffic,
  trafficRanges,
} from '@weft/contract'
import { seedAccount, seedCredentials, seedSessions, withClient } from './data.ts'
import { atMost, type Bench, type Figure, median, sleep } from './figure.ts'
import { type Server, withServer } from './server.ts'

const MEMBERS = 50
const WATCHERS = 1000
const SECONDS = 20
/** The most sockets that a session may open. */
const PER_SESSION = 100
const WARM = 20
const PORT = 'wan'

const opened = (socket: WebSocket) =>
  new Promise((done, failed) => {
    socket.addEventListener('open', done)
    socket.addEventListener('error', () => failed(new Error('a socket was refused')))
  })
const unixNow = () => Math.floor(Date.now() / 1000)

/** Measures requests for the history, and how long a sample takes from the device to the console. */
export const liveTraffic: Bench = (say) =>
  withServer(async (server) => {
    const owner = await seedAccount(server.database, 'benchowner', { members: MEMBERS, networks: 1 })
    const credentials = await seedCredentials(server.database, owner)
    const tokens = await seedSessions(server.database, owner, Math.ceil(WATCHERS / PER_SESSION) + 1)
    const names = credentials.map(({ router_name }) => router_name)
    const figures = await historyOf(server, owner.account_id, names[0]!, tokens[0]!)
    const devices = await Promise.all(credentials.map((one) => device(server, one)))
    try {
      const each = names.map((name, i) => ({ name, token: tokens[i % tokens.length]! }))
      const crowd = Array.from({ length: WATCHERS }, (_, i) => ({ name: names[0]!, token: tokens[Math.floor(i / PER_SESSION)]! }))
      for (const [what, watchers, limit] of [
        [`${MEMBERS} members, one console each`, each, 150],
        [`one member, ${WATCHERS} consoles`, crowd, Number.POSITIVE_INFINITY],
      ] as const) {
        const { p95, most, asked } = await watch(server, devices, watchers)
        say(`${what}: the longest ${most.toFixed(0)} ms`)
        const figure = atMost(`a sample from device to console, ${what}: p95`, limit, p95, 'ms')
        figures.push(limit === Number.POSITIVE_INFINITY ? { ...figure, target: '' } : figure)
        figures.push(atMost(`${what}: messages to a device that make it send`, 1, asked, ''))
      }
    } finally {
      for (const one of devices) one.socket.close()
    }
    return figures
  })

/** Starts a device that sends samples while it is watched; the value of each is the time at which it was sent. */
async function device({ agent }: Server, { router_name, credential }: { router_name: string; credential: string }) {
  const socket = new WebSocket(`${agent.replace('http', 'ws')}${AGENT_CONNECT_PATH}`, {
    protocols: [AGENT_SUBPROTOCOL],
    headers: { authorization: `Bearer ${credential}` },
    // Node's own client takes headers, which the browser's type does not have.
  } as unknown as string[])
  const watcher = { socket, router_name, asked: 0, watched: false }
  const send = (message: AgentMessage) => socket.send(JSON.stringify(message))
  const welcomed = new Promise<void>((done) =>
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as ControllerMessage
      if (message.type === 'welcome') done()
      if (message.type === 'watch') [watcher.watched, watcher.asked] = [true, watcher.asked + 1]
      if (message.type === 'unwatch') watcher.watched = false
    }),
  )
  await opened(socket)
  const port = { interface: PORT, interface_uuid: 'a', protocol: 'dhcp', ip: null, ipv4: null, ipv4_subnet_mask: null, mtu: 1500 } as const
  send({
    type: 'hello',
    router_name,
    agent_version: '9.9.9',
    capabilities: 2,
    boot_id: 'bench',
    applied: null,
    pending: null,
    recent_ops: [],
    device: {},
    interfaces: [port],
  })
  await welcomed
  const timer = setInterval(() => {
    const now = unixNow()
    if (watcher.watched)
      send({ type: 'samples', now, samples: [{ interface: PORT, time: now, down: Math.round(performance.now() * 1000), upload: 0 }] })
  }, 1000)
  socket.addEventListener('close', () => clearInterval(timer))
  return watcher
}

type Device = Awaited<ReturnType<typeof device>>

async function watch({ console }: Server, devices: readonly Device[], watchers: readonly { name: string; token: string }[]) {
  for (const one of devices) one.asked = 0
  const late: number[] = []
  let counting = false
  const sockets: WebSocket[] = []
  for (const { name, token } of watchers) {
    const socket = new WebSocket(`${console.replace('http', 'ws')}/api/v1/router/traffic?token=${token}&router_name=${name}`)
    socket.addEventListener('message', ({ data }) => {
      const now = performance.now()
      const { samples } = (JSON.parse(String(data)) as LiveTraffic).data
      // A message of several samples holds those from before the console connected.
      if (counting && samples.length === 1) late.push(now - samples[0]!.down / 1000)
    })
    sockets.push(socket)
    await opened(socket)
  }
  counting = true
  await sleep(SECONDS * 1000)
  for (const socket of sockets) socket.close()
  const asked = Math.max(...devices.map((one) => one.asked))
  // Waits until no device is watched.
  while (devices.some((one) => one.watched)) await sleep(200)
  const sorted = late.toSorted((a, b) => a - b)
  return { p95: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN, most: sorted.at(-1) ?? Number.NaN, asked }
}

/** Measures each range of a member with a month of minutes and a year of hours and days. */
async function historyOf(server: Server, account_id: number, router_name: string, token: string): Promise<Figure[]> {
  await withClient(server.database, async (client) => {
    for (const [table, days, step, more, of] of [
      ['traffic_minute', 31, 60, '', 1],
      ['traffic_hour', 365, 3600, ', 1, 1', 30],
      ['traffic_day', 365, 86_400, ', 1, 1', 366],
    ] as const) {
      await client.query(`select weft_partitions('${table}', current_date - ${days + 1}, current_date, ${of})`)
      await client.query(
        `insert into ${table} select $1, $2, $3, t, 1, 1${more}
         from generate_series(date_bin('${step} seconds', now(), '2020-01-01 00:00:00+08') - interval '${days} days', now() - interval '${step} seconds', interval '${step} seconds') t`,
        [account_id, router_name, PORT],
      )
    }
    await client.query('analyze')
  })
  const figures: Figure[] = []
  for (const range of trafficRanges) {
    const times: number[] = []
    // The first calls of a connection plan their statements, so they are not counted.
    for (let i = -WARM; i < 20; i++) {
      const began = performance.now()
      const url = `${server.console}/api/v1/router/traffic?router_name=${router_name}&interface=${PORT}&range=${range}`
      await (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).arrayBuffer()
      if (i >= 0) times.push(performance.now() - began)
    }
    figures.push(atMost(`the history of ${range}, a month of minutes`, 20, median(times), 'ms'))
  }
  return figures
}
