/** The neighbour, in a process of its own: its members, an open console, and the endpoint of its alerts. All of it is noted. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AccountEvent, type AlertLine, contract } from '@weft/contract'
import type { Client } from 'pg'
import { withClient } from '../../bench/data.ts'
import { serveRequests } from './actors.ts'
import { type Asked, createConsole } from './console.ts'
import { createMember, type Member } from './member.ts'
import type { Account } from './stage.ts'

/** Something that the neighbour must hear of: when it happened, and when it was heard; undefined if it was not. */
export interface Awaited {
  what: 'an alert' | 'a change at the console' | 'a minute of traffic' | 'an acknowledged event'
  at: number
  heard: number | undefined
}
/** What was noted. Times are milliseconds since the epoch. */
export interface Notes {
  answers: Asked[]
  awaited: Awaited[]
  /** One line for each connection that ended and that the neighbour had not ended. */
  disconnects: { at: number; why: string }[]
}

/** Milliseconds after which what was not heard counts as lost. */
const LOST_MS = 60_000
const INFO_EVERY_MS = 250
/** Calls of it that are open at once. */
const MOST_ASKING = 4
const OTHERS_EVERY_MS = 2_000
const CHANGE_EVERY_MS = 20_000
const EVENT_EVERY_MS = 20_000
const MINUTE_MS = 60_000
const LOOK_MS = 500
/** Members that are lost and come back in turn. The first one is the center. */
const LEAVING = 5

const notes: Notes = { answers: [], awaited: [], disconnects: [] }
const alerts: { at: number; line: AlertLine }[] = []
const changes: { at: number; names: readonly string[] }[] = []
let stopping = false

const receiver = createServer((request, response) => {
  let text = ''
  request.setEncoding('utf8').on('data', (part: string) => (text += part))
  request.on('end', () => {
    for (const line of (JSON.parse(text) as { lines?: AlertLine[] }).lines ?? []) alerts.push({ at: Date.now(), line })
    response.end()
  })
}).listen(0, '127.0.0.1')
await new Promise((done) => receiver.once('listening', done))

/** Waits until something is heard. @returns when, or undefined if it is lost */
async function heardOf(look: () => number | undefined | Promise<number | undefined>): Promise<number | undefined> {
  for (const began = Date.now(); Date.now() - began < LOST_MS; await sleep(LOOK_MS / 10)) {
    const at = await look()
    if (at !== undefined) return at
    if (stopping) return undefined
  }
  return undefined
}
async function expectHeard(what: Awaited['what'], look: () => number | undefined | Promise<number | undefined>): Promise<void> {
  const at = Date.now()
  const heard = await heardOf(look)
  if (heard !== undefined || !stopping) notes.awaited.push({ what, at, heard })
}

/** Repeats something at a rate, however long it takes. */
function every(ms: number, work: () => unknown): void {
  const timer = setInterval(() => (stopping ? clearInterval(timer) : void work()), ms)
}

/** Has one member after another leave and come back; each time the console and the receiver of alerts must hear of it. */
async function comeAndGo(members: readonly Member[]): Promise<void> {
  for (let turn = 0; !stopping; turn++) {
    const member = members[turn % members.length]!
    for (const good of [false, true]) {
      const since = Date.now()
      if (good) await member.connect()
      else await member.leave()
      const of = (line: AlertLine) => line.router_name === member.router_name && line.good === good
      await Promise.all([
        expectHeard('an alert', () => alerts.find(({ at, line }) => at >= since && of(line))?.at),
        expectHeard(
          'a change at the console',
          () => changes.find(({ at, names }) => at >= since && names.includes(member.router_name))?.at,
        ),
      ])
    }
    await sleep(LOOK_MS)
  }
}

/** Sends each member's traffic once a minute, which must then be in the database. */
function sendMinutes(client: Client, members: readonly Member[]): void {
  let waiting: { member: Member; time: number; heard?: number }[] = []
  const look = async () => {
    const pending = waiting
    if (pending.length === 0) return
    const { rows } = await client.query<{ router_name: string; time: string }>(
      `select router_name, extract(epoch from time)::bigint as time from traffic_minute
       where router_name = any ($1) and interface = 'wan' and time > now() - interval '10 minutes'`,
      [pending.map(({ member }) => member.router_name)],
    )
    const there = new Set(rows.map(({ router_name, time }) => `${router_name} ${time}`))
    const now = Date.now()
    for (const one of pending) if (there.has(`${one.member.router_name} ${one.time}`)) one.heard ??= now
    waiting = waiting.filter(({ heard }) => heard === undefined)
  }
  let looking = false
  every(LOOK_MS, async () => {
    if (looking) return
    looking = true
    await look().finally(() => (looking = false))
  })
  for (const [i, member] of members.entries())
    setTimeout(
      () => {
        const send = () => {
          const time = member.sendMinute()
          if (time === undefined) return
          const one: (typeof waiting)[number] = { member, time }
          waiting.push(one)
          void expectHeard('a minute of traffic', () => one.heard)
        }
        send()
        every(MINUTE_MS, send)
      },
      (MINUTE_MS * i) / members.length,
    )
}

async function watch(account: Account): Promise<void> {
  const { members, devices, networks } = account
  const [network_number = ''] = networks
  const center = members[0]!
  const console_ = createConsole(account, (asked) => notes.answers.push(asked))
  await console_.post(contract.monitor.enable.path, {})
  const { port } = receiver.address() as AddressInfo
  await console_.post(contract.webhook.setting.path, { type: 'other', url: `http://127.0.0.1:${port}/alerts`, secret: '' })

  const all = devices.map((device) =>
    createMember(account.ports.agent, device, { network_number, center }, (why) => notes.disconnects.push({ at: Date.now(), why })),
  )
  await Promise.all(all.map((member) => member.connect()))
  const settings = { portal_confirm: 0, email_confirm: 0, webhook_confirm: 1, router_offline: 1, router_online: 1 }
  await console_.post(contract.monitor.setting.path, {
    ...settings,
    router: all.slice(1, 1 + LEAVING).map(({ router_name }) => router_name),
  })
  await console_.listen(
    (event: AccountEvent) => {
      if (event.type === 'member') changes.push({ at: Date.now(), names: event.router_names })
    },
    (why) => notes.disconnects.push({ at: Date.now(), why }),
  )

  const leaving = all.slice(1, 1 + LEAVING)
  const staying = all.slice(1 + LEAVING)
  // A page asks again only when it was answered: calls that pile up would be the neighbour's own doing.
  let asking = 0
  every(INFO_EVERY_MS, async () => {
    if (asking >= MOST_ASKING) return
    asking += 1
    await console_.get(contract.account.info.path)
    asking -= 1
  })
  const pages = [
    contract.account.overview.path,
    contract.network.list.path,
    `${contract.network.status.path}?network_number=${network_number}`,
  ]
  let turn = 0
  every(OTHERS_EVERY_MS, () => console_.get(pages[turn++ % pages.length]!))
  every(CHANGE_EVERY_MS, () => console_.post(contract.networkSettings.dns.path, { network_number, dns: [`10.9.0.${turn++ % 250}`] }))
  for (const [i, member] of staying.entries())
    setTimeout(
      () => every(EVENT_EVERY_MS, () => void expectHeard('an acknowledged event', member.sendEvent())),
      (EVENT_EVERY_MS * i) / staying.length,
    )
  void comeAndGo(leaving)
  await new Promise<void>((begun) => {
    void withClient(account.database, async (client) => {
      sendMinutes(client, staying)
      begun()
      while (!stopping) await sleep(LOOK_MS)
    })
  })
}

serveRequests(
  {
    hosts: () => [`127.0.0.1:${(receiver.address() as AddressInfo).port}`],
    watch,
    /** Waits for what was not heard yet. */
    async end(): Promise<Notes> {
      stopping = true
      return notes
    },
  },
  0,
)
