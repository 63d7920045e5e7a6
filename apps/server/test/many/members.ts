import { contract, type MembersChanged } from '@weft/contract'
import { sql as statement } from 'kysely'
import { expect } from 'vitest'
import { createOutageRecorder } from '../../src/domains/network/outage/record.service.ts'
import { fromUnix } from '../../src/kernel/clock.ts'
import { many, statementsOf } from '../member-fixtures.ts'
import { aNetwork, grant, hardware, infoOf, logOf, rowsOf } from '../network-fixtures.ts'
import { eventually } from '../eventually.ts'
import type { Person, World } from '../world.ts'

const { note: NOTE, update_status: STATUS, batch_delete: BATCH } = contract.router
const changed = async (world: World, who: Person, endpoint: typeof NOTE | typeof STATUS, input: object): Promise<MembersChanged> => {
  const answer = await world.call(who, endpoint, input)
  expect([answer.code, answer.msg]).toEqual([200, expect.any(String)])
  return answer.data
}
/** Most statements of one call: a few each to check the request, to do the work and to log it. One for each member would be more. */
const A_FEW = 40
/** Fewest members of which one statement each would be more than a call may send. */
export const SOME_MEMBERS = 120

/** Changes the notes of many members: the first 100 are returned, and the log has one row. */
export async function expectManyNoted(world: World, count: number): Promise<void> {
  const owner = await world.anOwner()
  const names = await many(world, owner, 'user', count)
  const log = (await logOf(world, owner)).length
  const sent = await statementsOf(async () => {
    const result = await changed(world, owner, NOTE, { router_name: names, note: '全员' })
    expect({ ...result, rows: result.rows.map((row) => row.router_name) }).toEqual({
      changed: count,
      unchanged: 0,
      rows: names.slice(0, 100),
    })
  })
  expect(sent).toBeLessThan(A_FEW)
  const rows = (await logOf(world, owner)).slice(log)
  const message = new RegExp(`^修改成员 user1@\\d+、.* 等 ${count} 个 的名称为「全员」$`)
  expect(rows).toMatchObject([{ message: expect.stringMatching(message), detail: { count } }])
}

/** Disables many members, some of which are in a network: each is cut off, and the log has one row. */
export async function expectManyDisabled(world: World, count: number): Promise<void> {
  const owner = await world.anOwner()
  await grant(world, owner, 'network_member', 2 * count)
  const names = await many(world, owner, 'user', count)
  await aNetwork(world, owner, '总部', await hardware(world, owner, 1), names.slice(0, 300))
  const log = (await logOf(world, owner)).length
  let cuts = 0
  const stop = world.infrastructure.bus.subscribe((event) => void (cuts += event.type === 'cut' ? 1 : 0))
  const sent = await statementsOf(() => changed(world, owner, STATUS, { router_name: names, status: 0 }))
  expect(sent).toBeLessThan(A_FEW)
  await eventually(() => expect(cuts).toBe(count))
  stop()
  expect((await rowsOf(world, owner)).members.filter((m) => m.router_type === 2 && m.status === 1)).toEqual([])
  expect((await logOf(world, owner)).length).toBe(log + 1)
}

/** Deletes many members, some of which are in networks, in fewer statements than there are members. */
export async function expectManyDeleted(world: World, count: number): Promise<void> {
  const owner = await world.anOwner()
  await grant(world, owner, 'network_member', 2 * count)
  const names = await many(world, owner, 'user', count)
  const [hub] = (await hardware(world, owner, 1)) as [string]
  const network_number = await aNetwork(world, owner, '总部', [hub], names.slice(0, 300))
  await aNetwork(world, owner, '直连', [], names.slice(0, 20))
  let rows: { deleted: number }[] = []
  const sent = await statementsOf(async () => {
    rows = (await world.call(owner, BATCH, { router_name: names })).data
  })
  expect(sent).toBeLessThan(100)
  expect(rows.filter((one) => one.deleted === 1)).toHaveLength(count)
  expect((await rowsOf(world, owner)).members).toMatchObject([{ router_name: hub }])
  expect(await infoOf(world, owner, network_number)).toMatchObject({ revision: 2, link: [], member: [{ router_name: hub }] })
  expect((await world.call(owner, contract.router.quantity, {})).data).toMatchObject({ software: 0 })
}

/** Records the outages of many members that were lost at the same time: one each, in a few statements. */
export async function expectManyOutages(world: World, count: number): Promise<void> {
  const owner = await world.anOwner()
  const names = await hardware(world, owner, count)
  const now = Math.floor(world.infrastructure.clock.now().getTime() / 1000)
  await world.asSystem(async ({ sql }) => {
    // A gateway has run since long before they were lost, so the platform was not the cause.
    await sql.deleteFrom('instance').execute()
    const times = { start_time: fromUnix(now - 3600), last_time: fromUnix(now + 10 * 86_400) }
    await sql
      .insertInto('instance')
      .values({ instance_id: '00000000-0000-4000-8000-000000000001', ...times })
      .execute()
    await sql
      .updateTable('member')
      .set({
        online_status: 0,
        connect_time: fromUnix(now - 7200),
        report_time: fromUnix(now - 100),
        watched_since: fromUnix(now - 2 * 86_400),
      })
      .where('router_name', 'in', names)
      .execute()
  })
  const recorder = createOutageRecorder({ ...world.infrastructure, clock: { now: () => fromUnix(now) } })
  expect(await statementsOf(() => recorder.round())).toBeLessThan(A_FEW)
  const { rows } = await world.asSystem(({ sql }) =>
    statement<{ count: number }>`select count(*) from outage where account_id = ${owner.account_id} and end_time is null`.execute(sql),
  )
  expect(rows[0]?.count).toBe(count)
}
