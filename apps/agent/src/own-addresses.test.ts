import { createSocket, Socket } from 'node:dgram'
import { once } from 'node:events'
import { expect, it, onTestFinished, vi } from 'vitest'
import { kernelAddresses } from './own-addresses.ts'

const addresses = kernelAddresses(() => false)

/** Returns the own ports of the sockets that are closed while the work is done. */
async function portsOf(work: () => Promise<unknown>): Promise<number[]> {
  const ports: number[] = []
  const { close } = Socket.prototype
  const spy = vi.spyOn(Socket.prototype, 'close').mockImplementation(function (this: Socket) {
    ports.push(this.address().port)
    return close.call(this)
  })
  try {
    await work()
  } finally {
    spy.mockRestore()
  }
  return ports
}

it('tells by which own address another is reached', async () => {
  expect(await addresses.towards('127.0.0.1')).toBe('127.0.0.1')
  expect(addresses.has('127.0.0.1')).toBe(true)
})

it('tells that no line leads to an address', async () => {
  // The kernel refuses to connect to a broadcast address.
  expect(await addresses.towards('255.255.255.255')).toBeUndefined()
  expect(addresses.has('203.0.113.7')).toBe(false)
})

it('leaves out the addresses of tunnels', async () => {
  const lines = kernelAddresses((name) => name.startsWith('lo'))
  expect(await lines.towards('127.0.0.1')).toBeUndefined()
  expect(lines.has('127.0.0.1')).toBe(false)
})

it('asks from the same port each time, also when two ask at once', async () => {
  const ports = await portsOf(async () => {
    await addresses.towards('127.0.0.1')
    await Promise.all([1, 2, 3].map(() => addresses.towards('127.0.0.1')))
  })
  expect(ports).toHaveLength(4)
  expect(new Set(ports).size).toBe(1)
})

it('asks from another port if another program uses the former one', async () => {
  const [former] = await portsOf(() => addresses.towards('127.0.0.1'))
  const other = createSocket('udp4')
  onTestFinished(() => void other.close())
  other.bind(former)
  await once(other, 'listening')
  expect(await addresses.towards('127.0.0.1')).toBe('127.0.0.1')
})
