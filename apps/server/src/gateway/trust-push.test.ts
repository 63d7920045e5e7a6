import { expect, it, onTestFinished } from 'vitest'
import type { TrustService } from '../domains/foundation/authority/trust.service.ts'
import { silentLog } from '../kernel/log.ts'
import { eventually } from '../../test/eventually.ts'
import type { Peer, Peers } from './peers.ts'
import { createTrustPush } from './trust-push.ts'

const clock = { now: () => new Date(1_000_000) }
const turns = { take: async () => true }
type Found = Awaited<ReturnType<TrustService['trustOf']>>

it('a device keeps what was read last: a read begins when the one before it was sent, also after one that failed', async () => {
  const sent: string[] = []
  const socket = { readyState: 1, OPEN: 1, send: (frame: string) => void sent.push((JSON.parse(frame) as { hash: string }).hash) }
  const center = { socket, account_id: 1, router_name: 'SN1', capabilities: 99, trust: null } as unknown as Peer
  const reads: PromiseWithResolvers<Found>[] = []
  const trustOf = () => {
    const read = Promise.withResolvers<Found>()
    reads.push(read)
    return read.promise
  }
  const push = createTrustPush({
    peers: { here: () => center } as unknown as Peers,
    trust: { trustOf } as unknown as TrustService,
    turns,
    clock,
    log: silentLog,
  })
  const answers = async (i: number, hash: string) => {
    await eventually(() => expect(reads).toHaveLength(i + 1))
    reads[i]!.resolve(new Map([['SN1', { hash, networks: [], renewal: undefined }]]))
  }
  // A member is disabled and enabled again while the first read still goes on.
  const both = [push.bring(1, ['SN1']), push.bring(1, ['SN1'])]
  await answers(0, 'disabled')
  await answers(1, 'enabled')
  await Promise.all(both)
  expect(sent).toEqual(['disabled', 'enabled'])
  const failed = push.bring(1, ['SN1'])
  const removed = push.bring(1, ['SN1'])
  await eventually(() => expect(reads).toHaveLength(3))
  reads[2]!.reject(new Error('the database is away'))
  await expect(failed).rejects.toThrow('away')
  await answers(3, 'removed')
  await removed
  expect(sent.at(-1)).toBe('removed')
  push.stop()
})

/** Returns the trust push of these devices, and the names that were asked for in turn. */
function pushOf(all: readonly Peer[], read: (account_id: number, names: readonly string[]) => Promise<Found> = async () => new Map()) {
  const asked: (readonly string[])[] = []
  const byName = new Map(all.map((one) => [one.router_name, one]))
  const push = createTrustPush({
    peers: { byName, here: (name: string) => byName.get(name) } as unknown as Peers,
    trust: {
      trustOf(account_id: number, names: readonly string[]) {
        asked.push(names)
        return read(account_id, names)
      },
    } as unknown as TrustService,
    turns,
    clock,
    log: silentLog,
  })
  onTestFinished(() => push.stop())
  return { push, asked }
}
const peer = (router_name: string, account_id: number, network_number?: string, time = 0) =>
  ({ account_id, router_name, trust: 'held', renewal: network_number && { network_number, time } }) as unknown as Peer

it('offers new certificates to the device of each network that is due first, and to no others', async () => {
  const { push, asked } = pushOf([
    peer('SN1', 1, 'A', 1001),
    peer('SN2', 1, 'A', 900),
    peer('SN3', 1, 'A', 800),
    peer('SN4', 1, 'B', 1000),
    peer('SN5', 2, 'C', 999),
    peer('SN6', 2),
  ])
  await push.renew()
  expect(asked).toEqual([['SN3'], ['SN4'], ['SN5']])
})

it('a device whose new certificate fails stops no other one, and the next of its network follows', async () => {
  const { push, asked } = pushOf(
    [peer('SN1', 1, 'A', 800), peer('SN2', 1, 'A', 900), peer('SN3', 1, 'B', 800), peer('SN4', 2, 'C', 800)],
    async (_, names) => {
      if (names.includes('SN1')) throw new Error('the key cannot be opened')
      return new Map()
    },
  )
  await expect(push.renew()).rejects.toThrow('the key cannot be opened')
  expect(asked).toEqual([['SN1'], ['SN3'], ['SN4']])
  await push.renew()
  expect(asked[3]).toEqual(['SN2'])
})

it('an account that fails stops no other one', async () => {
  const { push, asked } = pushOf([peer('SN1', 1), peer('SN2', 1), peer('SN3', 2)], async (account_id) => {
    if (account_id === 1) throw new Error('the key cannot be opened')
    return new Map()
  })
  await expect(push.bringAll()).rejects.toThrow('the key cannot be opened')
  expect(asked).toEqual([['SN1', 'SN2'], ['SN3']])
})

it('an account is not waited for by another one', async () => {
  const slow = Promise.withResolvers<Found>()
  const { push } = pushOf([peer('SN1', 1), peer('SN2', 2)], (account_id) => (account_id === 1 ? slow.promise : Promise.resolve(new Map())))
  const first = push.bring(1, ['SN1'])
  await expect(push.bring(2, ['SN2'])).resolves.toBeUndefined()
  slow.resolve(new Map())
  await first
})
