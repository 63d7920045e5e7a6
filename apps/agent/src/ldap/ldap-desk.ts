import {
  type AgentMessage,
  type ControllerMessage,
  type LdapAnswer,
  type LdapRequest,
  MAX_LDAP_REQUESTS,
  MAX_LDAP_USERS,
} from '@weft/contract/agent-protocol'
import { createLdap, type DirectoryPerson, type Ldap, LdapFailure, type LdapTarget, type Resolve } from '@weft/ldap'
import { oneLine } from '../one-line.ts'

type Asked = Extract<ControllerMessage, { type: 'ldap' }>

/** Carries out the controller's LDAP requests through this device. */
export interface LdapDesk {
  ask(message: Asked): void
  /** Called when the controller has processed the latest page of a request. */
  next(id: string): void
  stop(id: string): void
  /** Called when the connection has ended: stops all requests, as no one waits for them any more. */
  lost(): void
}

interface DeskDependencies {
  router_name: string
  resolve: Resolve
  send: (message: AgentMessage) => void
}

interface Open {
  stop: AbortController
  taken: (() => void) | undefined
}

/** Carries out LDAP requests and sends the answers. Nothing of a request outlives it: passwords are neither kept nor sent back. */
export function createLdapDesk({ router_name, resolve, send }: DeskDependencies): LdapDesk {
  const open = new Map<string, Open>()

  async function perform({ id, now, request }: Asked, one: Open): Promise<void> {
    const { signal } = one.stop
    const ldap = createLdap({ resolve, now: () => new Date(now * 1000), signal })
    const page = async (people: DirectoryPerson[]): Promise<void> => {
      // A server may send more than it was asked for.
      for (let at = 0; at < people.length && !signal.aborted; at += MAX_LDAP_USERS) {
        const taken = new Promise<void>((done) => (one.taken = done))
        send({ type: 'ldap.users', id, users: people.slice(at, at + MAX_LDAP_USERS) })
        await taken
      }
    }
    const answer = await answerTo(ldap, request, page)
    if (!signal.aborted) send({ type: 'ldap.done', id, answer })
  }

  function stop(id: string): void {
    const one = open.get(id)
    one?.stop.abort()
    one?.taken?.()
  }

  return {
    ask(message) {
      const { id } = message
      if (open.has(id)) return
      if (open.size >= MAX_LDAP_REQUESTS) {
        const failure = { step: 'router', reason: 'routerBusy', facts: { router_name } } as const
        return send({ type: 'ldap.done', id, answer: { ...NOTHING, failure } })
      }
      const one: Open = { stop: new AbortController(), taken: undefined }
      open.set(id, one)
      void perform(message, one).finally(() => open.delete(id))
    },
    next: (id) => open.get(id)?.taken?.(),
    stop,
    lost: () => [...open.keys()].forEach(stop),
  }
}

const NOTHING: LdapAnswer = { failure: null, done: [], sample: [], verdict: null }

async function answerTo(ldap: Ldap, request: LdapRequest, page: (people: DirectoryPerson[]) => Promise<void>): Promise<LdapAnswer> {
  const { ca, ...where } = request.target
  const target: LdapTarget = { ...where, ca: ca ?? undefined }
  try {
    switch (request.kind) {
      case 'check': {
        const { failure, ...found } = await ldap.check(target)
        return { ...NOTHING, ...found, failure: failure ? failureReport(failure) : null }
      }
      case 'read':
        await ldap.read(target, page)
        return NOTHING
      case 'authenticate':
        return { ...NOTHING, verdict: await ldap.authenticate(target, request.uuid, request.password) }
    }
  } catch (error) {
    return { ...NOTHING, failure: failureReport(error instanceof LdapFailure ? error : new LdapFailure('reach', 'closed')) }
  }
}

const MOST_FACT = 300
/** Returns a failure for the controller: facts from a server, such as its certificate, become one line of text each. */
const failureReport = ({ step, reason, facts }: LdapFailure) => ({
  step,
  reason,
  facts: Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, oneLine(fact, MOST_FACT)])),
})
