import { contract, type NetworkImpact, type NetworkRevision } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { aNetwork, aSubAccount, grant, hardware, infoOf, logOf, rowsOf } from '../../../../test/network-fixtures.ts'
import { aCompany, aResource, draft, prefixesOf, rename, rollback, set } from '../../../../test/network-setting-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const history = async (owner: Person, network_number: string, more: object = {}): Promise<NetworkRevision[]> =>
  (await world.call(owner, contract.networkRevisions.list, { network_number, ...more })).data
const without = (owner: Person, ...service_code: ('network_member' | 'network_center')[]) =>
  world.asSystem(({ sql }) =>
    sql
      .deleteFrom('service')
      .where('account_id', '=', owner.account_id)
      .where('service_code', 'in', service_code)
      .where('quantity', 'in', [3, 200])
      .execute(),
  )
/** Returns all that a revision contains, of the network as it is now. */
async function standing(owner: Person, network_number: string) {
  const { revision: _, revision_state: __, create_time: ___, member, ...info } = await infoOf(world, owner, network_number)
  return {
    ...info,
    member: member.map(({ revision_state: ____, ...one }) => one),
    prefixes: await prefixesOf(world, owner, network_number),
  }
}

describe('network/revisions', () => {
  it('returns who changed what, newest first, in pages', async () => {
    const { owner, network_number, p } = await aCompany(world)
    const sub = await aSubAccount(world, owner, { network_edit: 1 })
    await rename(world, sub, network_number, '分部')
    await set(world, owner, 'ciphers', { network_number, ncp_ciphers: 'sm' })
    const rows = await history(owner, network_number)
    expect(rows.map(({ revision, by, summary, state }) => [revision, by, summary, state])).toEqual([
      [3, owner.username, '加密算法由「默认算法」改为「国密算法（SM 系列）」', 'applied'],
      [2, sub.username, '组网名称改为「分部」', 'superseded'],
      [1, owner.username, '创建组网', 'superseded'],
    ])
    expect(rows[0]?.diff).toEqual([
      { field: 'ncp_ciphers', from: 'default', to: 'sm', text: '加密算法由「默认算法」改为「国密算法（SM 系列）」' },
    ])
    expect(rows[2]?.diff.some(({ text }) => text.includes(p))).toBe(true)
    expect((await history(owner, network_number, { page: 2, limit: 1 })).map((row) => row.revision)).toEqual([2])
  })

  it('calls members by their present names, tells those of one name apart, and says which were deleted', async () => {
    const { owner, network_number, p, q } = await aCompany(world)
    const call = async (router_name: string, note: string) => {
      expect(await world.call(owner, contract.router.note, { router_name, note })).toMatchObject({ code: 200 })
    }
    await call(p, '静安店')
    await set(world, owner, 'edit_prefix', { network_number, router_name: p, prefix: [{ ip: '192.168.1.0', mask: 24 }] })
    const newest = async () => (await history(owner, network_number))[0]!
    expect(await newest()).toMatchObject({ summary: '静安店的路由前缀：新增 192.168.1.0/24' })
    await call(p, '静安二店')
    const [{ summary, diff }] = [await newest()]
    expect([summary, diff[0]?.text]).toEqual(['静安二店的路由前缀：新增 192.168.1.0/24', '静安二店的路由前缀：新增 192.168.1.0/24'])
    await call(q, '静安二店')
    expect((await newest()).summary).toBe(`静安二店 ·${p.slice(-4)} 的路由前缀：新增 192.168.1.0/24`)
    expect((await logOf(world, owner)).filter(({ action }) => action === 'edit_prefix').map(({ message }) => message)).toEqual([
      `修改组网「总部」：静安店（${p}）的路由前缀：新增 192.168.1.0/24`,
    ])

    const { impact } = (await rollback(world, owner, network_number, 1, { dry_run: true })).data as { impact: NetworkImpact[] }
    expect(impact.flatMap(({ names }) => names)).toContain(`静安二店 ·${p.slice(-4)}`)
    await call(q, '')
    expect(await world.call(owner, contract.router.delete, { router_name: p })).toMatchObject({ code: 200 })
    expect((await newest()).summary).toBe('移出 静安二店（已删除）')
  })

  it('says what the members are called that the values name', async () => {
    const { owner, network_number, a, b } = await aCompany(world)
    expect(await world.call(owner, contract.router.note, { router_name: a, note: '上海机房' })).toMatchObject({ code: 200 })
    await set(world, owner, 'edit_routing', { network_number, type: 2, main_router: a, secondary_router: b })
    const [{ diff, names }] = (await history(owner, network_number)) as [NetworkRevision]
    expect(diff).toEqual([expect.objectContaining({ field: 'routing', to: { type: 2, main_router: a, secondary_router: b } })])
    expect(names).toEqual({ [a]: '上海机房', [b]: b })
  })

  it('returns only those that changed a member, if one is named', async () => {
    const { owner, network_number, p, q } = await aCompany(world)
    await rename(world, owner, network_number, '分部')
    await set(world, owner, 'edit_prefix', { network_number, router_name: p, prefix: [{ ip: '192.168.1.0', mask: 24 }] })
    expect((await history(owner, network_number, { router_name: p })).map((row) => row.revision)).toEqual([3, 1])
    expect((await history(owner, network_number, { router_name: q })).map((row) => row.revision)).toEqual([1])
  })
})

describe('network/rollback', () => {
  it('restores all settings and members of a former revision', async () => {
    const { owner, network_number, a, b, p, q, soft } = await aCompany(world)
    const [extra] = (await hardware(world, owner, 1)) as [string]
    const { network_fr_id } = await aResource(world, owner)
    const before = await standing(owner, network_number)
    const changes = [
      { call: 'name', input: { network_name: '分部' } },
      { call: 'dns', input: { dns: ['1.1.1.1'] } },
      { call: 'edit_prefix', input: { router_name: p, prefix: [{ ip: '192.168.1.0', mask: 24, ge: 25 }] } },
      { call: 'edit_routing', input: { type: 2, main_router: a, secondary_router: b } },
      {
        call: 'fixed_port',
        input: {
          router_name: a,
          router_service: { public_ip: '203.0.113.1', public_port: 5000, static_port: 5001 },
          software_service: { public_ip: '', public_port: '', static_port: '' },
        },
      },
      {
        call: 'edit_center_gateway',
        input: { router_name: b, router_network: { gateway: '10.1.0.0', mask: 24 }, software_network: { gateway: '10.2.0.0', mask: 24 } },
      },
      { call: 'edit_point_link', input: { router_name: q, link_config: [{ center_router_name: a, enable: 0 }] } },
      { call: 'software_mode', input: { router_name: soft, mode: 3 } },
      { call: 'fr', input: { network_fr_id, mode: 2 } },
      { call: 'add_member', input: { router_name: extra, member_type: 'point' } },
      { call: 'quagga_enable', input: {} },
    ]
    expect(await draft(world, owner, network_number, changes)).toMatchObject({ code: 200, data: { revision: 2 } })
    expect((await world.call(owner, contract.network.remove_member, { network_number, router_name: p })).code).toBe(200)
    const rows = await rowsOf(world, owner)
    const dry = await rollback(world, owner, network_number, 1, { dry_run: true })
    expect(dry).toMatchObject({ code: 200, data: { revision: 4 } })
    expect(await rowsOf(world, owner)).toEqual(rows)
    expect(await rollback(world, owner, network_number, 1)).toMatchObject({ code: 200, data: dry.data })
    expect(await standing(owner, network_number)).toEqual(before)
    expect((await history(owner, network_number))[0]).toMatchObject({ revision: 4, summary: '恢复到版本 1' })
    expect((await rollback(world, owner, network_number, 2)).code).toBe(200)
    expect(await prefixesOf(world, owner, network_number)).toEqual([`${p} 192.168.1.0/24`])
    // A rollback to equal settings makes no new revision.
    expect(await rollback(world, owner, network_number, 2)).toMatchObject({ code: 200, data: { revision: 5, diff: [] } })
    expect(await rollback(world, owner, network_number, 5)).toMatchObject({ code: 422, msg: '已是当前版本' })
    for (const missing of [6, 2 ** 31, Number.MAX_SAFE_INTEGER])
      expect((await rollback(world, owner, network_number, missing)).code).toBe(204)
    for (const none of [0, -1, 2 ** 53, 1.5, '1', null])
      expect((await rollback(world, owner, network_number, none as number)).code).toBe(422)
  })
  it('answers 409 when If-Match is not the current revision', async () => {
    const { owner, network_number } = await aCompany(world)
    await rename(world, owner, network_number, '分部')
    const send = (read: string) =>
      world.call(owner, contract.networkRevisions.rollback, { network_number, revision: 1 }, { headers: { 'if-match': read } })
    expect((await send('"1"')).code).toBe(409)
    expect((await send('"2"')).code).toBe(200)
  })
  it('leaves out members that were deleted since', async () => {
    const { owner, network_number, p, soft } = await aCompany(world)
    expect((await world.call(owner, contract.router.delete, { router_name: soft })).code).toBe(200)
    expect((await rollback(world, owner, network_number, 1)).code).toBe(200)
    const names = (await infoOf(world, owner, network_number)).member.map((m) => m.router_name)
    expect(names).toContain(p)
    expect(names).not.toContain(soft)
  })
  it('is refused with the reason when the name or a segment was taken since', async () => {
    const { owner, network_number, a } = await aCompany(world)
    const [other] = (await hardware(world, owner, 1)) as [string]
    const { router, software } = (await infoOf(world, owner, network_number)).member.find((m) => m.router_name === a)!.gateway!
    await rename(world, owner, network_number, '分部')
    await aNetwork(world, owner, '总部', [other])
    expect(await rollback(world, owner, network_number, 1)).toMatchObject({ code: 422, msg: '组网名称已存在' })
    const seg = (gateway: string) => ({ gateway, mask: 24 })
    await set(world, owner, 'edit_center_gateway', {
      network_number,
      router_name: a,
      router_network: seg('10.1.0.0'),
      software_network: software,
    })
    const theirs = (await world.call(owner, contract.network.list, {})).data as { network_number: string; network_name: string }[]
    const number = theirs.find((n) => n.network_name === '总部')!.network_number
    const taken = await set(world, owner, 'edit_center_gateway', {
      network_number: number,
      router_name: other,
      router_network: router,
      software_network: seg('10.2.0.0'),
    })
    expect(taken.code).toBe(200)
    const before = await rowsOf(world, owner)
    const refused = await rollback(world, owner, network_number, 2)
    expect(refused).toMatchObject({ code: 422, msg: expect.stringContaining(`组网「总部」中心 ${other} 的硬件互联网段`) })
    expect(await rowsOf(world, owner)).toEqual(before)
  })
  it.each([
    ['dns', { dns: ['1.1.1.1', '8.8.8.8', '9.9.9.9'] }, 'dns', '最多支持 2 个 DNS'],
    ['quagga', { enable: 1 }, 'quagga', '未开通动态路由服务'],
    ['default_route', { model: 1, metric: 30 }, 'default_route', '未开通默认路由服务'],
    ['edit_prefix', { prefix: [{ ip: '192.168.1.0', mask: 24, ge: 25 }] }, 'quagga_advanced', '未开通高级路由策略，不能设置动作、ge 和 le'],
  ] as const)('does not restore what the services of the account no longer allow: %s', async (call, input, service, msg) => {
    const { owner, network_number, p } = await aCompany(world)
    if (service === 'dns') await grant(world, owner, 'dns', 1)
    const member = call === 'dns' ? {} : { router_name: p }
    expect((await set(world, owner, call, { network_number, ...member, ...input })).code).toBe(200)
    expect((await rollback(world, owner, network_number, 1)).code).toBe(200)
    await world.asSystem(({ sql }) =>
      sql
        .updateTable('service')
        .set({ revoke_time: new Date() })
        .where('account_id', '=', owner.account_id)
        .where('service_code', '=', service)
        .where('quantity', '=', 1)
        .execute(),
    )
    expect(await rollback(world, owner, network_number, 2)).toMatchObject({ code: 403, msg })
    await rename(world, owner, network_number, '分部')
    expect((await rollback(world, owner, network_number, 1)).code).toBe(200)
  })
  it('is refused beyond the limits of members and centers', async () => {
    const { owner, network_number, p, b } = await aCompany(world)
    await world.call(owner, contract.network.remove_member, { network_number, router_name: b })
    await without(owner, 'network_center')
    expect(await rollback(world, owner, network_number, 1)).toMatchObject({ code: 403, msg: '中心最多支持 1 个' })
    await world.call(owner, contract.network.remove_member, { network_number, router_name: p })
    await aNetwork(world, owner, '满', [], await hardware(world, owner, 7))
    await without(owner, 'network_member')
    expect(await rollback(world, owner, network_number, 2)).toMatchObject({ code: 403, msg: '成员名额已满（10/10），请申请扩容' })
  })
  it('takes no POP resource from another network, and restores none that has ended or was deleted', async () => {
    const { owner, network_number } = await aCompany(world)
    const [other] = (await hardware(world, owner, 1)) as [string]
    const apart = await aNetwork(world, owner, '分部', [other])
    const { network_fr_id } = await aResource(world, owner)
    const fr = (number: string, id: string) => set(world, owner, 'fr', { network_number: number, network_fr_id: id, mode: 1 })
    await fr(network_number, network_fr_id)
    await fr(network_number, '')
    await fr(apart, network_fr_id)
    expect(await rollback(world, owner, network_number, 2)).toMatchObject({ code: 403, msg: 'POP 资源已关联组网「分部」' })
    expect((await infoOf(world, owner, apart)).network_fr?.network_fr_id).toBe(network_fr_id)
    await fr(apart, '')
    const end = (time: Date | null) =>
      world.asSystem(({ sql }) =>
        sql
          .updateTable('service')
          .set({ expired_time: time })
          .where('account_id', '=', owner.account_id)
          .where('service_code', '=', 'pop')
          .execute(),
      )
    await end(new Date(1_700_000_000_000))
    expect(await rollback(world, owner, network_number, 2)).toMatchObject({ code: 403, msg: 'POP 资源不可用或已到期' })
    await end(null)
    // A login that sees designated networks only cannot move a resource.
    const confined = await aSubAccount(world, owner, { network_edit: 1, designated: [network_number] })
    await rollback(world, confined, network_number, 2)
    expect((await infoOf(world, owner, network_number)).network_fr).toBeNull()
    await world.asSystem(({ sql }) => sql.deleteFrom('network_fr').where('network_fr_id', '=', Number(network_fr_id)).execute())
    expect((await rollback(world, owner, network_number, 2)).code).toBe(200)
    expect((await infoOf(world, owner, network_number)).network_fr).toBeNull()
  })
})

describe('a change that is stored while its names cannot be read', () => {
  const renamed = (owner: Person, network_number: string, name: string, dry_run = false) =>
    world.call(owner, contract.networkRevisions.changes, {
      network_number,
      changes: [{ call: 'name', input: { network_name: name } }],
      dry_run,
    })
  /** Fails the next reading transactions that follow a writing one. */
  function failReads(times: number) {
    const { account } = world.db
    let wrote = false
    world.db.account = (account_id, mode, work) => {
      if (mode === 'read' && wrote && times > 0) {
        times -= 1
        return Promise.reject(new Error('the database went away'))
      }
      if (mode === 'write') wrote = true
      return account(account_id, mode, work)
    }
    onTestFinished(() => {
      world.db.account = account
    })
  }

  it('is read once more', async () => {
    const { owner, network_number } = await aCompany(world)
    failReads(1)
    const answer = await renamed(owner, network_number, '分部')
    expect(answer).toMatchObject({ code: 200, data: { revision: 2, diff: [{ text: '组网名称改为「分部」' }] } })
  })

  it('is answered without words if that fails too; a change that was only tried fails', async () => {
    const { owner, network_number } = await aCompany(world)
    failReads(4)
    expect(await renamed(owner, network_number, '分部')).toMatchObject({
      code: 200,
      data: { revision: 2, impact: [], diff: [], steps: [] },
    })
    expect((await renamed(owner, network_number, '总店', true)).status).toBe(500)
    expect(await infoOf(world, owner, network_number)).toMatchObject({ network_name: '分部', revision: 2 })
  })
})
