import { describe, expect, it } from 'vitest'
import { createKernelGuard, type Forwarding } from './kernel-guard.ts'

const SEPARATE: Forwarding = {
  rules: 'table inet weft {\n    iifname a oifname b drop\n}\n',
  settings: new Map([['net.ipv4.ip_forward', '1']]),
}
const ONE_NETWORK: Forwarding = { ...SEPARATE, rules: 'table inet weft {\n}\n' }

/** Returns a guard with a clock that tests advance, and a kernel that other programs change. */
function createWorld() {
  const kernel = { table: undefined as string | undefined, settings: new Map<string, string>(), refuses: false, lists: 0 }
  const warnings: string[] = []
  let time = 0
  const guard = createKernelGuard({
    async load(rules) {
      if (kernel.refuses) throw new Error('nft: it is refused')
      // nftables shows rules in another form than the text that was loaded.
      kernel.table = rules?.replaceAll(/ +/g, ' ')
    },
    async list() {
      kernel.lists += 1
      return kernel.table
    },
    set: async (name, value) => void kernel.settings.set(name, value),
    get: (name) => kernel.settings.get(name) ?? '',
    log: { info: () => {}, warn: (line) => void warnings.push(line) },
    now: () => time,
  })
  return {
    kernel,
    warnings,
    guard,
    /** Lets seconds pass, with a look in each. */
    async looks(seconds: number) {
      for (let second = 0; second < seconds; second++) {
        time += 1000
        await guard.look().catch(() => {})
      }
    },
  }
}

describe('the guard of the kernel', () => {
  it.each([
    ['are removed', undefined],
    ['are others', 'table inet weft {}'],
  ])('restores the rules between networks within two seconds if they %s, and logs that once', async (_, table) => {
    const world = createWorld()
    await world.guard.want(SEPARATE)
    const loaded = world.kernel.table
    for (let times = 0; times < 5; times++) {
      world.kernel.table = table
      await world.looks(2)
      expect(world.kernel.table).toBe(loaded)
    }
    expect(world.warnings).toEqual(['another program changed the rules between networks of the kernel, which is restored'])
    expect(world.guard.fault()).toBeUndefined()
  })

  it('restores a setting at the next look', async () => {
    const world = createWorld()
    await world.guard.want(SEPARATE)
    world.kernel.settings.set('net.ipv4.ip_forward', '0')
    await world.looks(1)
    expect(world.kernel.settings.get('net.ipv4.ip_forward')).toBe('1')
    world.kernel.table = undefined
    await world.looks(1)
    expect(world.warnings).toEqual([
      'another program changed net.ipv4.ip_forward of the kernel, which is restored',
      'another program changed the rules between networks of the kernel, which is restored',
    ])
  })

  it('asks for the rules every other second, and not at all if the device has one network', async () => {
    const world = createWorld()
    await world.guard.want(SEPARATE)
    world.kernel.lists = 0
    await world.looks(10)
    expect(world.kernel.lists).toBe(5)
    await world.guard.want(ONE_NETWORK)
    world.kernel.lists = 0
    await world.looks(10)
    expect(world.kernel.lists).toBe(0)
    expect(world.warnings).toEqual([])
  })

  it('changes nothing once there are no tunnels', async () => {
    const world = createWorld()
    await world.guard.want(SEPARATE)
    await world.guard.want(undefined)
    expect(world.kernel.table).toBeUndefined()
    world.kernel.settings.set('net.ipv4.ip_forward', '0')
    world.kernel.table = 'table inet weft { of another }'
    await world.looks(4)
    expect([world.kernel.settings.get('net.ipv4.ip_forward'), world.kernel.table]).toEqual(['0', 'table inet weft { of another }'])
  })

  it('is at fault while the rules cannot be restored, and tries again at each look', async () => {
    const world = createWorld()
    await world.guard.want(SEPARATE)
    const loaded = world.kernel.table
    world.kernel.table = undefined
    world.kernel.refuses = true
    await world.looks(2)
    expect(world.guard.fault()).toBe('what the kernel forwards cannot be restored: nft: it is refused')
    world.kernel.refuses = false
    await world.looks(1)
    expect(world.kernel.table).toBe(loaded)
    expect(world.guard.fault()).toBeUndefined()
  })
})
