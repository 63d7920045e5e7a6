import { contract } from '@weft/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addSoftwareMember } from '../../member/member/member.service.ts'
import { aNetwork, create, grant, hardware, infoOf, logOf } from '../../../../test/network-fixtures.ts'
import { type Answer, createWorld, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** Repeats a request while the server is too busy to begin it, as a client does. */
async function served(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send()
    if (answer.code !== 503) return answer
  }
}

const codes = (answers: { code: number }[]) => {
  const counted: Record<number, number> = {}
  for (const { code } of answers) counted[code] = (counted[code] ?? 0) + 1
  return counted
}

it('of 12 parallel edits that read the same revision one is applied and 11 answer 409', async () => {
  const owner = await world.anOwner()
  const [a] = (await hardware(world, owner, 1)) as [string]
  const network_number = await aNetwork(world, owner, '总部', [a])
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      served(() =>
        world.call(owner, contract.network.edit, { network_number, network_name: `名称${i}`, center: [a], point: [], revision: 1 }),
      ),
    ),
  )
  expect(codes(answers)).toEqual({ 200: 1, 409: 11 })
  const winner = answers.findIndex((answer) => answer.code === 200)
  expect(await infoOf(world, owner, network_number)).toMatchObject({ revision: 2, network_name: `名称${winner}` })
})

it('12 parallel changes to one network are all applied', async () => {
  const owner = await world.anOwner()
  await grant(world, owner, 'network_member', 100)
  const [hub, ...points] = (await hardware(world, owner, 13)) as [string, ...string[]]
  const network_number = await aNetwork(world, owner, '总部', [hub])
  const answers = await Promise.all(
    points.map((router_name) =>
      served(() => world.call(owner, contract.network.add_member, { network_number, router_name, member_type: 'point' })),
    ),
  )
  expect(codes(answers)).toEqual({ 200: 12 })
  const { revision, link } = await infoOf(world, owner, network_number)
  expect(revision).toBe(13)
  expect(new Set(link.map((l) => l.vpn_ip)).size).toBe(12)
  expect((await logOf(world, owner)).filter((row) => row.action === 'add_member')).toHaveLength(12)
})

it.each(['edit', 'rename', 'add_member', 'remove_member', 'delete'] as const)(
  'a stale If-Match of %s answers 409 and changes nothing',
  async (name) => {
    const owner = await world.anOwner()
    const [a, b, c] = (await hardware(world, owner, 3)) as [string, string, string]
    const network_number = await aNetwork(world, owner, '总部', [a], [b])
    await world.call(owner, contract.network.rename, { network_number, network_name: '上海总部' })
    const input = {
      edit: { network_name: '总部', center: [a], point: [] },
      rename: { network_name: '总部' },
      add_member: { router_name: c, member_type: 'point' },
      remove_member: { router_name: b },
      delete: {},
    }[name]
    const send = (revision: string) =>
      world.call(owner, contract.network[name], { network_number, ...input }, { headers: { 'if-match': revision } })
    const before = await infoOf(world, owner, network_number)
    expect(await send('"1"')).toMatchObject({ code: 409, status: 409, msg: '内容已被他人修改，请刷新后重试' })
    expect(await infoOf(world, owner, network_number)).toEqual(before)
    expect((await send('"2"')).code).toBe(200)
  },
)

it('50 parallel creates never exceed the limit together', async () => {
  const owner = await world.anOwner()
  const names = await hardware(world, owner, 50)
  const answers = await Promise.all(names.map((name, i) => served(() => create(world, owner, `组网${i}`, [name]))))
  expect(codes(answers)).toEqual({ 200: 10, 403: 40 })
})

it('of parallel creates with one name, in any letter case, one succeeds', async () => {
  const owner = await world.anOwner()
  const names = await hardware(world, owner, 8)
  const answers = await Promise.all(names.map((name, i) => served(() => create(world, owner, i % 2 ? 'office' : 'OFFICE', [name]))))
  expect(codes(answers)).toEqual({ 200: 1, 422: 7 })
})

it('parallel additions of software members never exceed the limit together', async () => {
  const owner = await world.anOwner()
  const added = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) =>
      world.asAccount(owner, (db) => addSoftwareMember(db, 'system', { username: `user${i}`, password: 'secret-1', note: '' })),
    ),
  )
  expect(added.filter((one) => one.status === 'fulfilled')).toHaveLength(10)
  expect((await world.call(owner, contract.router.quantity, {})).data).toEqual({ hardware: 0, software: 10, max: 10, software_surplus: 0 })
})

it('concurrent edits, removals and deletions leave the account consistent', async () => {
  const owner = await world.anOwner()
  await grant(world, owner, 'network_member', 100)
  const [a, b, ...points] = (await hardware(world, owner, 12)) as [string, string, ...string[]]
  const first = await aNetwork(world, owner, '一', [a], points)
  const second = await aNetwork(world, owner, '二', [b], points)
  const answers = await Promise.all(
    points.flatMap((router_name, i) => [
      served(() => world.call(owner, contract.network.remove_member, { network_number: first, router_name })),
      served(() => world.call(owner, contract.network.remove_member, { network_number: second, router_name })),
      served(() =>
        i === 5
          ? world.call(owner, contract.network.delete, { network_number: second })
          : world.call(owner, contract.network.rename, { network_number: second, network_name: `名称${i}` }),
      ),
    ]),
  )
  expect(Object.keys(codes(answers)).filter((code) => !['200', '204'].includes(code))).toEqual([])
  expect(await infoOf(world, owner, first)).toMatchObject({ revision: 11, member: [{ router_name: a }], link: [] })
  expect((await world.call(owner, contract.network.config, {})).data).toMatchObject({ network_router_use: 1 })
})
