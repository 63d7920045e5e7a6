import { Agent, request } from 'node:http'
import { contract, doorBase, type RateClass, rateLimits } from '@weft/contract'
import { threadMilliseconds } from './thread.ts'
import { type Call, largestCalls, type Silent } from './calls.ts'
import type { Account } from './stage.ts'

/** Calls of one kind that go on at once at most: more would only keep this process busy. */
const MOST_OPEN = 400
const ANSWER_MS = 60_000
/** How much more often than a limit allows its calls are made: refusals are part of what an account costs. */
const BEYOND = 1.1
/** The dearest calls of each kind, which are made in turn. */
const DEAREST = 12
const TICK_MS = 50

export interface Callers {
  /** Calls each of the largest calls once, alone. @returns one line for each of those that cost most */
  choose(): Promise<string[]>
  begin(): void
  rest(): void
  /** Returns how many calls were answered with each status; `cut` without an answer. */
  counts(): Record<string, number>
}

/** What strangers may call with the account's names, from addresses of their own. */
const signIns = (username: string): Omit<Call, 'rate'>[] => {
  const headers = { 'content-type': 'application/json' }
  const body = (input: object) => Buffer.from(JSON.stringify(input))
  const base = doorBase.console
  const tried = { uniqid: 'a'.repeat(64), code: 'abcd', username, password: 'wrong-password' }
  return [
    { name: 'wrong passwords', method: 'POST', path: `${base}/${contract.login.authorization.path}`, headers, body: body(tried) },
    { name: 'pictures', method: 'GET', path: `${base}/${contract.verify.code.path}`, headers: {} },
  ]
}

/** The logins of an account, which make its dearest calls as often as their limits allow, whether or not they were answered. */
export function createCallers(account: Account, silent: Silent): Callers {
  const { ports, logins, pid } = account
  const agent = new Agent({ keepAlive: true, maxSockets: MOST_OPEN })
  const counts: Record<string, number> = {}
  const open: Record<string, number> = {}
  const chosen: Partial<Record<RateClass, Call[]>> = {}
  const all = largestCalls(account, silent)
  let turns = 0

  function send(call: Omit<Call, 'rate'>, token: string | undefined, address: string): Promise<number | undefined> {
    const done = Promise.withResolvers<number | undefined>()
    const count = (status: number | undefined) => {
      counts[status ?? 'cut'] = (counts[status ?? 'cut'] ?? 0) + 1
      done.resolve(status)
    }
    const { method, path, headers, body } = call
    const sent = request({
      host: '127.0.0.1',
      port: ports.console,
      agent,
      method,
      path,
      timeout: ANSWER_MS,
      headers: {
        ...headers,
        'x-forwarded-for': address,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-length': body.length }),
      },
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => count(undefined))
    sent.on('response', (response) => {
      response.resume()
      response.on('close', () => count(response.statusCode))
    })
    sent.end(body)
    return done.promise
  }
  const tokenOf = (login: number) => logins[login]![turns % logins[login]!.length]!
  const addressOf = (login: number) => `198.51.100.${1 + login}`

  /** Makes a call of one login, unless too many are open. */
  function fire(kind: string, call: Omit<Call, 'rate'>, token: string | undefined, address: string): void {
    turns += 1
    if ((open[kind] ?? 0) >= MOST_OPEN) {
      counts['not made'] = (counts['not made'] ?? 0) + 1
      return
    }
    open[kind] = (open[kind] ?? 0) + 1
    void send(call, token, address).then(() => (open[kind]! -= 1))
  }

  let timer: NodeJS.Timeout | undefined
  const made: Record<string, number> = {}
  function tick(began: number): void {
    const seconds = (performance.now() - began) / 1000
    const reach = (kind: string, a_second: number, make: (n: number) => void) => {
      const until = Math.floor(seconds * a_second)
      for (let n = made[kind] ?? 0; n < until; n++) make(n)
      made[kind] = Math.max(made[kind] ?? 0, until)
    }
    for (const rate of ['read', 'write', 'heavy'] as const) {
      const calls = chosen[rate] ?? []
      if (calls.length === 0) continue
      reach(rate, (BEYOND * rateLimits[rate].calls_of_account) / rateLimits[rate].seconds, (n) => {
        const login = n % logins.length
        fire(rate, calls[Math.floor(n / logins.length) % calls.length]!, tokenOf(login), addressOf(login))
      })
    }
    const strangers = signIns('hostile')
    reach('sign_in', 2, (n) => fire('sign_in', strangers[n % strangers.length]!, undefined, `198.51.${n % 4}.7`))
  }

  return {
    async choose() {
      const costs: { call: Call; cost: number }[] = []
      for (const [i, call] of all.entries()) {
        if (call.rate !== 'read' && call.rate !== 'write' && call.rate !== 'heavy') continue
        const before = threadMilliseconds(pid)
        const status = await send(call, tokenOf(i % logins.length), addressOf(i % logins.length))
        turns += 1
        const cost = threadMilliseconds(pid) - before
        if (status !== undefined && status !== 404) costs.push({ call, cost })
      }
      for (const [rate, of] of Map.groupBy(costs, ({ call }) => call.rate))
        chosen[rate] = of
          .toSorted((a, b) => b.cost - a.cost)
          .slice(0, DEAREST)
          .map(({ call }) => call)
      return costs
        .toSorted((a, b) => b.cost - a.cost)
        .slice(0, DEAREST)
        .map(({ call, cost }) => `${cost.toFixed(0)} ms ${call.name}`)
    },
    begin() {
      const began = performance.now()
      for (const kind of Object.keys(made)) delete made[kind]
      timer = setInterval(() => tick(began), TICK_MS)
    },
    rest() {
      clearInterval(timer)
    },
    counts: () => counts,
  }
}
