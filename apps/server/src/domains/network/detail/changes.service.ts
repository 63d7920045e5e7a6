import { type MemberChanges, MOST_CHANGES } from '@weft/contract'
import type { Bus } from '../../../adapters/bus/bus.ts'
import type { Db } from '../../../db/client.ts'
import { errorFacts, type Log } from '../../../kernel/log.ts'
import { withLinkStates } from '../rules/link.rules.ts'
import { listLinks, readChanged } from './detail.queries.ts'

/** Milliseconds for which names of changed members are collected before these are read. */
const GATHER_MS = 100

/** Is called when members of an account changed: with how they are now, or without if they are too many or could not be read. */
type Listener = (changes: MemberChanges | undefined) => void

export interface ChangedMembers {
  /** Follows the members of an account. @returns a function that stops it */
  follow(account_id: number, listener: Listener): () => void
}

/** Reads the members of an account that changed once, for all who follow them on this server. */
export function createChangedMembers({ db, log, subscribe }: { db: Db; log: Log; subscribe: Bus['subscribe'] }): ChangedMembers {
  const followed = new Map<number, { listeners: Set<Listener>; stop: () => void }>()

  function begin(account_id: number) {
    const listeners = new Set<Listener>()
    const names = new Set<string>()
    /** Set from the first name until those that were collected are told, so that they are read one after the other. */
    let timer: NodeJS.Timeout | undefined
    const plan = () => (timer ??= setTimeout(() => void tell(), GATHER_MS))
    const tell = async () => {
      const taken = [...names]
      names.clear()
      const changes = taken.length > MOST_CHANGES.members ? undefined : await read(account_id, taken)
      for (const listener of listeners) {
        try {
          listener(changes)
        } catch (error) {
          log.error('a console was not told how members changed', errorFacts(error))
        }
      }
      timer = undefined
      if (names.size > 0 && listeners.size > 0) plan()
    }
    const unsubscribe = subscribe(
      (event) => {
        if (event.type !== 'member') return
        for (const name of event.router_names) names.add(name)
        plan()
      },
      { types: ['member'], account_id },
    )
    const stop = () => {
      unsubscribe()
      clearTimeout(timer)
    }
    const made = { listeners, stop }
    followed.set(account_id, made)
    return made
  }

  const read = (account_id: number, names: readonly string[]): Promise<MemberChanges | undefined> =>
    db
      .account(account_id, 'read', async (account) => {
        const { member, networks } = await readChanged(account, names)
        const links = Map.groupBy(await listLinks(account, undefined, names), (link) => link.network_number)
        const stateOf = new Map(member.map(({ router_name, state }) => [router_name, state]))
        const link = [...Map.groupBy(networks, (one) => one.network_number)].flatMap(([network_number, own]) => {
          const diallers = own.flatMap(({ router_name, own_mode: mode, ov_main }) => {
            const state = stateOf.get(router_name)
            return state ? [[router_name, { state, mode, ov_main }] as const] : []
          })
          return withLinkStates(links.get(network_number) ?? [], own[0]!, new Map(diallers))
        })
        return link.length > MOST_CHANGES.links ? undefined : { member, link }
      })
      .catch((error: unknown) => {
        log.warn('how members changed could not be read, so consoles ask for it', errorFacts(error))
        return undefined
      })

  return {
    follow(account_id, listener) {
      const { listeners, stop } = followed.get(account_id) ?? begin(account_id)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        followed.delete(account_id)
        stop()
      }
    },
  }
}
