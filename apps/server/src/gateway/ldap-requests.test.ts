import type { ControllerMessage, LdapAnswer, LdapUser } from '@weft/contract'
import { LdapFailure } from '@weft/ldap'
import { expect, it, vi } from 'vitest'
import { createLdapRequests, type TakePage } from './ldap-requests.ts'
import type { Peer } from './peers.ts'
import { eventually } from '../../test/eventually.ts'

const done: LdapAnswer = { failure: null, done: [], sample: [], verdict: null }
const user = (uuid: string): LdapUser => ({ uuid, username: uuid, description: '', disabled: false })

/** Starts a request that has a device read a directory. */
function reading(page: TakePage) {
  const sent: ControllerMessage[] = []
  const socket = { readyState: 1, OPEN: 1, send: (text: string) => sent.push(JSON.parse(text) as ControllerMessage) }
  const peer = { socket, router_name: 'SN1', capabilities: 3 } as unknown as Peer
  const requests = createLdapRequests({ now: () => new Date(0) })
  const target = { host: 'ldap', port: 389, security: 'none', ca: null, base_dn: 'dc=x', bind_dn: '', password: '', type: 1 } as const
  const answer = requests.ask(peer, { kind: 'read', target }, page)
  const [asked] = sent as { id: string }[]
  const types = () => sent.map((message) => message.type)
  return { requests, peer, answer, id: asked!.id, types }
}
const failed = (answer: Promise<unknown>) => answer.catch((error: LdapFailure) => error.reason)

it('the next page is requested only when the previous one was taken', async () => {
  const taken = Promise.withResolvers<void>()
  const { requests, peer, answer, id, types } = reading(() => taken.promise)
  requests.users(peer, { type: 'ldap.users', id, users: [user('a')] })
  await Promise.resolve()
  expect(types()).toEqual(['ldap'])
  taken.resolve()
  await eventually(() => expect(types()).toEqual(['ldap', 'ldap.next']))
  requests.done(peer, { type: 'ldap.done', id, answer: done })
  expect(await answer).toEqual(done)
})

it('a device that does not wait for its turn is given up and asked to stop', async () => {
  const { requests, peer, answer, id, types } = reading(() => new Promise(() => {}))
  for (const uuid of ['a', 'b']) requests.users(peer, { type: 'ldap.users', id, users: [user(uuid)] })
  expect(await failed(answer)).toBe('routerSilent')
  expect(types()).toEqual(['ldap', 'ldap.stop'])
})

it('a device that sends more users than a directory may have is given up', async () => {
  const { requests, peer, answer, id } = reading(() => {})
  const page = Array.from({ length: 500 }, (_, i) => user(String(i)))
  const failure = failed(answer)
  for (let i = 0; i <= 200; i++) {
    requests.users(peer, { type: 'ldap.users', id, users: page })
    await new Promise((turn) => setImmediate(turn))
  }
  expect(await failure).toBe('tooMany')
})

it('a page that cannot be taken ends the request', async () => {
  const { requests, peer, answer, id, types } = reading(() => Promise.reject(new LdapFailure('router', 'routerLost')))
  requests.users(peer, { type: 'ldap.users', id, users: [user('a')] })
  expect(await failed(answer)).toBe('routerLost')
  expect(types()).toEqual(['ldap', 'ldap.stop'])
})

it('a device that never answers is given up after its time limit and asked to stop', async () => {
  vi.useFakeTimers()
  try {
    const { answer, types } = reading(() => {})
    const failure = failed(answer)
    await vi.advanceTimersByTimeAsync(58_000)
    expect(await failure).toBe('routerSilent')
    expect(types()).toEqual(['ldap', 'ldap.stop'])
  } finally {
    vi.useRealTimers()
  }
})
