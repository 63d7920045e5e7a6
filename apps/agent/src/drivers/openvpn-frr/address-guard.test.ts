import { describe, expect, it } from 'vitest'
import { addressesIn, createAddressGuard, type TunnelAddress } from './address-guard.ts'

const HUB: TunnelAddress = { interface: 'h1000000001', index: 7, address: '10.128.0.1' }
const SOFTWARE: TunnelAddress = { interface: 's1000000001', index: 8, address: '10.128.16.1' }

function createWorld(...own: TunnelAddress[]) {
  let time = 0
  const seen = { asked: [] as number[], announced: [] as string[], warnings: [] as string[] }
  const zebra = new Map<string, string[]>()
  const state = { kernel: own }
  const guard = createAddressGuard({
    ofKernel: () => state.kernel,
    async ofZebra() {
      seen.asked.push(time / 1000)
      return zebra
    },
    announce: async (one) => void seen.announced.push(one.interface),
    log: { info: () => {}, warn: (line) => void seen.warnings.push(line) },
    now: () => time,
  })
  return {
    ...seen,
    guard,
    pass: (seconds: number) => void (time += seconds * 1000),
    /** Replaces the addresses that the kernel has. */
    have: (...of: TunnelAddress[]) => void (state.kernel = of),
    /** Adds addresses to those that zebra knows. */
    learn: (...of: TunnelAddress[]) => of.forEach((one) => zebra.set(one.interface, [one.address])),
  }
}

describe('the guard of addresses', () => {
  it('announces an address that zebra missed until zebra knows it, and warns once', async () => {
    const world = createWorld(HUB, SOFTWARE)
    world.learn(SOFTWARE)
    await world.guard.look()
    await world.guard.look()
    expect(world.announced).toEqual(['h1000000001', 'h1000000001'])
    expect(world.warnings).toEqual(['zebra does not know the address 10.128.0.1 of h1000000001, which is announced again'])
    world.learn(HUB)
    await world.guard.look()
    expect(world.announced).toHaveLength(2)
  })

  it('asks zebra after each change of an interface, and every 30 seconds otherwise', async () => {
    const world = createWorld(HUB)
    world.learn(HUB, SOFTWARE)
    for (let second = 0; second < 40; second += 1) {
      if (second === 5) world.have(HUB, SOFTWARE)
      // Another interface with the same name and address.
      if (second === 8) world.have({ ...HUB, index: 9 }, SOFTWARE)
      await world.guard.look()
      world.pass(1)
    }
    expect(world.asked).toEqual([0, 5, 8, 38])
  })

  it('does not ask zebra while there is no tunnel', async () => {
    const world = createWorld()
    await world.guard.look()
    expect(world.asked).toEqual([])
  })
})

it('addressesIn reads the addresses that zebra shows', () => {
  const brief = { lo: { status: 'up' }, h1000000001: { status: 'up', addresses: ['10.128.0.1/20', '10.9.0.1/32'] } }
  expect(addressesIn(JSON.stringify(brief))).toEqual(
    new Map([
      ['lo', []],
      ['h1000000001', ['10.128.0.1', '10.9.0.1']],
    ]),
  )
})
