import { contract } from '@weft/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aNetwork, hardware } from '../../../../test/network-fixtures.ts'
import { aCompany, effectOf, set } from '../../../../test/network-setting-fixtures.ts'
import { createWorld, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const signIn = (router_name: string) =>
  world.asSystem(({ sql }) =>
    sql.updateTable('member').set({ online_status: 1, config_error: 'failed: frr' }).where('router_name', '=', router_name).execute(),
  )

it('network/re_send_config sends one member, or all, their configuration again, and makes no revision', async () => {
  const { owner, network_number, a, b, p, q, soft } = await aCompany(world)
  await signIn(p)
  const one = await effectOf(world, owner, network_number, () => set(world, owner, 're_send_config', { network_number, router_name: p }))
  expect([one.answer.code, one.rose, one.notified, one.log]).toEqual([200, 0, [p], [`re_send_config 组网「总部」：重新下发 ${p} 的配置`]])
  expect(one.info.member.find((m) => m.router_name === p)?.revision_state).toBe('pending')
  for (const router_name of ['', undefined]) {
    const all = await effectOf(world, owner, network_number, () =>
      set(world, owner, 're_send_config', { network_number, ...(router_name === '' && { router_name }) }),
    )
    expect([all.rose, all.notified, all.log]).toEqual([
      0,
      [a, b, p, q, soft].toSorted(),
      ['re_send_config 组网「总部」：重新下发全部成员的配置'],
    ])
  }
})

it('network/reset_respawn needs a member that is signed in', async () => {
  const { owner, network_number, p } = await aCompany(world)
  const respawn = () => set(world, owner, 'reset_respawn', { network_number, router_name: p })
  expect(await respawn()).toMatchObject({ code: 403, msg: `成员 ${p} 未登录，无法执行此操作` })
  await signIn(p)
  const { answer, rose, notified, log } = await effectOf(world, owner, network_number, respawn)
  expect([answer.code, rose, notified, log]).toEqual([200, 0, [], [`reset_respawn 组网「总部」：重新拨号 ${p}`]])
})

it('network/kill_user accepts software members only', async () => {
  const { owner, network_number, p, soft } = await aCompany(world)
  const kill = (router_name: string) => set(world, owner, 'kill_user', { network_number, router_name })
  expect(await kill(p)).toMatchObject({ code: 422, msg: `成员 ${p} 不是软件成员` })
  const { answer, rose, notified, log } = await effectOf(world, owner, network_number, () => kill(soft))
  expect([answer.code, rose, notified, log]).toEqual([200, 0, [], [`kill_user 组网「总部」：强制下线 ${soft}`]])
})

it.each(['re_send_config', 'reset_respawn', 'kill_user'] as const)(
  'network/%s answers 204 for members of other networks and accounts',
  async (call) => {
    const { owner, network_number } = await aCompany(world)
    const theirs = await aCompany(world)
    const [away] = (await hardware(world, owner, 1)) as [string]
    await aNetwork(world, owner, '分部', [away])
    for (const router_name of [theirs.soft, away, 'NOBODY'])
      expect((await set(world, owner, call, { network_number, router_name })).code).toBe(204)
    expect((await set(world, owner, call, { network_number: theirs.network_number, router_name: theirs.soft })).code).toBe(204)
  },
)

it('network/preview shows the files of a member of the network, and no secret', async () => {
  const { owner, network_number, a, soft } = await aCompany(world)
  const [away] = (await hardware(world, owner, 1)) as [string]
  const preview = (router_name: string) => world.call(owner, contract.networkRevisions.preview, { network_number, router_name })
  for (const router_name of [a, soft]) {
    const { code, data } = await preview(router_name)
    expect(code).toBe(200)
    expect((data as { files: { path: string; content: string }[] }).files.length).toBeGreaterThan(0)
    expect(JSON.stringify(data)).not.toMatch(/BEGIN [A-Z ]*PRIVATE KEY|undefined/)
  }
  expect((await preview(away)).code).toBe(204)
})
