import { randomUUID } from 'node:crypto'
import { drawCaptcha } from '../apps/server/src/adapters/captcha/captcha.ts'
import { connect } from '../apps/server/src/db/client.ts'
import { createAccount } from '../apps/server/src/domains/identity/account/account.service.ts'
import { token } from '../apps/server/src/kernel/ids.ts'
import { type Owner, seedSessions, withClient } from './data.ts'
import { atMost, type Bench, type Figure, round } from './figure.ts'
import { withServer } from './server.ts'

const CONNECTIONS = 8
const OWNERS = 80
const SIGN_INS = 800
const WARM_UP = 160
const CODES = 320
const P95_MS = 60
const CODE_MS = 30
const PICTURES = 200
const PICTURE_MS = 10
/** Argon2id of `bench-password` with the cheapest parameters, to measure a sign-in without the cost of the hash. */
const CHEAPEST = '$argon2id$v=19$m=8,t=1,p=1$LqCB5mCr+GpxAyiM1+1U4w$CdzVw11ZzPebkR/UCthT7K3QZREiJQE+JSUGudj2JiA'

interface Call {
  path: string
  body: Record<string, unknown>
  headers?: Record<string, string>
}
interface Timing {
  p50_ms: number
  p95_ms: number
  /** Answers other than 200. */
  refused: number
}

/** Measures a sign-in with its picture, with and without the deliberate cost of the hash, and how soon a code is queued. */
export const signIn: Bench = (say) =>
  // Each call comes from a different address, as from different people.
  withServer(
    async ({ console: url, database }) => {
      const owners = await seedOwners(database)
      const ask = async (what: string, calls: Call[], connections = CONNECTIONS): Promise<Timing> => {
        const timing = await send(url, calls, connections)
        say(`${what}: half in ${round(timing.p50_ms)} ms, p95 ${round(timing.p95_ms)} ms`)
        return timing
      }
      await ask('warm-up', await signIns(database, owners, WARM_UP))
      const whole = await ask('sign-in', await signIns(database, owners, SIGN_INS))
      await withClient(database, (client) => client.query('update login set password_hash = $1', [CHEAPEST]))
      const bare = await ask('sign-in without the hash', await signIns(database, owners, SIGN_INS))
      const codes = { 'verify/send_code': await sendCodes(database, owners), 'verify/register': registerCodes() }
      const figures: Figure[] = []
      const timings = [whole, bare]
      for (const [path, calls] of Object.entries(codes)) {
        const alone = await ask(`${path}, one at a time`, calls.slice(0, CODES / 2), 1)
        const crowded = await ask(path, calls.slice(CODES / 2))
        timings.push(alone, crowded)
        figures.push(atMost(`${path}, one at a time: p95`, CODE_MS, alone.p95_ms, 'ms'))
        figures.push(measured(`${path}, ${CONNECTIONS} connections: p95`, crowded))
      }
      const refused = timings.reduce((sum, timing) => sum + timing.refused, 0)
      return [
        atMost(`sign-in without the hash’s own time, ${CONNECTIONS} connections: p95`, P95_MS, bare.p95_ms, 'ms'),
        measured(`sign-in, ${CONNECTIONS} connections: p95`, whole),
        ...figures,
        atMost('a picture with its code: processor', PICTURE_MS, await pictureCost(), 'ms'),
        atMost('sign-in and codes: answers other than 200', 0, refused, ''),
      ]
    },
    { WEFT_TRUST_PROXY: 'loopback', WEFT_CODES_PER_MINUTE: '100000' },
  )

/** Returns the milliseconds of processor time for a picture, once the drawing code is loaded. */
async function pictureCost(): Promise<number> {
  await drawCaptcha()
  const before = process.cpuUsage()
  for (let i = 0; i < PICTURES; i++) await drawCaptcha()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / PICTURES
}

const measured = (what: string, { p95_ms }: Timing): Figure => ({ what, target: '', measured: `${round(p95_ms)} ms`, ok: true })

/** An owner with a known device. */
interface Person extends Owner {
  device: string
}

async function seedOwners(database: string): Promise<Person[]> {
  const password = 'bench-password'
  const db = connect(database, { connections: 2 })
  const owners: Person[] = []
  for (let i = 0; i < OWNERS; i++) {
    const username = `signer${String(i).padStart(4, '0')}`
    const created = await db.system((system) => createAccount(system, { username, nickname: username, password }))
    owners.push({ ...created, username, password, device: token() })
  }
  await db.close()
  return owners
}

let addresses = 0
const anAddress = () => {
  addresses += 1
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** Returns sign-ins of the owners in turn, each with a picture drawn for it. */
async function signIns(database: string, owners: readonly Person[], count: number): Promise<Call[]> {
  const pictures = Array.from({ length: count }, () => randomUUID())
  await withClient(database, (client) =>
    client.query(
      `insert into captcha (uniqid, code, expire_time) select id, 'abcd', now() + interval '5 minutes' from unnest($1::text[]) id`,
      [pictures],
    ),
  )
  return pictures.map((uniqid, i) => {
    const { username, password, device } = owners[i % owners.length]!
    const body = { username, password, code: 'abcd', uniqid }
    return { path: 'login/authorization', body, headers: { cookie: `weft_device=${device}` } }
  })
}

async function sendCodes(database: string, owners: readonly Person[]): Promise<Call[]> {
  const tokens: string[] = []
  for (const owner of owners) tokens.push(...(await seedSessions(database, owner, 1)))
  return Array.from({ length: CODES }, (_, i) => ({
    path: 'verify/send_code',
    body: { send_type: 'email', send_value: `sent${i}@example.com`, verify_type: 'verify_email' },
    headers: { authorization: `Bearer ${tokens[i % tokens.length]}` },
  }))
}

const registerCodes = (): Call[] =>
  Array.from({ length: CODES }, (_, i) => ({
    path: 'verify/register',
    body: { send_type: 'email', send_value: `registers${i}@example.com` },
  }))

/** Sends the calls over several connections at once, each as soon as the one before was answered. */
async function send(url: string, calls: readonly Call[], connections: number): Promise<Timing> {
  const waiting = calls.values()
  const times: number[] = []
  let refused = 0
  async function work(): Promise<void> {
    for (const { path, body, headers } of waiting) {
      const start = performance.now()
      const answer = await fetch(`${url}/api/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': anAddress(), ...headers },
        body: JSON.stringify(body),
      })
      const { code } = (await answer.json()) as { code: number }
      times.push(performance.now() - start)
      if (code !== 200) refused += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  return { p50_ms: at(0.5), p95_ms: at(0.95), refused }
}
