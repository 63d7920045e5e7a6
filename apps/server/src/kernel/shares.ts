import { performance } from 'node:perf_hooks'
import type { Turn } from './turns.ts'

/** Milliseconds after which most of what an account has used is forgotten. */
const MEMORY_MS = 4_000
/** Milliseconds that an account has used of these when it counts as busy: a quarter. */
const BUSY_MS = MEMORY_MS / 4
/** Calls of one account that may be under way. */
const MOST_UNDER_WAY = 16
/** Milliseconds since the last call of any other account after which an account counts as alone. */
const ALONE_MS = 5_000
/** Milliseconds for which a call of a calm account goes first. Later it probably waits for somebody else. */
const FIRST_MS = 1_000
/** Milliseconds after which a busy account begins a call whatever is under way. */
const PATIENCE_MS = 1_000
/** Milliseconds between two looks at who waits. */
const LOOK_MS = 100
/** Milliseconds between two times that it is told whose calls wait. */
const TELL_MS = 60_000
/** Accounts that begin to be known between two times that others are forgotten. */
const FORGET_EVERY = 1_000

export interface Shares {
  /** Runs a call of an account once it may begin. @throws what `full` returns if too many of its calls wait */
  run: Turn
  /** Returns how many calls had to wait, and how many were refused, since the start. */
  counts(): { waited: number; refused: number }
}

interface Call {
  account_id: number
  began: number
}
interface Account {
  /** Milliseconds of the thread that it has used, as far as they are not forgotten, and when that was true. */
  used: number
  at: number
  under_way: number
  /** When its last call began. */
  began: number
  /** When it was last told that its calls wait. */
  told: number
  waiting: (() => void)[]
}

interface Options {
  most_waiting: number
  full: () => Error
  /** Is told of an account whose calls have to wait, once a minute at most. */
  slowed: (account_id: number) => void
  now?: () => number
  /** Returns the milliseconds for which the thread was not idle. */
  active?: () => number
}

/**
 * Shares the thread that answers all calls between accounts. One that has used much of it lately makes its calls one after another, and
 * begins none while a call of a calm account is under way. While no other account calls, it has the thread for itself.
 */
export function createShares({ most_waiting, full, slowed, now = () => performance.now(), active = activeNow }: Options): Shares {
  const accounts = new Map<number, Account>()
  const under_way = new Set<Call>()
  const counted = { waited: 0, refused: 0 }
  /** Accounts of which calls wait. */
  const queued = new Set<number>()
  let seen = active()
  /** The account that called last, and the last one before it that was another. */
  let last = { account_id: 0, at: -Infinity }
  let other = last

  /** Charges the time since the last look to those whose calls were under way: nobody knows which of them held the thread. */
  function charge(): void {
    const passed = active() - seen
    seen += passed
    const each = passed / Math.max(1, under_way.size)
    for (const { account_id } of under_way) accountOf(account_id).used += each
  }
  function refresh(account: Account): void {
    const time = now()
    account.used *= Math.exp((account.at - time) / MEMORY_MS)
    account.at = time
  }
  function accountOf(account_id: number): Account {
    let account = accounts.get(account_id)
    if (!account) {
      if (accounts.size % FORGET_EVERY === 0) forget()
      accounts.set(account_id, (account = { used: 0, at: now(), under_way: 0, began: -Infinity, told: -Infinity, waiting: [] }))
    }
    refresh(account)
    return account
  }
  /** Forgets those that have used next to nothing lately. */
  function forget(): void {
    for (const [account_id, { at, under_way: going, waiting }] of accounts)
      if (going === 0 && waiting.length === 0 && now() - at > 4 * MEMORY_MS) accounts.delete(account_id)
  }
  const isBusy = ({ used, waiting }: Account) => used > BUSY_MS || waiting.length > 0
  const isAlone = (account_id: number) => now() - (last.account_id === account_id ? other : last).at > ALONE_MS

  function mayBegin(account_id: number, account: Account): boolean {
    const time = now()
    if (account.under_way >= MOST_UNDER_WAY) return false
    if (!isBusy(account) || isAlone(account_id) || time - account.began >= PATIENCE_MS) return true
    if (account.under_way > 0) return false
    return ![...under_way].some((call) => time - call.began < FIRST_MS && !isBusy(accounts.get(call.account_id)!))
  }
  function start(account_id: number, account: Account): () => void {
    const call = { account_id, began: now() }
    account.under_way += 1
    account.began = call.began
    under_way.add(call)
    return () => {
      charge()
      under_way.delete(call)
      account.under_way -= 1
      look()
    }
  }

  let timer: NodeJS.Timeout | undefined
  /** Lets those begin that may. */
  function look(): void {
    for (const account_id of queued) {
      const account = accountOf(account_id)
      while (account.waiting.length > 0 && mayBegin(account_id, account)) account.waiting.shift()!()
      if (account.waiting.length === 0) queued.delete(account_id)
    }
    if (queued.size > 0) timer ??= setInterval(look, LOOK_MS).unref()
    else {
      clearInterval(timer)
      timer = undefined
    }
  }

  /** Resolves when a call of this account may begin, with what ends it. */
  async function begin(account_id: number): Promise<() => void> {
    charge()
    const account = accountOf(account_id)
    if (last.account_id !== account_id) other = last
    last = { account_id, at: now() }
    if (account.waiting.length === 0 && mayBegin(account_id, account)) return start(account_id, account)
    if (account.waiting.length >= most_waiting) {
      counted.refused += 1
      throw full()
    }
    counted.waited += 1
    if (now() - account.told >= TELL_MS) {
      account.told = now()
      slowed(account_id)
    }
    return new Promise((begun) => {
      account.waiting.push(() => begun(start(account_id, account)))
      queued.add(account_id)
      look()
    })
  }

  return {
    async run(account_id, work) {
      const end = await begin(account_id)
      try {
        return await work()
      } finally {
        end()
      }
    },
    counts: () => ({ ...counted }),
  }
}

/** The milliseconds for which the event loop was not idle, also while other programs had the processor. */
const activeNow = (): number => performance.eventLoopUtilization().active
