import { readFileSync } from 'node:fs'
import { connect as connectSocket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { AGENT_CONNECT_PATH, AGENT_SUBPROTOCOL, contract, doorBase, type Endpoint } from '@weft/contract'
import { Client } from 'pg'
import { inSeconds } from './crowd.ts'
import { cutDatabase, cutListeners, fill, free, heal } from './faults.ts'
import { NODES, type NodeName, SERVERS, type ServerName } from './hosts.ts'
import type { Stage } from './questions.ts'
import { eventually } from './wait.ts'

/** Seconds of the longest absence of the database; 600 for the one that docs/operations.md speaks of. */
const AWAY_SECONDS = Number(process.env['WEFT_PROOF_AWAY_SECONDS'] ?? 90)

/** What one fault did. */
export interface Outcome {
  /** What was measured, in words. */
  measured: string
  /** The seconds that have a bound; undefined for a fault that has none. */
  seconds?: number
  /** What was wrong besides the usual questions. */
  wrong?: string[]
}

export interface Row {
  name: string
  what: string
  /** The seconds within which it must be over, on a machine at rest; what they count stands in the name of the bound. */
  bound?: { of: string; seconds: number }
  /** How many calls may end in error. 0 unless it is said why. */
  errors?: number
  run(stage: Stage): Promise<Outcome>
}

/** Waits until all members are connected and were welcomed by a moment's returns. @returns seconds from the moment to the last welcome */
async function allBack({ crowd }: Stage, since: number, within = 90): Promise<{ last: number; told: string }> {
  await eventually('all members are back', within, () => crowd.connected() === crowd.size)
  const { lost, back } = crowd.returns(since)
  return {
    last: (back.at(-1) ?? 0) / 1000,
    told: `${lost} members lost their connection${lost > 0 ? `, back after ${inSeconds(back)}` : ''}`,
  }
}

/** Returns the servers, the one that holds the most members first. */
async function fullest({ site }: Stage): Promise<[ServerName, ServerName, ServerName]> {
  const held = await Promise.all(SERVERS.map((name) => site.members(name)))
  return SERVERS.toSorted((a, b) => held[SERVERS.indexOf(b)]! - held[SERVERS.indexOf(a)]!) as [ServerName, ServerName, ServerName]
}

export const ROWS: readonly Row[] = [
  {
    name: 'server-killed',
    what: 'one of three servers is killed',
    bound: { of: 'until its last member is back', seconds: 5 },
    async run(stage) {
      const { site } = stage
      const [name] = await fullest(stage)
      const since = performance.now()
      await site.servers.get(name)!.kill()
      await eventually('members notice', 30, () => stage.crowd.connected() < stage.crowd.size)
      const { last, told } = await allBack(stage, since)
      site.startServer(name)
      await site.allReady()
      return { measured: told, seconds: last }
    },
  },
  {
    name: 'rolling',
    what: 'one server after another is stopped and started again, as an update does',
    bound: { of: 'until the last member of each is back', seconds: 6 },
    async run(stage) {
      const { site, crowd } = stage
      const all: string[] = []
      let longest = 0
      for (const name of SERVERS) {
        const since = performance.now()
        await site.servers.get(name)!.stop()
        const { last, told } = await allBack(stage, since)
        longest = Math.max(longest, last)
        all.push(told)
        site.startServer(name)
        await site.allReady()
        await sleep(1000)
        await eventually('all members are connected', 60, () => crowd.connected() === crowd.size)
      }
      return { measured: all.join('; '), seconds: longest }
    },
  },
  {
    name: 'primary-killed',
    what: 'the host of the primary is lost',
    bound: { of: 'without a write', seconds: 25 },
    async run(stage) {
      const { cluster } = stage.site
      const former = await primaryOf(stage)
      const since = performance.now()
      await cluster.patroni.get(former)!.kill()
      await stage.clients.nextWrite()
      const gap = stage.clients.longestGap(since) / 1000
      const wrong = (await cluster.primary()) === former ? [`${former} is still the primary`] : []
      cluster.startNode(former)
      await cluster.whole()
      return { measured: membersThatLeft(stage, since), seconds: gap, wrong: [...wrong, ...nobodyLeft(stage, since)] }
    },
  },
  {
    name: 'switchover',
    what: 'the primary is moved to its standby as planned',
    bound: { of: 'without a write', seconds: 5 },
    async run(stage) {
      const { cluster } = stage.site
      const former = await primaryOf(stage)
      const since = performance.now()
      cluster.patronictl('switchover', 'weft', '--candidate', otherThan(former), '--force')
      await stage.clients.nextWrite()
      const gap = stage.clients.longestGap(since) / 1000
      await cluster.whole()
      const wrong = (await cluster.primary()) === former ? [`${former} is still the primary`] : []
      return { measured: membersThatLeft(stage, since), seconds: gap, wrong: [...wrong, ...nobodyLeft(stage, since)] }
    },
  },
  {
    name: 'standby-killed',
    what: 'the host of the synchronous standby is lost',
    // Writes wait until Patroni asks for no copy any more, at its next round.
    bound: { of: 'without a write', seconds: 5 },
    async run(stage) {
      const { cluster } = stage.site
      const standby = otherThan(await primaryOf(stage))
      const since = performance.now()
      await cluster.patroni.get(standby)!.kill()
      await stage.clients.nextWrite()
      const gap = stage.clients.longestGap(since) / 1000
      cluster.startNode(standby)
      await cluster.whole()
      return { measured: membersThatLeft(stage, since), seconds: gap, wrong: nobodyLeft(stage, since) }
    },
  },
  {
    name: 'database-restarted',
    what: 'the primary is restarted by patronictl',
    bound: { of: 'until all servers are ready after it', seconds: 2 },
    async run(stage) {
      const { cluster } = stage.site
      const since = performance.now()
      cluster.patronictl('restart', 'weft', await primaryOf(stage), '--force')
      return backAfter(stage, since)
    },
  },
  ...([30, AWAY_SECONDS] as const).map(
    (seconds, i): Row => ({
      name: ['database-frozen', 'database-away'][i]!,
      what: `both hosts of the database stand still for ${seconds} s`,
      bound: { of: 'until all servers are ready after it', seconds: 2 },
      async run(stage) {
        const { cluster } = stage.site
        const since = performance.now()
        for (const node of cluster.patroni.values()) node.freeze()
        // This wait is the fault.
        await sleep(seconds * 1000)
        for (const node of cluster.patroni.values()) node.thaw()
        return backAfter(stage, since)
      },
    }),
  ),
  {
    name: 'two-killed',
    what: 'two of three servers are killed at once',
    bound: { of: 'until the last member is back', seconds: 15 },
    async run(stage) {
      const { site } = stage
      const two = (await fullest(stage)).slice(0, 2)
      const since = performance.now()
      await Promise.all(two.map((name) => site.servers.get(name)!.kill()))
      await eventually('members notice', 30, () => stage.crowd.connected() < stage.crowd.size)
      const { last, told } = await allBack(stage, since)
      for (const name of two) site.startServer(name)
      await site.allReady()
      return { measured: told, seconds: last }
    },
  },
  {
    name: 'bus-cut',
    what: 'the connections that carry the notifications of PostgreSQL are cut, and a network is changed',
    bound: { of: 'until its members have the change', seconds: 60 },
    async run(stage) {
      const since = performance.now()
      const cut = await cutListeners(stage.site)
      const wrong = cut === SERVERS.length ? [] : [`${cut} connections LISTENed, and not ${SERVERS.length}`]
      try {
        const changed = performance.now()
        await changeNetwork(stage)
        const seconds = await offered(stage, changed, 180)
        return { measured: membersThatLeft(stage, since), seconds, wrong: [...wrong, ...nobodyLeft(stage, since)] }
      } finally {
        heal()
      }
    },
  },
  {
    name: 'partition',
    // Less than a lease and the time before an alert: the other servers cannot know that the members of a longer cut are still connected.
    what: 'one server is cut from the database only, for 20 s',
    bound: { of: 'until the balancer may leave it', seconds: 3 },
    async run(stage) {
      const { site } = stage
      const [name] = await fullest(stage)
      const since = performance.now()
      cutDatabase(name)
      try {
        const seconds = await eventually('the server says that it is not ready', 60, async () => !(await site.ready(name, 8080)))
        await sleep(Math.max(0, 20_000 - seconds * 1000))
        const agents = (await site.ready(name, 8082)) ? [] : ['the listener of the agents is not ready']
        return { measured: membersThatLeft(stage, since), seconds, wrong: [...agents, ...nobodyLeft(stage, since)] }
      } finally {
        heal()
      }
    },
  },
  {
    name: 'frozen',
    what: 'one server stands still for 90 s',
    bound: { of: 'until its last member is elsewhere', seconds: 55 },
    // Each client may be waiting for the answer of the frozen server, and gives it up.
    errors: 12,
    async run(stage) {
      const { site } = stage
      const [name] = await fullest(stage)
      const held = await site.members(name)
      const server = site.servers.get(name)!
      const since = performance.now()
      server.freeze()
      let returns: ReturnType<typeof stage.crowd.returns>
      try {
        // This wait is the fault. A member counts as connected until it misses a heartbeat, so who is elsewhere is asked at its end.
        await sleep(90_000)
        returns = stage.crowd.returns(since)
      } finally {
        server.thaw()
      }
      await site.allReady()
      const { lost, back } = returns
      return {
        measured: `${lost} of its ${held} members left it, back after ${inSeconds(back)}`,
        seconds: (back.at(-1) ?? 0) / 1000,
        wrong: back.length < held ? [`${held - back.length} of its ${held} members were not elsewhere`] : [],
      }
    },
  },
  {
    name: 'etcd-one',
    what: 'one of three etcd is killed, for 20 s',
    bound: { of: 'without a write', seconds: 2 },
    async run(stage) {
      const { cluster } = stage.site
      const since = performance.now()
      // Not one on a host with PostgreSQL: Patroni asks each.
      await cluster.etcd.get('pg-3')!.kill()
      await sleep(20_000)
      const gap = stage.clients.longestGap(since) / 1000
      cluster.startEtcd('pg-3')
      return { measured: membersThatLeft(stage, since), seconds: gap, wrong: nobodyLeft(stage, since) }
    },
  },
  {
    name: 'etcd-all',
    what: 'all three etcd are killed, until the primary takes no more writes, and 10 s more',
    async run(stage) {
      const { cluster } = stage.site
      const since = performance.now()
      await Promise.all([...cluster.etcd.values()].map((service) => service.kill()))
      const until = await eventually('the primary steps down', 90, async () => (await cluster.primary()) === undefined)
      await sleep(10_000)
      const again = performance.now()
      for (const name of ['pg-1', 'pg-2', 'pg-3'] as const) cluster.startEtcd(name)
      await stage.clients.nextWrite()
      const back = (performance.now() - again) / 1000
      await cluster.whole()
      return {
        measured: `no primary after ${until.toFixed(1)} s; writes ${back.toFixed(1)} s after etcd was started again; ${membersThatLeft(stage, since)}`,
        seconds: back,
        wrong: nobodyLeft(stage, since),
      }
    },
  },
  {
    name: 'disk-full',
    what: 'the disk of the primary is full for 20 s',
    bound: { of: 'until a write succeeds after it is freed', seconds: 2 },
    async run(stage) {
      const { site } = stage
      const former = await primaryOf(stage)
      const since = performance.now()
      fill(site, former)
      try {
        await sleep(20_000)
      } finally {
        free(site, former)
      }
      const seconds = (await stage.clients.nextWrite()) / 1000
      await site.cluster.whole()
      const moved = (await site.cluster.primary()) === former ? 'the primary stayed' : 'the standby became the primary'
      return { measured: `${moved}; ${membersThatLeft(stage, since)}`, seconds, wrong: nobodyLeft(stage, since) }
    },
  },
  {
    name: 'connections',
    what: 'all connections of PostgreSQL are used up by others while a server is killed and started',
    bound: { of: 'until the server is ready after some are free', seconds: 10 },
    async run(stage) {
      const { site } = stage
      const url = site.cluster.url('weft_server', await primaryOf(stage))
      const taken: Client[] = []
      const take = async () => {
        for (;;) {
          const client = new Client({ connectionString: url })
          client.on('error', () => {})
          try {
            await client.connect()
          } catch (error) {
            if ((error as { code?: string }).code === '53300') return
            throw error
          }
          taken.push(client)
        }
      }
      const server = site.servers.get('weft-1')!
      await take()
      await server.kill()
      // The connections of the killed server are free, and are taken as well.
      await eventually('its connections have ended', 30, async () => {
        await take()
        return (
          (await site.cluster.query<{ n: number }>(`select count(*)::int as n from pg_stat_activity where state is not null`))[0]!.n >= 130
        )
      })
      site.startServer('weft-1')
      const waits = await eventually('the server says that it waits', 60, () =>
        /the start waits for the database/.test(lastStart(site.servers.get('weft-1')!.log)),
      ).then(
        () => [],
        () => ['the server that is starting does not say that it waits'],
      )
      const running = site.servers.get('weft-1')!.running() ? [] : ['the server that was starting has ended']
      await Promise.all(taken.map((client) => client.end()))
      if (running.length > 0) site.startServer('weft-1')
      const seconds = await eventually('the server is ready', 120, () => site.ready('weft-1'))
      return { measured: `${taken.length} connections taken`, seconds, wrong: [...waits, ...running] }
    },
  },
  {
    name: 'members-reset',
    what: 'a thousand connections of members are reset or say nonsense',
    async run(stage) {
      const since = performance.now()
      const { router_name, credential } = stage.stranger
      const processes = SERVERS.map((name) => stage.site.servers.get(name)!.pid)
      const said = ['no JSON', JSON.stringify({ type: 'hello', router_name, capabilities: -1 }), '\u0000'.repeat(120), undefined]
      let opened = 0
      const one = (i: number) =>
        new Promise<void>((done) => {
          const socket = connectSocket(8082, SERVERS[i % SERVERS.length], () => socket.write(upgrade(credential)))
          socket.once('data', (answer) => {
            if (String(answer).startsWith('HTTP/1.1 101')) opened += 1
            const text = said[i % said.length]
            if (text !== undefined) socket.write(frame(text))
            setImmediate(() => socket.resetAndDestroy())
          })
          socket.on('error', () => {})
          socket.on('close', () => done())
        })
      for (let i = 0; i < 1000; i += 20) await Promise.all(Array.from({ length: 20 }, (_, more) => one(i + more)))
      const died = SERVERS.filter(
        (name, i) => stage.site.servers.get(name)!.pid !== processes[i] || !stage.site.servers.get(name)!.running(),
      )
      return {
        measured: `${opened} of 1000 were let in; ${membersThatLeft(stage, since)}`,
        wrong: [...died.map((name) => `${name} has ended`), ...nobodyLeft(stage, since)],
      }
    },
  },
  {
    name: 'centers',
    what: 'networks whose two centers are connected to different servers are changed, so that both have to be interrupted',
    async run(stage) {
      const { crowd, pairs, site } = stage
      const apart = async () => {
        const rows = await site.cluster.query<{ router_name: string; instance_id: string | null }>(
          'select router_name, gateway_id as instance_id from member where router_name = any ($1)',
          [pairs.flatMap(({ centers }) => centers)],
        )
        const at = new Map(rows.map((row) => [row.router_name, row.instance_id]))
        return pairs.filter(({ centers: [one, other] }) => at.get(one) !== at.get(other))
      }
      let chosen = await apart()
      // Where the members of a pair are is the balancer's choice; a server that is restarted spreads them anew.
      for (let i = 0; chosen.length === 0; i++) {
        const name = SERVERS[i % SERVERS.length]!
        await site.servers.get(name)!.stop()
        site.startServer(name)
        await site.allReady()
        await eventually('all members are connected', 60, () => crowd.connected() === crowd.size)
        chosen = await apart()
      }
      const since = performance.now()
      const wrong: string[] = []
      for (const ciphers of ['sm', 'default', 'sm', 'default'] as const) {
        const began = performance.now()
        await Promise.all(
          chosen.map(({ network_number }) => call(stage, contract.networkSettings.ciphers, { network_number, ncp_ciphers: ciphers })),
        )
        await eventually('both centers have the change', 240, () =>
          chosen.every(({ centers }) => centers.every((name) => crowd.work(name, began).some(({ confirmed }) => confirmed !== undefined))),
        )
        for (const { centers, network_number } of chosen) {
          const [one, other] = centers.map((name) => crowd.work(name, began))
          for (const a of one!)
            for (const b of other!)
              if (a.offered < (b.confirmed ?? Infinity) && b.offered < (a.confirmed ?? Infinity))
                wrong.push(`both centers of ${network_number} were interrupted at once`)
        }
      }
      return {
        measured: `${chosen.length} pairs on different servers, 4 changes each; ${membersThatLeft(stage, since)}`,
        wrong: [...wrong, ...nobodyLeft(stage, since)],
      }
    },
  },
  {
    name: 'nats-lost',
    what: 'the servers are restarted with NATS one after another, NATS is killed, and a network is changed meanwhile',
    bound: { of: 'until its members have the change after the return of NATS', seconds: 2 },
    async run(stage) {
      const { site, crowd } = stage
      site.startNats()
      site.withNats = true
      for (const name of SERVERS) {
        await site.servers.get(name)!.stop()
        await eventually('all members are connected', 60, () => crowd.connected() === crowd.size)
        site.startServer(name)
        await site.allReady()
      }
      await eventually('all members are connected', 60, () => crowd.connected() === crowd.size)
      const since = performance.now()
      await site.others.get('nats')!.kill()
      const changed = performance.now()
      await changeNetwork(stage)
      await sleep(10_000)
      const before = inChanged(stage, changed)
      const again = performance.now()
      site.startNats()
      await offered(stage, changed, 180)
      const seconds = (performance.now() - again) / 1000
      return {
        measured: `${before} members had the change while NATS was away; ${membersThatLeft(stage, since)}`,
        seconds,
        wrong: nobodyLeft(stage, since),
      }
    },
  },
]

async function primaryOf({ site }: Stage): Promise<NodeName> {
  const name = await site.cluster.primary()
  if (name === undefined) throw new Error('the database has no primary')
  return name
}
const otherThan = (node: NodeName): NodeName => NODES.find((name) => name !== node)!

const membersThatLeft = ({ crowd }: Stage, since: number): string => `${crowd.returns(since).lost} members lost their connection`
/** Members stay connected whatever happens to the database. */
const nobodyLeft = ({ crowd }: Stage, since: number): string[] =>
  [...crowd.losses(since)].map(([why, times]) => `${times} members lost their connection: ${why}`)

/** Resolves once the database takes writes and every server is ready after a fault of the database. */
async function backAfter(stage: Stage, since: number): Promise<Outcome> {
  const { cluster } = stage.site
  await eventually('the database has a primary', 120, async () => (await cluster.primary()) !== undefined)
  const seconds = await stage.site.allReady()
  await stage.clients.nextWrite()
  const measured = membersThatLeft(stage, since)
  await cluster.whole()
  return { measured, seconds, wrong: nobodyLeft(stage, since) }
}

/** Makes a call of the console as the owner of the crowd. @throws if it is refused */
async function call({ site, token }: Stage, { door, path }: Endpoint, input: object): Promise<unknown> {
  const response = await fetch(`${site.console}${doorBase[door]}/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  const body = (await response.json()) as { code: number; msg: string; data: unknown }
  if (body.code !== 200) throw new Error(`${path} answered ${body.code} ${body.msg}`)
  return body.data
}

/** Changes the ciphers of a network, which every member of it has to be told. */
async function changeNetwork(stage: Stage): Promise<void> {
  const { network_number } = stage.network
  const [row] = await stage.site.cluster.query<{ ncp_ciphers: string }>('select ncp_ciphers from network where network_number = $1', [
    network_number,
  ])
  await call(stage, contract.networkSettings.ciphers, { network_number, ncp_ciphers: row?.ncp_ciphers === 'sm' ? 'default' : 'sm' })
}
/** Returns how many members of the changed network were offered a configuration since a moment. */
const inChanged = ({ crowd, network }: Stage, since: number): number => {
  const offers = crowd.offers(since)
  return network.members.filter((name) => offers.has(name)).length
}
/** Resolves once each member of the changed network was offered a configuration, with the seconds from the moment to the last offer. */
async function offered(stage: Stage, since: number, within: number): Promise<number> {
  await eventually('the members are offered the change', within, () => inChanged(stage, since) === stage.network.members.length)
  const offers = stage.crowd.offers(since)
  return Math.max(...stage.network.members.map((name) => offers.get(name) ?? 0)) / 1000
}

/** Returns the request by which an agent opens its connection. */
const upgrade = (credential: string): string =>
  [
    `GET ${AGENT_CONNECT_PATH} HTTP/1.1`,
    'host: a-member',
    'connection: upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
    `sec-websocket-protocol: ${AGENT_SUBPROTOCOL}`,
    `authorization: Bearer ${credential}`,
    '\r\n',
  ].join('\r\n')

/** Returns a text of at most 125 bytes as a frame of a client, whose mask is zero. */
const frame = (text: string): Buffer => Buffer.concat([Buffer.from([0x81, 0x80 | Buffer.byteLength(text), 0, 0, 0, 0]), Buffer.from(text)])

/** Returns what a server wrote since it was last started. */
function lastStart(log: string): string {
  const text = readFileSync(log, 'utf8')
  return text.slice(text.lastIndexOf('✓ metrics'))
}
