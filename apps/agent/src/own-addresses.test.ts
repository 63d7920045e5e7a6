import { expect, it } from 'vitest'
import { kernelAddresses } from './own-addresses.ts'

it('tells by which own address another is reached', async () => {
  expect(await kernelAddresses.towards('127.0.0.1')).toBe('127.0.0.1')
  expect(kernelAddresses.has('127.0.0.1')).toBe(true)
})

it('tells that no line leads to an address', async () => {
  // The kernel refuses to connect to a broadcast address.
  expect(await kernelAddresses.towards('255.255.255.255')).toBeUndefined()
  expect(kernelAddresses.has('203.0.113.7')).toBe(false)
})
