import { expect, it } from 'vitest'
import { createInTurn, type InTurnDependencies } from './in-turn.ts'

/** Returns a device with tunnels to these neighbours, named by network and kind, whose clock moves only by beats, and what was done with it. */
function device(neighbours: Record<string, string | undefined>, { returns = 1000, service = '' } = {}) {
  let now = 0
  const done: string[] = []
  const parted = new Set<string>()
  const upFrom = new Map(Object.keys(neighbours).map((name) => [name, 0]))
  const isUp = (name: string) => now >= (upFrom.get(name) ?? 0)
  const networkOf = (name: string) => name.slice(0, name.indexOf('-'))
  const dependencies: InTurnDependencies = {
    networkOf,
    isUp,
    isService: (name) => name === service,
    neighbourOf: (name) => neighbours[name],
    reached: async (network_number) =>
      new Map(
        Object.entries(neighbours).flatMap(([name, address]) =>
          networkOf(name) === network_number && address !== undefined && isUp(name) && !parted.has(address) ? [[address, 3] as const] : [],
        ),
      ),
    drain: async (on) => void done.push(on ? 'drain' : 'undrain'),
    part: async (address, on) => {
      done.push(`${on ? 'part' : 'meet'} ${address}`)
      if (on) parted.add(address)
      else parted.delete(address)
    },
    restart: async (name) => {
      const others = Object.keys(neighbours).filter((other) => other !== name && isUp(other))
      done.push(`restart ${name} while ${others.join(' ')} is up`)
      upFrom.set(name, now + returns)
    },
    now: () => now,
  }
  const inTurn = createInTurn(dependencies)
  async function beats(count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      await inTurn.beat()
      now += 1000
    }
  }
  const pass = (milliseconds: number) => void (now += milliseconds)
  return { done, inTurn, dependencies, beats, pass }
}

it('a branch restarts one tunnel after the other, each after the session with its neighbour was ended', async () => {
  const { done, inTurn, beats } = device({ '1-a': '10.0.0.1', '1-b': '10.0.1.1' })
  await inTurn.set(['1-a', '1-b'])
  await beats(20)
  expect(done).toEqual([
    'part 10.0.0.1',
    'restart 1-a while 1-b is up',
    'meet 10.0.0.1',
    'part 10.0.1.1',
    'restart 1-b while 1-a is up',
    'meet 10.0.1.1',
  ])
})

it('neighbours have a beat to change routes, and each beat is one step', async () => {
  const { done, inTurn, beats } = device({ '1-a': '10.0.0.1', '1-b': '10.0.1.1' })
  await inTurn.set(['1-a'])
  await beats(1)
  expect(done).toEqual(['part 10.0.0.1'])
  await beats(1)
  expect(done).toHaveLength(2)
})

it('a center is used again before its tunnel to the other center restarts', async () => {
  const { done, inTurn, beats } = device({ '1-service': '10.0.0.2', '1-twin': '10.9.0.1' }, { service: '1-service' })
  await inTurn.set(['1-service', '1-twin'])
  await beats(20)
  expect(done).toEqual([
    'drain',
    'restart 1-service while 1-twin is up',
    'undrain',
    'part 10.9.0.1',
    'restart 1-twin while 1-service is up',
    'meet 10.9.0.1',
  ])
})

it('without another way in its own network nothing is led past a tunnel', async () => {
  const { done, inTurn, beats } = device({ '1-a': '10.0.0.1', '2-a': '10.8.0.1', '2-b': '10.8.1.1' })
  await inTurn.set(['1-a'])
  await beats(5)
  expect(done).toEqual(['restart 1-a while 2-a 2-b is up'])
})

it('tunnels of a software member, which routes nothing, wait for each other too', async () => {
  const { done, inTurn, beats } = device({ '1-a': undefined, '1-b': undefined })
  await inTurn.set(['1-a', '1-b'])
  await beats(10)
  expect(done).toEqual(['restart 1-a while 1-b is up', 'restart 1-b while 1-a is up'])
})

it('a network with many tunnels whose other ends do not come back has restarted them within its turn', async () => {
  const names = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`1-${i}`, `10.0.${i}.1`]))
  const { done, inTurn, beats } = device({ ...names, '2-a': '10.8.0.1', '2-b': '10.8.1.1' }, { returns: Number.POSITIVE_INFINITY })
  await inTurn.set([...Object.keys(names), '2-a'])
  await beats(105)
  expect(done.filter((one) => one.startsWith('restart 1-'))).toHaveLength(20)
  const count = (what: string) => done.filter((one) => one.startsWith(`${what} 10.0.`)).length
  expect(count('part')).toBeGreaterThan(0)
  expect(count('meet')).toBe(count('part'))
  // Another network has its own time.
  await beats(20)
  expect(done.slice(-3)).toEqual(['part 10.8.0.1', 'restart 2-a while 2-b is up', 'meet 10.8.0.1'])
})

it('traffic is no longer led past a tunnel that is not due any more, and a tunnel that is due is begun from its first step', async () => {
  const { done, inTurn, beats } = device({ '1-a': '10.0.0.1', '1-b': '10.0.1.1' })
  await inTurn.set(['1-a'])
  await beats(1)
  await inTurn.set(['1-b'])
  await beats(2)
  expect(done).toEqual(['part 10.0.0.1', 'meet 10.0.0.1', 'part 10.0.1.1', 'restart 1-b while 1-a is up'])
})

it('the next one waits for a tunnel that restarted, whatever is set meanwhile', async () => {
  const { done, inTurn, beats } = device({ '1-a': '10.0.0.1', '1-b': '10.0.1.1' }, { returns: 5000 })
  await inTurn.set(['1-a', '1-b'])
  await beats(2)
  await inTurn.set(['1-b'])
  await beats(3)
  expect(done).toHaveLength(2)
  await beats(10)
  expect(done.at(-2)).toBe('restart 1-b while 1-a is up')
})

it('an agent that ends leaves no session ended, at whichever step it is', async () => {
  for (const steps of [1, 2, 3]) {
    const { done, inTurn, beats } = device({ '1-a': '10.0.0.1', '1-b': '10.0.1.1' }, { returns: 5000 })
    await inTurn.set(['1-a', '1-b'])
    await beats(steps)
    await inTurn.leave()
    expect(done.at(-1)).toBe('meet 10.0.0.1')
    await beats(9)
    expect(done.filter((one) => one.includes('10.0.1.1'))).toEqual([])
  }
})

it('a session that could not be begun again is tried again', async () => {
  const { done, inTurn, dependencies, beats } = device({ '1-a': '10.0.0.1', '1-b': '10.0.1.1' })
  const { part } = dependencies
  await inTurn.set(['1-a'])
  await beats(2)
  dependencies.part = () => Promise.reject(new Error('FRR does not answer'))
  await expect(inTurn.beat()).rejects.toThrow('FRR does not answer')
  dependencies.part = part
  await beats(1)
  expect(done.at(-1)).toBe('meet 10.0.0.1')
})

it('a process that does not start leaves no session ended, and the others follow', async () => {
  const { done, inTurn, dependencies, beats } = device({ '1-a': '10.0.0.1', '1-b': '10.0.1.1' })
  const { restart } = dependencies
  dependencies.restart = () => Promise.reject(new Error('OpenVPN ended'))
  await inTurn.set(['1-a', '1-b'])
  await beats(1)
  await expect(inTurn.beat()).rejects.toThrow('OpenVPN ended')
  dependencies.restart = restart
  await beats(9)
  expect(done).toEqual(['part 10.0.0.1', 'meet 10.0.0.1', 'part 10.0.1.1', 'restart 1-b while 1-a is up', 'meet 10.0.1.1'])
})

it('leading traffic past a tunnel is tried again before it restarts, as long as one tunnel is waited for', async () => {
  const { done, inTurn, dependencies, beats, pass } = device({ '1-a': '10.0.0.1', '1-b': '10.0.1.1' })
  const { part } = dependencies
  dependencies.part = () => Promise.reject(new Error('FRR does not answer'))
  await inTurn.set(['1-a'])
  for (let beat = 0; beat < 3; beat++) {
    await expect(inTurn.beat()).rejects.toThrow('FRR does not answer')
    pass(1000)
  }
  expect(done).toEqual([])
  dependencies.part = part
  await beats(3)
  expect(done).toEqual(['part 10.0.0.1', 'restart 1-a while 1-b is up', 'meet 10.0.0.1'])
})

it('a tunnel past which traffic cannot be led restarts in the end', async () => {
  const { done, inTurn, dependencies, pass } = device({ '1-a': '10.0.0.1', '1-b': '10.0.1.1' })
  dependencies.part = () => Promise.reject(new Error('FRR does not answer'))
  await inTurn.set(['1-a'])
  await expect(inTurn.beat()).rejects.toThrow('FRR does not answer')
  pass(15_000)
  await inTurn.beat()
  expect(done).toEqual(['restart 1-a while 1-b is up'])
})

it('traffic stays led past a tunnel that is still due while other things change, and the tunnel restarts', async () => {
  const { done, inTurn, beats } = device({ '1-a': '10.0.0.1', '1-b': '10.0.1.1' })
  await inTurn.set(['1-a'])
  await beats(1)
  await inTurn.set(['1-a'])
  await beats(2)
  expect(done).toEqual(['part 10.0.0.1', 'restart 1-a while 1-b is up', 'meet 10.0.0.1'])
})

it('the time of a network begins with its first restart, and ends when nothing is due there any more', async () => {
  const { done, inTurn, beats, pass } = device({ '1-a': '10.0.0.1', '1-b': '10.0.1.1' })
  await inTurn.set(['1-a', '1-b'])
  await beats(1)
  // A change of the configuration takes long.
  pass(60_000)
  await inTurn.set(['1-a', '1-b'])
  await beats(2)
  await inTurn.set([])
  await beats(2)
  pass(60_000)
  await inTurn.set(['1-b'])
  await beats(3)
  expect(done).toEqual([
    'part 10.0.0.1',
    'restart 1-a while 1-b is up',
    'meet 10.0.0.1',
    'part 10.0.1.1',
    'restart 1-b while 1-a is up',
    'meet 10.0.1.1',
  ])
})

it('nothing is remembered of a session that could not be begun again in time, or when the agent ends', async () => {
  for (const end of ['late', 'leave', 'set'] as const) {
    const { done, inTurn, dependencies, beats, pass } = device(
      { '1-a': '10.0.0.1', '1-b': '10.0.1.1' },
      { returns: Number.POSITIVE_INFINITY },
    )
    await inTurn.set(['1-a'])
    await beats(end === 'set' ? 1 : 2)
    const tried: string[] = []
    dependencies.part = async (address, on) => {
      tried.push(`${on ? 'part' : 'meet'} ${address}`)
      throw new Error('FRR does not answer')
    }
    pass(15_000)
    const ended = end === 'late' ? inTurn.beat() : end === 'leave' ? inTurn.leave() : inTurn.set([])
    await expect(ended).rejects.toThrow('FRR does not answer')
    const count = done.length
    await beats(3)
    expect(tried).toEqual(['meet 10.0.0.1'])
    expect(done).toHaveLength(count)
  }
})
