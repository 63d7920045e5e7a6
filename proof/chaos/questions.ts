import { readdirSync, readFileSync } from 'node:fs'
import type { Journal } from '../survive/journal.ts'
import type { Clients } from './clients.ts'
import type { Crowd, CrowdMember } from './crowd.ts'
import { SERVERS } from './hosts.ts'
import { family } from './service.ts'
import type { Site } from './site.ts'
import { eventually, reasonOf } from './wait.ts'

/** All that takes part in a proof. */
export interface Stage {
  site: Site
  crowd: Crowd
  clients: Clients
  journal: Journal
  /** A session of the owner of the account to which the members belong. */
  token: string
  /** A network of that account, and its members. */
  network: { network_number: string; members: readonly string[] }
  /** Networks of that account with two centers each. */
  pairs: readonly { network_number: string; centers: readonly [string, string] }[]
  /** A member that is not in the crowd. */
  stranger: CrowdMember
}

/** Open files of one server at which a leak is assumed: 300 members, pools, listeners and the proof's own calls need fewer than 400. */
const MOST_FILES = 700
/** Seconds after a fault within which counts must be right again: a lease, a sweep, the debounce of alerts, on a busy machine. */
const SETTLE_SECONDS = 90

/**
 * Asks what is asked after every fault, and waits for what needs time to settle.
 * @param since when the fault began, by the database's clock
 * @returns one line for each wrong answer
 */
export async function questions({ site, crowd, journal }: Stage, since: Date): Promise<string[]> {
  const wrong: string[] = []
  const settles = async (what: string, look: () => Promise<string | undefined>) => {
    let last: string | undefined
    await eventually(what, SETTLE_SECONDS, async () => (last = await look()) === undefined).catch((error: Error) => {
      wrong.push(`${what}: ${last ?? reasonOf(error)}`)
    })
  }
  const { query } = site.cluster
  const count = async (statement: string, values: readonly unknown[] = []) =>
    (await query<{ n: number }>(`select count(*)::int as n from ${statement}`, values))[0]!.n

  await settles('every server is ready', async () => {
    const states = await Promise.all(SERVERS.map(async (name) => [name, await site.ready(name)] as const))
    const missing = states.filter(([, ok]) => !ok).map(([name]) => name)
    return missing.length > 0 ? `not ${missing.join(', ')}` : undefined
  })
  await settles('every member is connected', async () =>
    crowd.connected() < crowd.size ? `${crowd.connected()} of ${crowd.size}` : undefined,
  )
  await settles('every member is online in the database', async () => {
    const offline = await count('member where online_status = 0 and router_name = any ($1)', [crowd.names])
    return offline > 0 ? `${offline} are not` : undefined
  })
  await settles('each server listens once', async () => {
    const listeners = site.withNats ? 0 : SERVERS.length
    const found = await count(`pg_stat_activity where application_name = 'weft bus'`)
    return found === listeners ? undefined : `${found} connections LISTEN, and not ${listeners}`
  })
  await settles('no more processes are registered than run', async () => {
    const registered = await count('instance')
    return registered === SERVERS.length ? undefined : `${registered} processes are registered`
  })
  await settles('no job is locked by a process that is gone', async () => {
    const locked = await count(`graphile_worker._private_jobs where locked_by is not null
      and not exists (select 1 from instance i where locked_by = any (i.worker_pools))`)
    return locked > 0 ? `${locked} are` : undefined
  })
  await settles('each connection in the log is closed but the present one', async () => {
    const open = await query<{ router_name: string; opened: number; closed: number }>(
      `select router_name, count(*) filter (where online = 1)::int as opened, count(*) filter (where online = 0)::int as closed
       from connect_log where router_name = any ($1) group by 1
       having count(*) filter (where online = 1) <> count(*) filter (where online = 0) + 1`,
      [crowd.names],
    )
    return open.length > 0
      ? `${open.length} members have others, such as ${open[0]!.router_name} with ${open[0]!.opened} opened and ${open[0]!.closed} closed`
      : undefined
  })
  for (const name of SERVERS) {
    const files = openFiles(site.servers.get(name)!.pid)
    if (files > MOST_FILES) wrong.push(`${name} has ${files} open files`)
  }
  for (const name of SERVERS) {
    const text = readFileSync(site.servers.get(name)!.log, 'utf8')
    if (text.includes('an exception that nobody caught')) wrong.push(`${name} ended by an exception that nobody caught`)
  }
  const alerts = await query<{ title: string; seconds: number }>(
    'select title, extract(epoch from create_time - $1)::float8 as seconds from alert where create_time >= $1 order by create_time',
    [since],
  )
  wrong.push(...alerts.map(({ title, seconds }) => `an alert ${seconds.toFixed(1)} s after the fault: ${title}`))
  wrong.push(...crowd.offeredTwice().map((line) => `offered twice: ${line}`))
  const acknowledged = journal.count()
  const rows = await query<{ title: string; count: number }>(
    `select ticket_title as title, count(*)::int as count from support_ticket where ticket_title like 's-%' group by 1`,
  )
  wrong.push(...journal.judge(rows, acknowledged))
  return wrong
}

/** Returns how many files and connections a process and its children have open. */
function openFiles(pid: number): number {
  return Math.max(0, ...family(pid).map((each) => readdirSync(`/proc/${each}/fd`).length))
}
