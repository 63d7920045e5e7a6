import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract, doorBase } from '@weft/contract'
import type { Journal } from '../survive/journal.ts'
import { createTicket } from '../survive/writers.ts'

/** People at the console: each writes with a key and reads in turn, over connections that are kept, through the balancer. */
export interface Clients {
  /** Resolves once a write that begins from now on is acknowledged, with the milliseconds. */
  nextWrite(): Promise<number>
  /** The longest time since a moment in which no write was acknowledged, in milliseconds. */
  longestGap(since: number): number
  /** Answers since a moment that are neither a success nor a 503 with a time to try again, and calls without an answer: kind and count. */
  errors(since: number): Map<string, number>
  /** How many answers since a moment were 503 with a time to try again. */
  toldToWait(since: number): number
  stop(): Promise<void>
}

/** Milliseconds between two calls of one person. */
const PAUSE_MS = 250
/** Milliseconds after which a call is given up. */
const CALL_MS = 15_000

interface Answer {
  /** When the call began and ended, by `performance.now()`. */
  began: number
  ended: number
  kind: 'written' | 'read' | 'wait' | 'error'
  detail: string
}

/** @param people for each person their sessions, used in turn because calls are limited per session */
export function startClients(address: string, people: readonly (readonly string[])[], journal: Journal): Clients {
  const stopping = new AbortController()
  const answers: Answer[] = []
  const started = performance.now()

  /** Makes one call. @returns the seconds after which to make it again; undefined if it succeeded */
  async function attempt(kind: 'written' | 'read', what: string, call: () => Promise<Response>): Promise<number | undefined> {
    const began = performance.now()
    const note = (noted: Answer['kind'], detail: string) => answers.push({ began, ended: performance.now(), kind: noted, detail })
    try {
      const response = await call()
      const text = await response.text()
      const body = JSON.parse(text) as { code?: number; data?: { retry_after?: number } | null }
      if (response.status === 200 && body.code === 200) {
        note(kind, '')
        return undefined
      }
      const told = Number(response.headers.get('retry-after'))
      if (response.status === 503 && told > 0 && body.data?.retry_after === told) {
        note('wait', '')
        return told
      }
      note('error', `${what}: ${response.status} ${text.slice(0, 120)}`)
    } catch (error) {
      if (stopping.signal.aborted) return undefined
      const { name, message, cause } = error as Error
      note(
        'error',
        `${what}: ${name === 'TimeoutError' ? `no answer in ${CALL_MS / 1000} s` : ((cause as Error | undefined)?.message ?? message)}`,
      )
    }
    return 0.3
  }

  async function repeat(once: () => Promise<number | undefined>): Promise<boolean> {
    for (;;) {
      const seconds = await once()
      if (seconds === undefined) return !stopping.signal.aborted
      // The wait is what the server asks for.
      await sleep(seconds * 1000)
      if (stopping.signal.aborted) return false
    }
  }

  async function person(tokens: readonly string[]): Promise<void> {
    let calls = 0
    const next = () => tokens[(calls += 1) % tokens.length]!
    const { path, door } = contract.supportTickets.list
    const list = `${address}${doorBase[door]}/${path}?page=1&limit=10`
    const limit = () => AbortSignal.timeout(CALL_MS)
    while (!stopping.signal.aborted) {
      const key = randomUUID()
      const title = `s-${key.slice(0, 18)}`
      if (await repeat(() => attempt('written', 'write', () => createTicket(address, next(), title, key, limit()))))
        journal.acknowledged(title)
      await sleep(PAUSE_MS)
      await repeat(() => attempt('read', 'read', () => fetch(list, { headers: { authorization: `Bearer ${next()}` }, signal: limit() })))
      await sleep(PAUSE_MS)
    }
  }

  const running = people.map(person)
  const since = (moment: number) => answers.filter(({ ended }) => ended >= moment)
  return {
    async nextWrite() {
      const began = performance.now()
      while (!answers.some((answer) => answer.kind === 'written' && answer.began >= began)) {
        if (stopping.signal.aborted) throw new Error('the clients were stopped')
        await sleep(20)
      }
      return performance.now() - began
    },
    longestGap(moment) {
      const times = since(moment).flatMap(({ kind, ended }) => (kind === 'written' ? [ended] : []))
      const all = [Math.max(moment, started), ...times.toSorted((a, b) => a - b), performance.now()]
      return Math.max(...all.slice(1).map((time, i) => time - all[i]!))
    },
    errors(moment) {
      const counts = new Map<string, number>()
      for (const { kind, detail } of since(moment)) if (kind === 'error') counts.set(detail, (counts.get(detail) ?? 0) + 1)
      return counts
    },
    toldToWait: (moment) => since(moment).filter(({ kind }) => kind === 'wait').length,
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
