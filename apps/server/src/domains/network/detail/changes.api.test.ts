import { MemberChanges, MOST_CHANGES } from '@weft/contract'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { aNetwork, grant, hardware, infoOf } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'
import { publish } from '../../../adapters/bus/publish.ts'
import { silentLog } from '../../../kernel/log.ts'
import { createChangedMembers } from './changes.service.ts'

let world: World
let owner: Person
let hub: string
let branches: string[]
let network_number: string

beforeAll(async () => {
  world = await createWorld()
  owner = await world.anOwner()
  await grant(world, owner, 'network_member', 10)
  ;[hub, ...branches] = (await hardware(world, owner, 4)) as [string, ...string[]]
  network_number = await aNetwork(world, owner, '门店', [hub], branches)
})
afterAll(() => world.close())

/** Follows the members of the owner’s account. @returns the changes that were reported so far */
function follow() {
  const told: (MemberChanges | undefined)[] = []
  const changed = createChangedMembers({ db: world.db, log: silentLog, subscribe: world.infrastructure.bus.subscribe })
  onTestFinished(changed.follow(owner.account_id, (changes) => told.push(changes)))
  return told
}
const say = (router_names: string[]) => world.asSystem((db) => publish(db, { type: 'member', account_id: owner.account_id, router_names }))
const write = (names: string[], change: object) =>
  world.asSystem(({ sql }) => sql.updateTable('member').set(change).where('router_name', 'in', names).execute())

/** Returns what was told last of each of these members, and of each link that they dial. */
function latest(told: (MemberChanges | undefined)[], names: string[]) {
  const member = new Map(told.flatMap((changes) => changes?.member ?? []).map((one) => [one.router_name, one]))
  const link = new Map(told.flatMap((changes) => changes?.link ?? []).map((one) => [`${one.router_name} ${one.center_router_name}`, one]))
  return {
    member: names.flatMap((name) => member.get(name) ?? []),
    link: [...link.values()].filter(({ router_name }) => names.includes(router_name)),
  }
}

it('members that a change concerns are told as the page of their network shows them, with the links that they dial', async () => {
  const told = follow()
  const names = branches.slice(0, 2)
  await write(names, { online_status: 1, connect_time: new Date(), report_time: new Date() })
  const { member, link } = await infoOf(world, owner, network_number)
  const shown = member.filter(({ router_name }) => names.includes(router_name))
  expect(shown.map(({ state }) => state)).toEqual(['down', 'down'])
  await eventually(() =>
    expect(latest(told, names)).toEqual({
      member: shown.map((one) => MemberChanges.shape.member.element.parse(one)),
      link: link.filter(({ router_name }) => names.includes(router_name)).map((dialled) => ({ ...dialled, network_number })),
    }),
  )
})

it('a center that goes is told with the branches that dial it', async () => {
  await write([hub, ...branches], { online_status: 1, connect_time: new Date(), report_time: new Date() })
  const told = follow()
  await write([hub], { online_status: 0 })
  await eventually(() =>
    expect(latest(told, [hub, ...branches]).member.map(({ cause }) => cause)).toEqual([
      'connection_lost',
      'center_down',
      'center_down',
      'center_down',
    ]),
  )
})

it('of too many at once it is only told that members changed', async () => {
  const told = follow()
  await say(Array.from({ length: MOST_CHANGES.members + 1 }, (_, i) => `M${i}`))
  await eventually(() => expect(told).toContain(undefined))
})

it('a change while others are read is told after them', async () => {
  const told = follow()
  for (const name of branches) {
    await say([name])
    await eventually(() => expect(told.flatMap((changes) => changes?.member ?? []).at(-1)?.router_name).toBe(name))
  }
})
