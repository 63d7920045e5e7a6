import { expect, it, vi } from 'vitest'
import { createPeers, type Peer } from './peers.ts'

const arriving = () => ({ router_name: 'SN1', state: 'arriving', socket: { close: () => {}, terminate: () => {} } }) as unknown as Peer

it('a request for a device waits until the arrival of the device is written', async () => {
  const peers = createPeers()
  const peer = arriving()
  peers.admit(peer)
  const [one, other] = [peers.arrived('SN1'), peers.arrived('SN1')]
  expect(peers.here('SN1')).toBeUndefined()
  peers.settle(peer, 'here')
  expect(await Promise.all([one, other, peers.arrived('SN1')])).toEqual([peer, peer, peer])
})

it('a request gets nothing if the device is not connected, or leaves before its arrival is written', async () => {
  const peers = createPeers()
  expect(await peers.arrived('SN1')).toBeUndefined()
  const peer = arriving()
  peers.admit(peer)
  const asked = peers.arrived('SN1')
  peers.settle(peer, 'gone')
  peers.remove(peer)
  expect(await asked).toBeUndefined()
})

it('a request that waits for a device gets its newer connection if the device connects again meanwhile', async () => {
  const peers = createPeers()
  const [older, newer] = [arriving(), arriving()]
  peers.admit(older)
  const asked = peers.arrived('SN1')
  peers.admit(newer)
  peers.settle(older, 'gone')
  peers.settle(newer, 'here')
  expect(await asked).toBe(newer)
})

it('a connection that is replaced and does not answer is ended', async () => {
  vi.useFakeTimers()
  try {
    const peers = createPeers()
    const older = arriving()
    const terminate = vi.spyOn(older.socket, 'terminate')
    peers.admit(older)
    peers.admit(arriving())
    expect(terminate).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2000)
    expect(terminate).toHaveBeenCalledOnce()
  } finally {
    vi.useRealTimers()
  }
})
