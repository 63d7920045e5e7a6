import { expect, it } from 'vitest'
import type { TrustService } from '../domains/foundation/authority/trust.service.ts'
import { silentLog } from '../kernel/log.ts'
import type { Peer, Peers } from './peers.ts'
import { createTrustPush } from './trust-push.ts'

it('a device keeps what was read last if an earlier read ends later', async () => {
  const sent: string[] = []
  const socket = { readyState: 1, OPEN: 1, send: (frame: string) => void sent.push((JSON.parse(frame) as { hash: string }).hash) }
  const center = { socket, account_id: 1, router_name: 'SN1', capabilities: 99, trust: null } as unknown as Peer
  const reads: ((hash: string) => void)[] = []
  const trustOf = () =>
    new Promise<Awaited<ReturnType<TrustService['trustOf']>>>((found) => {
      reads.push((hash) => found(new Map([['SN1', { hash, networks: [] }]])))
    })
  const push = createTrustPush({
    peers: { here: () => center } as unknown as Peers,
    trust: { trustOf } as unknown as TrustService,
    turns: { take: async () => true, seconds: 105 },
    log: silentLog,
  })
  // A member is disabled and enabled again while the first read still goes on.
  const disabled = push.bring(1, ['SN1'])
  const enabled = push.bring(1, ['SN1'])
  reads[1]!('enabled')
  await enabled
  reads[0]!('disabled')
  await disabled
  expect(sent).toEqual(['enabled'])
  const removed = push.bring(1, ['SN1'])
  reads[2]!('removed')
  await removed
  expect(sent).toEqual(['enabled', 'removed'])
  push.stop()
})

it('offers new certificates to the devices that are due, and to no others', async () => {
  const asked: (readonly string[])[] = []
  const peers = ['SN1', 'SN2', 'SN3'].map(
    (router_name, i) => ({ account_id: i < 2 ? 1 : 2, router_name, trust: 'held' }) as unknown as Peer,
  )
  const byName = new Map(peers.map((peer) => [peer.router_name, peer]))
  const push = createTrustPush({
    peers: { byName, here: (name: string) => byName.get(name) } as unknown as Peers,
    trust: {
      dueForRenewal: async () => new Set(['SN2', 'SN3', 'away']),
      trustOf: async (_: number, names: readonly string[]) => {
        asked.push(names)
        return new Map()
      },
    } as unknown as TrustService,
    turns: { take: async () => true, seconds: 105 },
    log: silentLog,
  })
  await push.renew()
  expect(asked).toEqual([['SN2'], ['SN3']])
  push.stop()
})
