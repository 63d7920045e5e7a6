import { expect, it } from 'vitest'
import { createWayGuard } from './way-guard.ts'
import type { KernelRoute } from './ways.ts'

const BEHIND = 250 * 2 ** 24
const REACHED = { ends: [], controller: [] }
const RECEIVED: KernelRoute = { dst: 'default', dev: 'c1000000001nr1', protocol: 'bgp', metric: 20 }

/**
 * Returns a guard of a kernel that knows the two commands that give a default route another metric. As `ip -force` does, it goes on after a
 * command that fails.
 */
function createWorld(...routes: KernelRoute[]) {
  let time = 0
  const world = { routes, reads: 0, logged: [] as string[], failing: 0, refused: /^$/, unreadable: false }
  const guard = createWayGuard({
    async read() {
      world.reads += 1
      if (world.unreadable) throw new Error('ip does not show routes')
      return { routes: world.routes, rules: [], neighbours: [] }
    },
    async change(commands) {
      if (world.failing-- > 0) throw new Error('RTNETLINK answers: File exists')
      for (const command of commands) {
        if (world.refused.test(command)) continue
        const [, verb, table, metric] = /^route (replace|del) default (table 87 )?metric (\d+)/.exec(command) ?? []
        const there = (route: KernelRoute) => route.dev === 'wan' && route.table === (table && '87') && `${route.metric ?? 0}` === metric
        world.routes = world.routes.filter((route) => !there(route))
        if (verb === 'replace') world.routes.push({ dst: 'default', dev: 'wan', metric: Number(metric), ...(table && { table: '87' }) })
      }
      if (commands.some((command) => world.refused.test(command))) throw new Error('Error: Nexthop has invalid gateway.')
    },
    log: { info: (line) => void world.logged.push(line), warn: (line) => void world.logged.push(`! ${line}`) },
    now: () => time,
  })
  return Object.assign(world, {
    guard,
    pass: (seconds: number) => void (time += seconds * 1000),
    metrics: () => world.routes.flatMap(({ table, dev, metric }) => (table === undefined && dev === 'wan' ? [metric ?? 0] : [])),
  })
}
const WAN: KernelRoute = { dst: 'default', dev: 'wan' }

it('puts a default route behind that comes after the configuration, or again', async () => {
  const world = createWorld(RECEIVED)
  await world.guard.want(REACHED)
  world.routes.push(WAN)
  await world.guard.look()
  expect(world.metrics()).toEqual([BEHIND])
  world.routes.push(WAN)
  await world.guard.look()
  expect(world.metrics()).toEqual([BEHIND])
  expect(world.guard.fault()).toBeUndefined()
})

it('reads nothing while no default route is received', async () => {
  const world = createWorld(WAN)
  await world.guard.want(undefined)
  const before = world.reads
  await world.guard.look()
  expect(world.reads).toBe(before)
  expect(world.metrics()).toEqual([0])
})

it('tries a change again that another program disturbed', async () => {
  const world = createWorld(WAN, RECEIVED)
  world.failing = 1
  await world.guard.want(REACHED)
  expect(world.metrics()).toEqual([BEHIND])
  world.routes.push(WAN)
  world.failing = 3
  await expect(world.guard.want(REACHED)).rejects.toThrow('File exists')
})

it('says so at the second look that finds traffic leaving by the WAN, and takes it back', async () => {
  const world = createWorld(WAN)
  await world.guard.want(REACHED)
  for (let looks = 0; looks < 3; looks++) await world.guard.look()
  // The route may still be on its way after a change.
  expect(world.guard.fault()).toBeUndefined()
  world.routes.push(RECEIVED)
  await world.guard.look()
  world.pass(60)
  world.routes = world.routes.filter((route) => route !== RECEIVED)
  await world.guard.look()
  expect(world.guard.fault()).toBeUndefined()
  await world.guard.look()
  expect(world.guard.fault()).toMatch(/no default route is received.*leaves by wan/)
  world.routes.push(RECEIVED)
  await world.guard.look()
  expect(world.guard.fault()).toBeUndefined()
})

it('says so while another program keeps putting its default route ahead, and logs that once a minute', async () => {
  const world = createWorld(WAN, RECEIVED)
  await world.guard.want(REACHED)
  world.pass(60)
  for (let looks = 0; looks < 60; looks++) {
    world.routes.push(looks % 2 === 0 ? WAN : { ...WAN, metric: 10 })
    await world.guard.look()
    world.pass(1)
  }
  expect(world.guard.fault()).toMatch(/another program keeps/)
  expect(world.logged.filter((line) => line.startsWith('the routes have changed'))).toHaveLength(1)
})

it('says that the routes cannot be read or changed', async () => {
  const world = createWorld(WAN, RECEIVED)
  await world.guard.want(REACHED)
  world.routes.push(WAN)
  world.failing = 1
  await world.guard.look()
  expect(world.guard.fault()).toMatch(/cannot be put right.*File exists/)
  await world.guard.look()
  await world.guard.look()
  expect(world.guard.fault()).toBeUndefined()
  world.unreadable = true
  await world.guard.look()
  expect(world.guard.fault()).toMatch(/cannot be put right.*does not show routes/)
  await expect(world.guard.want({ ...REACHED, ends: ['198.51.100.11'] })).rejects.toThrow('does not show routes')
  world.unreadable = false
  await world.guard.look()
  expect(world.guard.fault()).toBeUndefined()
})

it('logs a fault that comes and goes once a minute, and one that stays once', async () => {
  const world = createWorld(WAN, RECEIVED)
  await world.guard.want(REACHED)
  const warnings = () => world.logged.filter((line) => line.startsWith('!'))
  for (let looks = 0; looks < 60; looks++) {
    world.unreadable = looks % 2 === 0
    await world.guard.look()
    world.pass(1)
  }
  expect(warnings()).toHaveLength(1)
  world.unreadable = true
  for (let looks = 0; looks < 200; looks++) {
    await world.guard.look()
    world.pass(1)
  }
  expect(warnings()).toHaveLength(2)
})

it("keeps the WAN's only default route while the kernel refuses its replacement, in both directions", async () => {
  const world = createWorld(WAN, RECEIVED)
  world.refused = /^route replace default/
  await expect(world.guard.want(REACHED)).rejects.toThrow('invalid gateway')
  await world.guard.look()
  expect(world.metrics()).toEqual([0])
  expect(world.guard.fault()).toMatch(/cannot be put right.*invalid gateway/)
  world.refused = /^$/
  await world.guard.look()
  expect(world.metrics()).toEqual([BEHIND])
  world.refused = /^route replace default/
  await expect(world.guard.want(undefined)).rejects.toThrow('invalid gateway')
  expect(world.metrics()).toEqual([BEHIND])
  world.refused = /^$/
  await world.guard.want(undefined)
  expect(world.metrics()).toEqual([0])
})
