import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract, doorBase } from '@weft/contract'
import type { Journal } from './journal.ts'

export interface Writers {
  /** Returns the milliseconds until a write that begins from now on is acknowledged. */
  recovery(): Promise<number>
  /** Counts of unexpected answers during an absence: all except 200, a 503 with `retry_after` and a broken connection. */
  strange: Map<string, number>
  stop(): Promise<void>
}

/** Milliseconds between two attempts, and between two writes of one writer. */
const PAUSE_MS = 300
/** Milliseconds after which an unanswered call is made again, with its key. */
const CALL_MS = 10_000

/** Creates a support ticket, which is a write that is easily found again. @param key makes a repetition harmless */
export function createTicket(address: string, token: string, title: string, key: string, signal: AbortSignal): Promise<Response> {
  const { path, door } = contract.supportTickets.create
  return fetch(`${address}${doorBase[door]}/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ title, content: '写在数据库或服务器结束的时候', type: 1, file_ids: [] }),
    signal,
  })
}

/**
 * Writes until it is stopped, each write with a key and repeated until it is acknowledged.
 * @param people each person writes independently, with their sessions in turn, because calls are limited per session
 * @param address returns the current address of the console
 */
export function startWriters(people: readonly (readonly string[])[], address: () => string, journal: Journal): Writers {
  const stopping = new AbortController()
  const strange = new Map<string, number>()
  const waiting = new Set<{ since: number; done: (ms: number) => void }>()

  async function attempt(token: string, title: string, key: string): Promise<boolean> {
    const began = performance.now()
    let status: number
    let body: { code?: number; data?: { retry_after?: number } | null }
    try {
      const response = await createTicket(address(), token, title, key, AbortSignal.timeout(CALL_MS))
      status = response.status
      body = (await response.json()) as typeof body
    } catch {
      return false
    }
    if (status === 200 && body.code === 200) {
      journal.acknowledged(title)
      for (const one of waiting)
        if (began >= one.since) {
          waiting.delete(one)
          one.done(performance.now() - one.since)
        }
      return true
    }
    if (status !== 503 || typeof body.data?.retry_after !== 'number') {
      const what = `${status} ${JSON.stringify(body).slice(0, 200)}`
      strange.set(what, (strange.get(what) ?? 0) + 1)
      // A refusal that is final would be repeated for ever.
      return status < 500
    }
    return false
  }

  async function write(tokens: readonly string[]): Promise<void> {
    let calls = 0
    const next = () => tokens[(calls += 1) % tokens.length]!
    while (!stopping.signal.aborted) {
      const key = randomUUID()
      while (!(await attempt(next(), `s-${key.slice(0, 18)}`, key))) {
        if (stopping.signal.aborted) return
        await sleep(PAUSE_MS)
      }
      await sleep(PAUSE_MS)
    }
  }

  const running = people.map(write)
  return {
    recovery: () => new Promise((done) => waiting.add({ since: performance.now(), done })),
    strange,
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
