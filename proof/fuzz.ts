import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { Door } from '@weft/contract'
import { digest, hashPassword } from '../apps/server/src/kernel/secrets.ts'
import { token } from '../apps/server/src/kernel/ids.ts'
import { seedAccount, seedSessions, withClient } from '../bench/data.ts'
import type { Finding } from './proof.ts'
import { type Fuzzed, fuzz, operations } from './requests.ts'
import { FAULTS, withServerProcess } from './server.ts'
import { type Dice, diceOf, type Known } from './values.ts'

const REQUESTS = Number(process.env.PROOF_REQUESTS ?? 100_000)
const AT_ONCE = 16
/** Calls after which a new account and new callers are made, because calls sign sessions out, change passwords and disable accounts. */
const RENEW_EVERY = 2000
const SESSIONS = 40

type Callers = Record<'owner' | 'subAccount' | 'operator', string[]>

/** The hash of a random password that is not stored. */
const PASSWORD_HASH = await hashPassword(token())

/** Adds a sub-account with a role that permits everything. */
export async function seedSubAccount(database: string, account_id: number, username: string): Promise<number> {
  return withClient(database, async (client) => {
    const flags = await client.query<{ column_name: string }>(
      `select column_name from information_schema.columns where table_name = 'role' and column_name ~ '^(member|network|monitor)_'`,
    )
    const names = flags.rows.map(({ column_name }) => column_name)
    const { rows } = await client.query<{ role_id: string }>(
      `insert into role (account_id, name, ${names.join(', ')}) values ($1, $2, ${names.map(() => '1').join(', ')}) returning role_id`,
      [account_id, username],
    )
    const login = await client.query<{ login_id: string }>(
      `insert into login (account_id, ram, username, nickname, password_hash, role_id) values ($1, 1, $3, $3, $4, $2) returning login_id`,
      [account_id, rows[0]!.role_id, username, PASSWORD_HASH],
    )
    return Number(login.rows[0]!.login_id)
  })
}

async function seedOperatorSessions(database: string): Promise<string[]> {
  const tokens = Array.from({ length: SESSIONS }, () => token())
  await withClient(database, (client) =>
    client.query(
      `with made as (
         insert into operator (username, password_hash, role)
         select 'proof' || substr(md5(random()::text), 1, 12), $3, 'admin' from generate_series(1, $1::int) returning operator_id)
       insert into operator_session (token_hash, operator_id, create_time, expire_time, address)
       select t.hash, m.operator_id, now(), now() + interval '1 hour', '127.0.0.1'
       from (select operator_id, row_number() over () as n from made) m join unnest($2::bytea[]) with ordinality t(hash, n) using (n)`,
      [SESSIONS, tokens.map((one) => digest(one)), PASSWORD_HASH],
    ),
  )
  return tokens
}

/** Returns existing names and numbers, by the names of the input fields that take them. */
const knownOf = (account_id: number, usernames: string[]): Known => {
  const digits = String(account_id).padStart(4, '0')
  const members = Array.from({ length: 20 }, (_, i) => `SN${digits}${String(i).padStart(6, '0')}`)
  const networks = Array.from({ length: 4 }, (_, i) => `${digits}${String(i).padStart(6, '0')}`)
  return {
    router_name: members,
    center_router_name: members.slice(0, 4),
    center: members,
    point: members,
    router_names: members,
    network_number: networks,
    username: usernames,
    page: [1, 2],
    limit: [10, 50],
    prefix: ['10.1.0.0/16', '192.168.0.0/24'],
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })

/** Sends a request and reads its answer. @returns the status; undefined if the server closed the connection instead */
function send(port: number, { method, path, headers, body }: Fuzzed, more: Record<string, string>): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  try {
    const sent = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      agent,
      headers: { ...headers, ...more, ...(body && { 'content-length': String(body.length) }) },
    })
    sent.on('error', () => resolve(undefined))
    sent.on('upgrade', (response: IncomingMessage, socket) => {
      socket.destroy()
      resolve(response.statusCode)
    })
    sent.on('response', (response) => {
      response.on('error', () => {}).resume()
      response.on('close', () => resolve(response.statusCode))
    })
    sent.end(body)
  } catch {
    // Node itself refuses to send some of these requests.
    resolve(undefined)
  }
  return promise
}

const asCurl = (port: number, { method, path, headers, body }: Fuzzed, who: string): string =>
  `curl -X ${method} '127.0.0.1:${port}${path.slice(0, 300)}' as ${who} ${JSON.stringify(headers)}${body ? ` --data-binary ${JSON.stringify(body.toString('latin1').slice(0, 600))}` : ''}`

/** Chooses the next caller: without a token, with an invalid token, or a caller of this door. */
function callerFor(dice: Dice, door: Door, callers: Callers): [who: string, token: string | undefined] {
  if (dice.chance(0.05)) return ['nobody', undefined]
  if (dice.chance(0.05)) return ['a token that is none', dice.pick(['x', 'a'.repeat(43), 'ä', ' '])]
  if (door === 'agent') return ['nobody', undefined]
  const who = dice.chance(0.03)
    ? dice.pick(['owner', 'subAccount', 'operator'] as const)
    : door === 'ops'
      ? 'operator'
      : dice.chance(0.7)
        ? 'owner'
        : 'subAccount'
  return [who, dice.pick(callers[who])]
}

/** Sends requests to every operation; they mostly fit the contract and are corrupted in many ways. None may be answered 5xx. */
export const fuzzRequests = (say: (line: string) => void): Promise<Finding> =>
  withServerProcess({ WEFT_TRUST_PROXY: '127.0.0.1' }, async (server, database) => {
    const seed = Number(process.env.PROOF_SEED ?? 20_261_123)
    say(`seed ${seed}: PROOF_SEED=${seed} repeats these requests`)
    const dice = diceOf(seed)
    const all = operations()
    const ports: Record<Door, number> = server.ports
    const failures = new Map<string, string>()
    const statuses = new Map<string, number>()
    let sent = 0

    async function one(known: Known, callers: Callers): Promise<void> {
      const operation = all[sent % all.length]!
      const made = fuzz(dice, operation, known)
      const [who, bearer] = callerFor(dice, made.door, callers)
      const address = `10.${dice.roll(250)}.${dice.roll(250)}.${dice.roll(250)}`
      const ask = () =>
        send(ports[made.door], made, { 'x-forwarded-for': address, ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }) })
      let status = await ask()
      // On a busy machine the database may not answer in time, whatever was asked. What the request itself brings about comes again.
      if (status === 503) {
        await sleep(1000)
        status = await ask()
      }
      const kind = status === undefined ? 'closed' : String(status)
      statuses.set(kind, (statuses.get(kind) ?? 0) + 1)
      if (status === undefined || status < 500 || failures.has(`${made.operation} ${status}`)) return
      const line = `${status} ${asCurl(ports[made.door], made, who)}`
      failures.set(`${made.operation} ${status}`, line)
      say(`✗ ${line}`)
    }

    while (sent < REQUESTS && server.ended() === undefined) {
      const owner = await seedAccount(database, `prooffuzz${sent}`, { members: 20, networks: 4 })
      const login_id = await seedSubAccount(database, owner.account_id, `proofsub${sent}`)
      const known = knownOf(owner.account_id, [owner.username, `proofsub${sent}`])
      const callers: Callers = {
        owner: await seedSessions(database, owner, SESSIONS),
        subAccount: await seedSessions(database, { ...owner, login_id }, SESSIONS),
        operator: await seedOperatorSessions(database),
      }
      const until = Math.min(REQUESTS, sent + RENEW_EVERY)
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          while (sent < until && server.ended() === undefined) {
            sent += 1
            await one(known, callers)
          }
        }),
      )
      say(
        `${sent} requests: ${[...statuses]
          .toSorted(([a], [b]) => a.localeCompare(b))
          .map(([status, count]) => `${count} × ${status}`)
          .join(', ')}`,
      )
    }
    agent.destroy()
    const faults = new Set(
      server
        .output()
        .match(FAULTS)
        ?.map((line) => line.replace(/"id":"\w+",?/, '').slice(0, 700)),
    )
    for (const fault of faults) say(`  ${fault}`)
    if (server.ended() !== undefined) failures.set('end', `the server ended with ${server.ended()}`)
    return { what: `${sent} fuzzed requests over ${all.length} operations give no 5xx (seed ${seed})`, failures: [...failures.values()] }
  })
