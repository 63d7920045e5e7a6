import { CREDENTIAL_RENEW_SECONDS } from '@weft/contract'
import { expect, it, vi } from 'vitest'
import { unix } from '../kernel/clock.ts'
import type { Peer } from './peers.ts'
import { createRenewals } from './renewals.ts'

const now = new Date('2026-11-23T12:00:00Z')
const DUE = unix(now) - CREDENTIAL_RENEW_SECONDS

/** Makes a connected device that records the frames it is sent. */
function aPeer(more: Partial<Peer> = {}) {
  const sent: string[] = []
  const socket = { readyState: 1, OPEN: 1, send: (frame: string) => void sent.push(frame) }
  const peer = { socket, state: 'here', capabilities: 6, bearer_login: null, renewal_asked: undefined, ...more } as unknown as Peer
  return { peer, sent }
}
const renewals = createRenewals({ clock: { now: () => now } })
const asked = (of: readonly { sent: readonly string[] }[]) => of.filter(({ sent }) => sent.length > 0).length

it('a device whose credential is thirty days old is asked to renew it', () => {
  const [due, young] = [aPeer(), aPeer()]
  renewals.ask([
    { ...due, create_time: DUE },
    { ...young, create_time: DUE + 1 },
  ])
  expect([due.sent, young.sent]).toEqual([['{"type":"credential.renew"}'], []])
})

it.each<[string, Partial<Peer>]>([
  ['has not arrived', { state: 'arriving' }],
  ['does not know how', { capabilities: 5 }],
  ['signs in at its centers with the credential itself', { bearer_login: true }],
])('a device is not asked if it %s', (_, more) => {
  const one = aPeer(more)
  renewals.ask([{ ...one, create_time: DUE }])
  expect(one.sent).toEqual([])
})

it('each round asks the two hundred devices with the oldest credentials, and the next round the others', () => {
  const crowd = Array.from({ length: 450 }, (_, i) => ({ ...aPeer(), create_time: DUE - i }))
  renewals.ask(crowd)
  expect([asked(crowd), asked(crowd.slice(250))]).toEqual([200, 200])
  renewals.ask(crowd)
  expect([asked(crowd), asked(crowd.slice(50))]).toEqual([400, 400])
  renewals.ask(crowd)
  expect(asked(crowd)).toBe(450)
})

it('a device that did not renew is asked again after an hour', () => {
  const one = { ...aPeer(), create_time: DUE }
  const later = vi.spyOn(performance, 'now').mockReturnValue(1_000_000)
  renewals.ask([one])
  later.mockReturnValue(1_000_000 + 3_599_000)
  renewals.ask([one])
  expect(one.sent).toHaveLength(1)
  later.mockReturnValue(1_000_000 + 3_600_000)
  renewals.ask([one])
  expect(one.sent).toHaveLength(2)
  later.mockRestore()
})
