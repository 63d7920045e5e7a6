import { expect, it } from 'vitest'
import { type InTurnDependencies, restartInTurn } from './in-turn.ts'

/** Returns a device with tunnels to these neighbours, whose clock moves only by pauses, and what was done with it in order. */
function device(neighbours: Record<string, string | undefined>, { returns = 1000, services = [] as string[] } = {}) {
  let now = 0
  const done: string[] = []
  const parted = new Set<string>()
  const upFrom = new Map(Object.keys(neighbours).map((name) => [name, 0]))
  const isUp = (name: string) => now >= (upFrom.get(name) ?? 0)
  const dependencies: InTurnDependencies = {
    isUp,
    isService: (name) => services.includes(name),
    neighbourOf: (name) => neighbours[name],
    reached: async () =>
      new Map(
        Object.entries(neighbours).flatMap(([name, address]) =>
          address !== undefined && isUp(name) && !parted.has(address) ? [[address, 3] as const] : [],
        ),
      ),
    drain: async (on) => void done.push(on ? 'drain' : 'undrain'),
    part: async (address, on) => {
      done.push(`${on ? 'part' : 'meet'} ${address}`)
      if (on) parted.add(address)
      else parted.delete(address)
    },
    restart: async (name) => {
      done.push(
        `restart ${name} while ${Object.keys(neighbours)
          .filter((other) => other !== name && isUp(other))
          .join(' ')} is up`,
      )
      upFrom.set(name, now + returns)
    },
    pause: async (milliseconds) => void (now += milliseconds),
    now: () => now,
  }
  return { done, dependencies, now: () => now }
}

it('a branch restarts one tunnel after the other, each after its neighbour was parted from', async () => {
  const { done, dependencies } = device({ a: '10.0.0.1', b: '10.0.1.1' })
  await restartInTurn(['a', 'b'], dependencies)
  expect(done).toEqual([
    'part 10.0.0.1',
    'restart a while b is up',
    'meet 10.0.0.1',
    'part 10.0.1.1',
    'restart b while a is up',
    'meet 10.0.1.1',
  ])
})

it('a center is used again before its tunnel to the other center restarts', async () => {
  const { done, dependencies } = device({ service: '10.0.0.2', twin: '10.9.0.1' }, { services: ['service'] })
  await restartInTurn(['service', 'twin'], dependencies)
  expect(done).toEqual([
    'drain',
    'restart service while twin is up',
    'undrain',
    'part 10.9.0.1',
    'restart twin while service is up',
    'meet 10.9.0.1',
  ])
})

it('without another way nothing is led past a tunnel', async () => {
  const { done, dependencies } = device({ a: '10.0.0.1' })
  await restartInTurn(['a'], dependencies)
  expect(done).toEqual(['restart a while  is up'])
})

it('tunnels of a software member, which routes nothing, wait for each other too', async () => {
  const { done, dependencies } = device({ a: undefined, b: undefined })
  await restartInTurn(['a', 'b'], dependencies)
  expect(done).toEqual(['restart a while b is up', 'restart b while a is up'])
})

it('a tunnel whose other end does not come back holds the others up for a limited time', async () => {
  const names = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`t${i}`, `10.0.${i}.1`]))
  const { done, dependencies, now } = device(names, { returns: Number.POSITIVE_INFINITY })
  await restartInTurn(Object.keys(names), dependencies)
  expect(done.filter((one) => one.startsWith('restart'))).toHaveLength(10)
  expect(done.filter((one) => one.startsWith('meet'))).toHaveLength(done.filter((one) => one.startsWith('part')).length)
  expect(now()).toBeLessThan(75_000)
})

it('a process that does not start leaves nothing parted', async () => {
  const { done, dependencies } = device({ a: '10.0.0.1', b: '10.0.1.1' })
  const restart = () => Promise.reject(new Error('OpenVPN ended'))
  await expect(restartInTurn(['a', 'b'], { ...dependencies, restart })).rejects.toThrow('OpenVPN ended')
  expect(done).toEqual(['part 10.0.0.1', 'meet 10.0.0.1'])
})
