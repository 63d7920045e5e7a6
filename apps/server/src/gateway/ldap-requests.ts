import { randomUUID } from 'node:crypto'
import { type AgentMessage, type LdapAnswer, type LdapRequest, type LdapUser } from '@weft/contract'
import { LDAP_MOST_USERS, LDAP_SECONDS, LdapFailure } from '@weft/ldap'
import { type Clock, unix } from '../kernel/clock.ts'
import { type Peer, send } from './peers.ts'

type MessageOf<T extends AgentMessage['type']> = Extract<AgentMessage, { type: T }>
/** Takes a page of users; the device sends the next page when it has resolved. */
export type TakePage = (users: LdapUser[]) => Promise<void> | void

/** The requests to directories that devices connected to this instance are working on. */
export interface LdapRequests {
  /** Has a device ask a directory. @throws LdapFailure of the step `router`, and what `page` throws */
  ask(peer: Peer, request: LdapRequest, page: TakePage): Promise<LdapAnswer>
  /** Returns whether the device may send a page of users: it has a question, or had one a moment ago and a page may be on its way. */
  maySendPage(peer: Peer): boolean
  /** @returns whether the page was taken: it is of an open question of the device, and it was the device's turn */
  users(peer: Peer, message: MessageOf<'ldap.users'>): boolean
  done(peer: Peer, message: MessageOf<'ldap.done'>): void
  /** Fails the requests of a device whose connection ended. */
  left(peer: Peer): void
}

/** The first capability version at which a device can ask directories. */
const ASKABLE = 3
/** Seconds that are allowed on top of the longest time that the device itself takes, and for a page that is on its way when a question ends. */
export const SLACK_SECONDS = 3

interface Open {
  peer: Peer
  page: TakePage
  users: number
  /** A page is being taken. */
  taking: boolean
  settle: (answer: LdapAnswer) => void
  fail: (error: unknown) => void
}

export function createLdapRequests(clock: Clock): LdapRequests {
  const open = new Map<string, Open>()
  /** How many questions each device has, and had a moment ago. */
  const questions = new Map<Peer, number>()
  const countQuestion = (peer: Peer, by: number): void => {
    const count = (questions.get(peer) ?? 0) + by
    if (count > 0) questions.set(peer, count)
    else questions.delete(peer)
  }
  const of = (peer: Peer, id: string): Open | undefined => {
    const one = open.get(id)
    return one?.peer === peer ? one : undefined
  }

  async function take(id: string, one: Open, users: LdapUser[]): Promise<void> {
    one.taking = true
    await one.page(users)
    one.taking = false
    if (open.has(id)) send(one.peer, { type: 'ldap.next', id })
  }

  return {
    async ask(peer, request, page) {
      const { router_name } = peer
      if (peer.capabilities < ASKABLE) throw new LdapFailure('router', 'routerTooOld', { router_name })
      const id = randomUUID()
      const { promise, resolve: settle, reject: fail } = Promise.withResolvers<LdapAnswer>()
      open.set(id, { peer, page, users: 0, taking: false, settle, fail })
      countQuestion(peer, 1)
      const late = setTimeout(
        () => fail(new LdapFailure('router', 'routerSilent', { router_name })),
        (LDAP_SECONDS[request.kind] + SLACK_SECONDS) * 1000,
      )
      send(peer, { type: 'ldap', id, now: unix(clock.now()), request })
      try {
        return await promise
      } catch (error) {
        send(peer, { type: 'ldap.stop', id })
        throw error
      } finally {
        clearTimeout(late)
        open.delete(id)
        setTimeout(() => countQuestion(peer, -1), SLACK_SECONDS * 1000).unref()
      }
    },
    maySendPage: (peer) => questions.has(peer),
    users(peer, { id, users }) {
      const one = of(peer, id)
      if (!one) return false
      one.users += users.length
      // A device that sends a page before it is asked must not fill the memory of this instance.
      if (one.taking) one.fail(new LdapFailure('router', 'routerSilent', { router_name: peer.router_name }))
      else if (one.users > LDAP_MOST_USERS) one.fail(new LdapFailure('users', 'tooMany', { max: String(LDAP_MOST_USERS) }))
      else {
        take(id, one, users).catch(one.fail)
        return true
      }
      return false
    },
    done(peer, { id, answer }) {
      of(peer, id)?.settle(answer)
    },
    left(peer) {
      for (const one of open.values())
        if (one.peer === peer) one.fail(new LdapFailure('router', 'routerLost', { router_name: peer.router_name }))
    },
  }
}
