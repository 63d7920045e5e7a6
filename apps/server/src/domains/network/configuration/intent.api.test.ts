import { newNetworkOptions } from '@weft/contract'
import { DYNAMIC_PORT, type NetworkIntent, NO_CENTER_LINK, newMember } from '@weft/member-config'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type IntentFilter, loadIntents } from './intent.queries.ts'
import { aNetwork, grant, hardware, software } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const load = (owner: Person, filter: IntentFilter) => world.db.account(owner.account_id, 'read', (db) => loadIntents(db, filter))
async function anOwner(): Promise<Person> {
  const owner = await world.anOwner()
  await grant(world, owner, 'network_center', 3)
  return owner
}

/** Attaches a POP resource of two areas to a network, with the branch's tunnel to the first. */
const attach = (owner: Person, network_number: string, point: string, expired_time: number | null) =>
  world.asSystem(async ({ sql }) => {
    const { account_id } = owner
    const { id: service_id } = await sql
      .insertInto('service')
      .values({
        account_id,
        service_code: 'pop',
        quantity: 1,
        start_time: new Date(0),
        expired_time: expired_time === null ? null : new Date(expired_time * 1000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { network_fr_id } = await sql
      .insertInto('network_fr')
      .values({
        account_id,
        shortname: 'FR',
        bandwidth: 50,
        service_id,
        network_number,
        segment: '10.200.0.0/19',
        other_segment: '10.201.0.0/20',
      })
      .returning('network_fr_id')
      .executeTakeFirstOrThrow()
    const areas = []
    for (const [i, area] of ['华东', '华南'].entries()) {
      const pop_name = `POP${network_number}${i}`
      const { id: pop_id } = await sql
        .insertInto('pop')
        .values({ name: pop_name, pop_name, region: area, public_ip: '203.0.113.9', port: 2000 + i, capacity: 100 })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { ov_id } = await sql
        .insertInto('network_fr_area')
        .values({ account_id, network_fr_id, pop_id, area, router_segment: `10.200.${i}.0/24`, software_segment: `10.200.${i + 2}.0/24` })
        .returning('ov_id')
        .executeTakeFirstOrThrow()
      areas.push({ ov_id: String(ov_id), pop_name })
    }
    const [{ ov_id: main, pop_name: center_router_name }] = areas as [(typeof areas)[0]]
    const ov_id = Number(main)
    await sql
      .insertInto('network_link')
      .values({ account_id, network_number, kind: 'pop', ov_id, center_router_name, router_name: point, vpn_ip: '10.200.0.2' })
      .execute()
    await sql
      .updateTable('network_member')
      .set({ ov_main: ov_id, prefix: JSON.stringify([{ ip: '192.168.9.0', mask: 24, permission: 'deny', ge: 25, le: null }]) })
      .where('router_name', '=', point)
      .execute()
    return { network_fr_id: String(network_fr_id), areas }
  })

it('a whole network has the values of its tables, with the addresses of its devices if these are public', async () => {
  const owner = await anOwner()
  const [hub, point] = (await hardware(world, owner, 2)) as [string, string]
  const [user] = (await software(world, owner, 1)) as [string]
  const network_number = await aNetwork(world, owner, '总部', [hub], [point, user])
  const { network_fr_id, areas } = await attach(owner, network_number, point, null)
  await world.asSystem(async ({ sql }) => {
    await sql.updateTable('member').set({ router_ipv4: '198.51.100.7' }).where('router_name', '=', hub).execute()
    await sql.updateTable('member').set({ router_ipv4: '192.168.1.7', status: 0 }).where('router_name', '=', point).execute()
  })
  const [main, other] = areas as [(typeof areas)[0], (typeof areas)[0]]
  const links = (vpn_ip: string) => ({ [hub]: { vpn_ip, enable: 1 as const } })
  const [intent, ...rest] = await load(owner, { network_number })
  expect(rest).toEqual([])
  expect(intent).toEqual({
    settings: {
      network_name: '总部',
      ...newNetworkOptions,
      dns: [],
      routing: { type: 1, main_router: null, secondary_router: null },
      center_link: NO_CENTER_LINK,
      network_fr_id,
      members: {
        [hub]: {
          ...newMember('center'),
          center: {
            router_segment: '10.128.0.0/20',
            software_segment: '10.128.16.0/20',
            router_port: DYNAMIC_PORT,
            software_port: DYNAMIC_PORT,
          },
        },
        [point]: {
          ...newMember('point'),
          ov_main: main.ov_id,
          prefix: [{ ip: '192.168.9.0', mask: 24, permission: 'deny', ge: 25, le: null }],
          links: links('10.128.0.2'),
          pop_links: { [main.ov_id]: { vpn_ip: '10.200.0.2' } },
        },
        [user]: { ...newMember('point'), links: links('10.128.16.2') },
      },
    },
    facts: {
      network_number,
      network_status: 1,
      members: {
        [hub]: { router_type: 1, status: 1, address: '198.51.100.7' },
        [point]: { router_type: 1, status: 0, address: null },
        [user]: { router_type: 2, status: 1, address: null },
      },
      areas: {
        [main.ov_id]: {
          area: '华东',
          pop_name: main.pop_name,
          public_ip: '203.0.113.9',
          port: 2000,
          slot: 0,
          router_segment: '10.200.0.0/24',
          software_segment: '10.200.2.0/24',
        },
        [other.ov_id]: {
          area: '华南',
          pop_name: other.pop_name,
          public_ip: '203.0.113.9',
          port: 2001,
          slot: 0,
          router_segment: '10.200.1.0/24',
          software_segment: '10.200.3.0/24',
        },
      },
    },
  } satisfies NetworkIntent)
})

it('a POP resource whose service has ended gives no areas, but stays with the network', async () => {
  const owner = await anOwner()
  const [hub, point] = (await hardware(world, owner, 2)) as [string, string]
  const network_number = await aNetwork(world, owner, '总部', [hub], [point])
  const { network_fr_id } = await attach(owner, network_number, point, 1_600_000_000)
  const [intent] = await load(owner, { network_number })
  expect(intent?.settings.network_fr_id).toBe(network_fr_id)
  expect(intent?.facts.areas).toEqual({})
})

it('a part has the named members, all centers and the branches of named centers, in every network of the named members', async () => {
  const owner = await anOwner()
  const [a, b, p, q] = (await hardware(world, owner, 4)) as [string, string, string, string]
  const first = await aNetwork(world, owner, '一', [a, b], [p, q])
  const second = await aNetwork(world, owner, '二', [a], [q])
  await aNetwork(world, owner, '三', [b], [q])
  const part = async (names: string[]) =>
    Object.fromEntries(
      (await load(owner, { names })).map(({ settings, facts }) => [
        facts.network_number,
        Object.fromEntries(Object.entries(settings.members).map(([name, { links }]) => [name, Object.keys(links).toSorted()])),
      ]),
    )
  expect(await part([p])).toEqual({ [first]: { [a]: [], [b]: [], [p]: [a, b].toSorted() } })
  expect(await part([a])).toEqual({ [first]: { [a]: [], [b]: [], [p]: [a], [q]: [a] }, [second]: { [a]: [], [q]: [a] } })
})

it('no account sees the networks of another', async () => {
  const [owner, other] = [await anOwner(), await anOwner()]
  const [hub] = (await hardware(world, owner, 1)) as [string]
  const network_number = await aNetwork(world, owner, '总部', [hub])
  expect(await load(other, { network_number })).toEqual([])
  expect(await load(other, { names: [hub] })).toEqual([])
})
