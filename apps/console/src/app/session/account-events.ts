import type { QueryClient } from '@tanstack/react-query'
import { AccountEvent, contract, doorBase, sessionRefusals } from '@weft/contract'
import { call, language } from '@weft/ui'
import { applying } from '../../shared/apply/applying.ts'
import { connection } from '../../shared/session/connection.ts'
import { progress } from '../../shared/session/progress.ts'
import { endSession } from '../../shared/session/leave.ts'
import { session } from '../../shared/session/session.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 60_000
/** Milliseconds for which events are collected before their queries are refetched, since many members may change at once. */
const GATHER_MS = 500

/** The queries that each event makes stale, by the beginning of their path. */
const stale: Record<Exclude<AccountEvent['type'], 'session' | 'progress'>, string[]> = {
  message: ['account/info', 'message/'],
  ticket: ['ticket/'],
  revision: ['network/', 'router/', 'account/changes', 'account/networks', 'account/verdict'],
  draft: ['network/draft'],
  member: ['network/', 'router/', 'account/networks', 'account/verdict'],
  // Changed rights affect every query.
  rights: [''],
}

/** Returns the message for a code that ends a session. */
function sentence(code: number): string {
  const found = Object.values(sessionRefusals).find((refusal) => refusal.code === code)
  return (found ?? sessionRefusals.tokenUnknown)[language.get()]
}

/** Collects path prefixes for a moment, then refetches the queries on screen that start with one of them. */
function gatherer(client: QueryClient): { add: (prefixes: string[]) => void; stop: () => void } {
  const waiting = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = () => {
    timer = undefined
    const prefixes = [...waiting]
    waiting.clear()
    void client.invalidateQueries({ predicate: ({ queryKey }) => prefixes.some((prefix) => String(queryKey[0]).startsWith(prefix)) })
  }
  return {
    add: (prefixes) => {
      for (const prefix of prefixes) waiting.add(prefix)
      timer ??= setTimeout(ask, GATHER_MS)
    },
    stop: () => clearTimeout(timer),
  }
}

/**
 * Receives the account's events over one socket, which reconnects by itself.
 * @returns a function that closes it
 */
export function listenToAccount(client: QueryClient): () => void {
  const { WebSocket: Socket } = window as { WebSocket?: typeof WebSocket }
  if (!Socket) return () => undefined
  const asked = gatherer(client)
  let socket: WebSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let tries = 0
  let stopped = false

  const hear = (data: unknown) => {
    const event = AccountEvent.safeParse(JSON.parse(String(data)))
    if (!event.success) return
    if (event.data.type === 'session') endSession(sentence(event.data.code))
    else if (event.data.type === 'progress') progress.tell(event.data)
    else {
      if (event.data.type === 'revision') applying.tell(event.data.network_number)
      asked.add(stale[event.data.type])
    }
  }
  const again = () => {
    if (stopped || timer !== undefined) return
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries++)
    const pause = wait * (0.5 + Math.random() / 2)
    connection.tell({ lost: connection.get().lost ?? Date.now(), again: Date.now() + pause, retry: hurry })
    timer = setTimeout(() => void open(), pause)
  }
  const open = async () => {
    timer = undefined
    connection.tell({ again: undefined })
    if (stopped || !session.get()) return
    try {
      const { ticket } = await call(contract.login.socket_ticket, {}, { quiet: true })
      if (stopped) return
      const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
      const opened = new Socket(
        `${scheme}://${location.host}${doorBase.console}/${contract.events.account.path}?token=${encodeURIComponent(ticket)}`,
      )
      socket = opened
      opened.addEventListener('open', () => {
        // The server does not repeat events that happened while the socket was closed.
        if (tries > 0) asked.add([''])
        connection.reset()
        tries = 0
      })
      opened.addEventListener('message', ({ data }) => hear(data))
      opened.addEventListener('close', again)
    } catch {
      again()
    }
  }
  const hurry = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    tries = Math.min(tries, 1)
    void open()
  }
  window.addEventListener('online', hurry)
  void open()
  return () => {
    stopped = true
    clearTimeout(timer)
    connection.reset()
    asked.stop()
    window.removeEventListener('online', hurry)
    socket?.close()
  }
}
