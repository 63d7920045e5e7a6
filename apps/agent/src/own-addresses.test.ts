import { expect, it } from 'vitest'
import { kernelAddresses } from './own-addresses.ts'

const addresses = kernelAddresses(() => false)

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
