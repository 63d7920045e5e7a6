import type { Query, QueryClient } from '@tanstack/react-query'
import { AccountEvent, contract, doorBase, FRESH_SECONDS, type MemberChanges, sessionRefusals } from '@weft/contract'
import { call, language } from '@weft/ui'
import { patchNetworks } from '../../features/network/detail/patch-networks.ts'
import { isLiveNetwork } from '../../features/network/network-key.ts'
import { applying } from '../../shared/apply/applying.ts'
import { connection } from '../../shared/session/connection.ts'
import { progress } from '../../shared/session/progress.ts'
import { endSession } from '../../shared/session/leave.ts'
import { session } from '../../shared/session/session.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 60_000
/** Milliseconds for which events are collected before their queries are refetched, since many members may change at once. */
const GATHER_MS = 500
/** Milliseconds after which a member that broke is no longer 刚刚断开. */
const FRESH_MS = (FRESH_SECONDS + 1) * 1000

type Condition = (query: Query) => boolean
/** Returns the condition that a query's path begins with one of these prefixes. */
const under =
  (...prefixes: string[]): Condition =>
  ({ queryKey: [path] }) =>
    prefixes.some((prefix) => String(path).startsWith(prefix))

/** The queries that show members, or count them. */
const ofMembers = under('network/', 'router/', 'account/networks', 'account/verdict', 'monitor/incident')
/** Those of them that changed members bring up to date. */
const ofNetworkPage: Condition = (query) => isLiveNetwork(query) || under(contract.network.status.path)(query)

const ofMembersElsewhere: Condition = (query) => ofMembers(query) && !ofNetworkPage(query)

/** The queries that each event makes stale, by the beginning of their path. */
const stale: Record<Exclude<AccountEvent['type'], 'session' | 'progress' | 'member'>, Condition> = {
  // A message comes with an announcement that is released or ends, and with a question about an order.
  // The alert of an incident is a message too.
  message: under('account/info', 'message/', 'announcements/', 'network/ticket_', 'monitor/incident'),
  ticket: under('ticket/'),
  revision: under('network/', 'router/', 'account/changes', 'account/networks', 'account/verdict'),
  draft: under('network/draft'),
  // Changed rights affect every query.
  rights: () => true,
}

/** Returns the message for a code that ends a session. */
function sentence(code: number): string {
  const { accountDisabledInSession: account, subAccountDisabledInSession: subAccount } = sessionRefusals
  if (code === account.code && session.get()?.user?.ram === 1) return subAccount[language.get()]
  const found = Object.values(sessionRefusals).find((refusal) => refusal.code === code)
  return (found ?? sessionRefusals.tokenUnknown)[language.get()]
}

/** Refetches the queries on screen that meet a condition. */
function refetch(client: QueryClient, condition: Condition): void {
  // `invalidateQueries` does not repeat a query's first request while that is under way, although its answer may be older than the event.
  const first = client
    .getQueryCache()
    .findAll({ fetchStatus: 'fetching', predicate: (query) => query.state.data === undefined && condition(query) })
  void client.invalidateQueries({ predicate: condition })
  for (const query of first) {
    const again = () => void client.invalidateQueries({ predicate: (one) => one === query })
    void query.promise?.then(again, again)
  }
}

/** Collects conditions for a moment, then refetches the queries on screen that meet one of them. */
function gatherer(client: QueryClient): { add: (condition: Condition) => void; stop: () => void } {
  const waiting = new Set<Condition>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = () => {
    timer = undefined
    const conditions = [...waiting]
    waiting.clear()
    refetch(client, (query) => conditions.some((condition) => condition(query)))
  }
  return {
    add: (condition) => {
      waiting.add(condition)
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
  let later: ReturnType<typeof setTimeout> | undefined
  /** When the newest event about members came. */
  let newest = 0
  let tries = 0
  let stopped = false

  const hear = (data: unknown) => {
    const event = AccountEvent.safeParse(JSON.parse(String(data)))
    if (!event.success) return
    if (event.data.type === 'session') endSession(sentence(event.data.code))
    else if (event.data.type === 'progress') progress.tell(event.data)
    else {
      if (event.data.type === 'member') {
        newest = Date.now()
        later ??= setTimeout(settle, FRESH_MS)
      }
      if (event.data.type === 'revision') applying.tell(event.data.network_number)
      asked.add(event.data.type === 'member' ? take(event.data.changes) : stale[event.data.type])
    }
  }
  // A member that broke is shown as a problem only after 30 s. No event comes at that moment, so this timer reads the verdict again.
  const settle = () => {
    const rest = newest + FRESH_MS - Date.now()
    // Later breaks have their own time to pass.
    later = rest > 0 ? setTimeout(settle, rest) : undefined
    asked.add(ofMembersElsewhere)
  }
  /** Brings the networks on screen up to date. @returns which queries have to be asked again */
  const take = (changes: MemberChanges | undefined): Condition => {
    if (changes === undefined) return ofMembers
    // An answer that is under way may be older than the changes.
    const asking = new Set(client.getQueryCache().findAll({ fetchStatus: 'fetching', predicate: ofNetworkPage }))
    patchNetworks(client, changes)
    return (query) => asking.has(query) || ofMembersElsewhere(query)
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
        // The server does not send events that happened before the socket was open. So queries that were requested before may be out of date,
        // and are requested again. Later requests read what these events changed.
        const before = new Set(client.getQueryCache().getAll())
        asked.add((query) => before.has(query))
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
    clearTimeout(later)
    connection.reset()
    asked.stop()
    window.removeEventListener('online', hurry)
    socket?.close()
  }
}
