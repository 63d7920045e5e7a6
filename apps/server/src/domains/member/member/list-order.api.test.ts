import { attentionStates, type contract, type InputOf, memberStates } from '@weft/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { many } from '../../../../test/member-fixtures.ts'
import { aNetwork, grant, hardware } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { allNames, list } from './list.service.ts'

interface Row {
  router_name: string
  router_type: 1 | 2
  name: string
  words: string
  state: (typeof memberStates)[number]
  apart_state: Row['state']
  online: 0 | 1
  online_status: 0 | 1
  status: 0 | 1
  province: string
  tags: string[]
  networks: { number: string; state: Row['state'] }[]
}
type Input = InputOf<typeof contract.router.list>
type Caller = Pick<Actor, 'designated' | 'members'>

let world: World
let owner: Person
let rows: Row[]
let networks: string[]
beforeAll(async () => {
  world = await createWorld()
  owner = await world.anOwner()
  await grant(world, owner, 'network_member', 200)
  await grant(world, owner, 'network_center', 10)
  const devices = await hardware(world, owner, 12)
  const people = await many(world, owner, 'person', 48)
  const [first, second, ...others] = devices as [string, string, ...string[]]
  networks = [
    await aNetwork(world, owner, '甲', [first], [...others.slice(0, 7), ...people.slice(0, 14)]),
    await aNetwork(world, owner, '乙', [second], [...others.slice(4), ...people.slice(8, 24)]),
    await aNetwork(world, owner, '丙', [first], people.slice(20, 26)),
  ]
  await world.asSystem(async ({ sql: db }) => {
    await sql`update member m set note = case when n % 4 = 0 then '' else 'shop' || n % 6 end, status = (n % 9 > 0)::int, online_status = (n % 3 > 0)::int,
        online = (n % 5 = 1)::int, connect_time = case when n % 7 > 0 then now() end, config_error = case when n % 11 = 5 then 'failed: no route' end,
        province = case n % 8 when 1 then '浙江' when 2 then '江苏' else '' end
      from (select router_name, row_number() over (order by router_name) as n from member where account_id = ${owner.account_id}) o
      where o.router_name = m.router_name`.execute(db)
    await sql`update member set tags = '{Night}' where account_id = ${owner.account_id}
      and right(split_part(router_name, '@', 1), 1) in ('2', '5', '7')`.execute(db)
    await sql`update network_link set vpn_online = (ascii(right(split_part(router_name, '@', 1), 1)) % 3 > 0)::int where account_id = ${owner.account_id}`.execute(
      db,
    )
    // What chance has left out.
    const [never, degraded] = others as [string, string]
    await sql`update member set status = 1, online_status = 0, connect_time = null where router_name = ${never}`.execute(db)
    await sql`update member set status = 1, online_status = 1, online = 1, config_error = null where router_name = ${degraded}`.execute(db)
    await sql`update network_link set vpn_online = 0 where router_name = ${degraded}`.execute(db)
  })
  const read = await world.asSystem(({ sql: db }) =>
    sql<Row>`select s.router_name, s.router_type, s.name, s.state, s.apart_state, m.online, m.online_status, m.status, m.province,
        lower(concat_ws(E'\\n', m.router_name, m.note, m.phone)) as words,
        array(select folded from member_tag g where (g.account_id, g.router_name) = (m.account_id, m.router_name)) as tags,
        coalesce((select json_agg(json_build_object('number', network_number, 'state', state)) from membership_state o
          where (o.account_id, o.router_name) = (m.account_id, m.router_name)), '[]') as networks
      from member m join member_state s using (account_id, router_name) where m.account_id = ${owner.account_id}`.execute(db),
  )
  rows = read.rows
})
afterAll(() => world.close())

const rankOf = (state: Row['state']) => memberStates.indexOf(state)
const text = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const isOf = (value: string | undefined, flag: 0 | 1) => value === undefined || Number(value) === flag

/** Returns what a caller finds, by plain code. */
function expected(
  { type, attention, search, online, online_status, status, province, tag }: Input,
  { designated, members }: Caller,
): string[] {
  const ranked = rows.map((row) => {
    const seen =
      designated === undefined
        ? [rankOf(row.state)]
        : row.networks.filter(({ number }) => designated.has(number)).map(({ state }) => rankOf(state))
    return { ...row, rank: Math.min(...(seen.length > 0 ? seen : [rankOf(row.apart_state)])) }
  })
  return ranked
    .filter((row) => type === undefined || Number(type) === row.router_type)
    .filter((row) => attention === undefined || row.rank < attentionStates.length)
    .filter((row) => row.words.includes(search.toLowerCase()))
    .filter((row) => isOf(online, row.online) && isOf(online_status, row.online_status) && isOf(status, row.status))
    .filter((row) => province === undefined || row.province === province)
    .filter((row) => tag === undefined || row.tags.includes(tag.toLowerCase()))
    .filter((row) => members?.networks === undefined || row.networks.some(({ number }) => members.networks?.includes(number)))
    .filter((row) => members?.tags === undefined || row.tags.some((one) => members.tags?.includes(one)))
    .toSorted((a, b) => a.rank - b.rank || text(a.name, b.name) || text(a.router_name, b.router_name))
    .map((row) => row.router_name)
}

const flag = fc.option(fc.constantFrom('0', '1'), { nil: undefined, freq: 2 })
const some = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 })
const filter = fc.record({
  type: some('1', '2'),
  attention: some('1'),
  search: fc.constantFrom('', '', 'shop', 'SHOP3', 'person', 'son1', 'nobody'),
  online: flag,
  online_status: flag,
  status: flag,
  province: some('浙江', '江苏', '上海'),
  tag: some('night', 'NIGHT', 'day'),
})
const numbers = fc.subarray([0, 1, 2]).map((places) => places.map((at) => networks[at]!))
const caller = fc.record({
  designated: fc.option(
    numbers.map((of) => new Set(of)),
    { nil: undefined },
  ),
  members: fc.option(fc.record({ networks: fc.option(numbers, { nil: undefined }), tags: some(['night'], ['day', 'night']) }), {
    nil: undefined,
  }),
})

it('the list and the names contain the members that match the filter, in the order of the list, for owners and limited callers', async () => {
  const states = new Set(rows.map(({ state }) => state))
  expect(memberStates.filter((state) => !states.has(state))).toEqual([])
  await fc.assert(
    fc.asyncProperty(filter, caller, fc.integer({ min: 1, max: 4 }), async (input, who, page) => {
      const found = expected(input as Input, who)
      const asked = { ...input, page, limit: 10 } as Input
      await world.asAccount(owner, async (db) => {
        const answer = await list(db, who as Actor, asked, world.infrastructure.clock.now())
        expect(answer.rows.map((row) => row.router_name)).toEqual(found.slice(10 * (page - 1), 10 * page))
        expect(answer.count).toBe(found.length)
        expect(await allNames(db, who as Actor, asked)).toEqual(found)
      })
    }),
    { numRuns: 150 },
  )
})
