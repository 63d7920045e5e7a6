import type { ControllerMessage, LdapAnswer, LdapUser } from '@weft/contract'
import { LdapFailure } from '@weft/ldap'
import { expect, it, vi } from 'vitest'
import { createLdapRequests, SLACK_SECONDS, type TakePage } from './ldap-requests.ts'
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
  expect(requests.users(peer, { type: 'ldap.users', id, users: [user('a')] })).toBe(true)
  await Promise.resolve()
  expect(types()).toEqual(['ldap'])
  taken.resolve()
  await eventually(() => expect(types()).toEqual(['ldap', 'ldap.next']))
  requests.done(peer, { type: 'ldap.done', id, answer: done })
  expect(await answer).toEqual(done)
})

it('a device that does not wait for its turn is given up and asked to stop', async () => {
  const { requests, peer, answer, id, types } = reading(() => new Promise(() => {}))
  const send = (uuid: string) => requests.users(peer, { type: 'ldap.users', id, users: [user(uuid)] })
  expect([send('a'), send('b')]).toEqual([true, false])
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

it('a page of a question that is not the device’s is not taken', async () => {
  const pages: LdapUser[][] = []
  const { requests, peer, answer, id } = reading((users) => void pages.push(users))
  expect(requests.users(peer, { type: 'ldap.users', id: 'another', users: [user('a')] })).toBe(false)
  expect(requests.users({ ...peer }, { type: 'ldap.users', id, users: [user('a')] })).toBe(false)
  expect(pages).toEqual([])
  requests.done(peer, { type: 'ldap.done', id, answer: done })
  await answer
})

it('a page that is on its way when the question ends is read, and none that comes later', async () => {
  vi.useFakeTimers()
  try {
    const { requests, peer, answer, id } = reading(() => {})
    expect(requests.maySendPage(peer)).toBe(true)
    requests.done(peer, { type: 'ldap.done', id, answer: done })
    await answer
    await vi.advanceTimersByTimeAsync(SLACK_SECONDS * 1000 - 1)
    expect(requests.maySendPage(peer)).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
    expect(requests.maySendPage(peer)).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})
