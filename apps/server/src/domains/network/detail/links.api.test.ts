import { contract } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aNetwork, hardware, infoOf, rowsOf } from '../../../../test/network-fixtures.ts'
import { aCompany, aResource, draft, effectOf, set } from '../../../../test/network-setting-fixtures.ts'
import { createWorld, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

describe('network/edit_point_link', () => {
  it('turns a link off and on, and notifies only its two ends', async () => {
    const { owner, network_number, a, b, p } = await aCompany(world)
    const link = (center_router_name: string, enable: 0 | 1) =>
      set(world, owner, 'edit_point_link', { network_number, router_name: p, link_config: [{ center_router_name, enable }] })
    const { answer, info, rose, notified, log } = await effectOf(world, owner, network_number, () => link(a, 0))
    expect(answer.code).toBe(200)
    expect(info.link.filter((l) => l.router_name === p).map((l) => [l.center_router_name, l.enable])).toEqual([
      [a, 0],
      [b, 1],
    ])
    expect([rose, notified, log]).toEqual([1, [a, p], [`edit_point_link 修改组网「总部」：关闭 ${p} 到 ${a} 的链路`]])
    const read = await world.call(owner, contract.networkSettings.point_link, { network_number, router_name: p })
    expect(read.data).toEqual([
      { center_router_name: a, center_router_name_note: '', enable: 0, vpn_online: 0 },
      { center_router_name: b, center_router_name_note: '', enable: 1, vpn_online: 0 },
    ])
    expect(await link(b, 0)).toMatchObject({ code: 422, msg: `成员 ${p} 至少保留一条中心链路` })
    expect(await world.call(owner, contract.network.remove_member, { network_number, router_name: b })).toMatchObject({
      code: 403,
      msg: `中心 ${b} 不能移出：1 个分支仅连接此中心，请先调整`,
    })
    expect((await link(a, 1)).code).toBe(200)
    expect((await world.call(owner, contract.network.remove_member, { network_number, router_name: b })).code).toBe(200)
  })
  it('refuses members of other networks and accounts', async () => {
    const { owner, network_number, p } = await aCompany(world)
    const theirs = await aCompany(world)
    const [away] = (await hardware(world, owner, 1)) as [string]
    await aNetwork(world, owner, '分部', [away])
    const link = (router_name: string, center_router_name: string) =>
      set(world, owner, 'edit_point_link', { network_number, router_name, link_config: [{ center_router_name, enable: 0 }] })
    expect((await link(p, theirs.a)).code).toBe(204)
    expect((await link(p, away)).code).toBe(422)
    expect((await link(away, p)).code).toBe(204)
    expect((await world.call(owner, contract.networkSettings.point_link, { network_number, router_name: away })).code).toBe(204)
  })
})

it('a network tells how many members it has, which level of service, and what the center of each branch is called', async () => {
  const { owner, network_number, a, p } = await aCompany(world)
  await world.call(owner, contract.router.note, { router_name: a, note: '总部机房' })
  const centers = async () => {
    const { member } = await infoOf(world, owner, network_number)
    return Object.fromEntries(member.map((one) => [one.router_name, one.center_router_name_note]))
  }
  const info = await infoOf(world, owner, network_number)
  expect(info).toMatchObject({ member_count: info.member.length, fr_name: '', network_service: 1, network_level: 1 })
  expect(await centers()).toMatchObject({ [a]: '', [p]: '总部机房' })
})

describe('a POP resource', () => {
  it('is attached, its areas chosen, and detached', async () => {
    const { owner, network_number, p, soft } = await aCompany(world)
    const { network_fr_id, ov } = await aResource(world, owner, { areas: 3 })
    const attached = await effectOf(world, owner, network_number, () => set(world, owner, 'fr', { network_number, network_fr_id, mode: 3 }))
    expect(attached.answer.code).toBe(200)
    expect(attached.info).toMatchObject({
      network_type: 3,
      mode: 3,
      fr_name: attached.info.network_fr!.shortname,
      network_fr: { network_fr_id },
    })
    expect([attached.rose, attached.log]).toEqual([
      1,
      ['fr 修改组网「总部」：拨号方式由「默认（同时连接，中心优先）」改为「POP 优先」，关联 POP 资源'],
    ])
    const area = (router_name: string, ov_id_main: string, ov_id_backup: string) =>
      effectOf(world, owner, network_number, () =>
        set(world, owner, 'member_ov', { network_number, router_name, ov_id_main, ov_id_backup }),
      )
    const chosen = await area(p, ov[0]!, ov[1]!)
    expect(chosen.info.member.find((m) => m.router_name === p)?.ov_id).toEqual({
      main: ov[0],
      backup: ov[1],
      main_name: '区域0',
      backup_name: '区域1',
      priority: 3,
    })
    expect(chosen.info.link.filter((l) => l.kind === 'pop').map((l) => l.router_name)).toEqual([p, p])
    expect(chosen.notified).toEqual([p])
    expect((await area(soft, ov[0]!, '')).info.link.filter((l) => l.kind === 'pop')).toHaveLength(3)
    expect((await area(p, ov[0]!, ov[0]!)).answer).toMatchObject({ code: 422, msg: '主用区域和备用区域不能相同' })
    for (const [wrong, code] of [
      ['constructor', 422],
      ['1e3', 422],
      ['999999999', 204],
    ] as const)
      expect((await set(world, owner, 'member_ov', { network_number, router_name: p, ov_id_main: wrong, ov_id_backup: '' })).code).toBe(
        code,
      )
    const detached = await effectOf(world, owner, network_number, () =>
      set(world, owner, 'fr', { network_number, network_fr_id: '', mode: 1 }),
    )
    expect(detached.info).toMatchObject({ network_type: 1, network_fr: null })
    expect(detached.info.link.filter((l) => l.kind === 'pop')).toEqual([])
    expect(detached.info.member.every((m) => m.ov_id === null)).toBe(true)
  })
  it('replaces another once the address pool was reviewed', async () => {
    const { owner, network_number } = await aCompany(world)
    const first = await aResource(world, owner, { areas: 2, attached: network_number })
    const second = await aResource(world, owner)
    const before = await infoOf(world, owner, network_number)
    const asked = await set(world, owner, 'fr', { network_number, network_fr_id: second.network_fr_id, mode: 2 })
    expect(asked).toMatchObject({ code: 423, status: 423, msg: '更换 POP 资源后请确认 IP 地址池' })
    expect(await infoOf(world, owner, network_number)).toEqual(before)
    // A change of something else does not end the review.
    await set(world, owner, 'dns', { network_number, dns: ['1.1.1.1'] })
    const pool = (await world.call(owner, contract.networkSettings.ip_address_pool, { network_number })).data as {
      pending: unknown
      pop_software: unknown[]
      center_network: object
    }
    expect(pool.pending).toEqual({ network_fr_id: second.network_fr_id, mode: 2 })
    expect(pool.pop_software).toHaveLength(1)
    const save = (network_fr_id: string) =>
      set(world, owner, 'edit_ip_address_pool', {
        network_number,
        network_fr_id,
        center_link_network: '',
        center_network: pool.center_network,
      })
    expect((await save(first.network_fr_id)).code).toBe(422)
    const saved = await effectOf(world, owner, network_number, () => save(second.network_fr_id))
    expect(saved.info).toMatchObject({ mode: 2, network_fr: { network_fr_id: second.network_fr_id } })
    expect([saved.answer.code, saved.rose]).toEqual([200, 1])
    expect(await save(second.network_fr_id)).toMatchObject({ code: 422, msg: 'POP 资源的确认已超时，请重新选择' })
  })
  it('waits ten minutes for the review of the address pool', async () => {
    const { owner, network_number } = await aCompany(world)
    await aResource(world, owner, { attached: network_number })
    const { network_fr_id } = await aResource(world, owner)
    const asked = Math.floor(Date.now() / 1000)
    expect((await set(world, owner, 'fr', { network_number, network_fr_id, mode: 1 })).code).toBe(423)
    const fr_pending = (await rowsOf(world, owner)).networks[0]!.fr_pending!
    expect(fr_pending.until - 600).toBeGreaterThanOrEqual(asked)
    expect(fr_pending.until - 600).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000))
    await world.asSystem(({ sql }) =>
      sql
        .updateTable('network')
        .set({ fr_pending: JSON.stringify({ ...fr_pending, until: 1 }) as never })
        .where('network_number', '=', network_number)
        .execute(),
    )
    const save = { network_number, network_fr_id, center_link_network: '', center_network: {} }
    expect((await set(world, owner, 'edit_ip_address_pool', save)).code).toBe(422)
    expect((await world.call(owner, contract.networkSettings.ip_address_pool, { network_number })).data).toMatchObject({ pending: null })
  })
  it('is refused if it belongs to another account or network or has ended; if it ends later, its settings stay', async () => {
    const { owner, network_number, p } = await aCompany(world)
    const theirs = await aCompany(world)
    const [away] = (await hardware(world, owner, 1)) as [string]
    const apart = await aNetwork(world, owner, '分部', [away])
    const attach = (network_fr_id: string) => set(world, owner, 'fr', { network_number, network_fr_id, mode: 1 })
    expect((await attach((await aResource(world, theirs.owner)).network_fr_id)).code).toBe(204)
    expect(await attach((await aResource(world, owner, { attached: apart })).network_fr_id)).toMatchObject({
      code: 403,
      msg: 'POP 资源已关联组网「分部」',
    })
    expect((await attach((await aResource(world, owner, { ended: true })).network_fr_id)).code).toBe(403)
    const { network_fr_id, ov } = await aResource(world, owner)
    await attach(network_fr_id)
    await set(world, owner, 'member_ov', { network_number, router_name: p, ov_id_main: ov[0], ov_id_backup: '' })
    await world.asSystem(({ sql }) =>
      sql
        .updateTable('service')
        .set({ expired_time: new Date(1_700_000_000_000) })
        .where('account_id', '=', owner.account_id)
        .where('service_code', '=', 'pop')
        .execute(),
    )
    expect((await set(world, owner, 'dns', { network_number, dns: ['1.1.1.1'] })).code).toBe(200)
    const info = await infoOf(world, owner, network_number)
    expect(info.network_fr?.network_fr_id).toBe(network_fr_id)
    expect(info.member.find((m) => m.router_name === p)?.ov_id?.main).toBe(ov[0])
  })
  it('is not replaced without a review in a draft either', async () => {
    const { owner, network_number } = await aCompany(world)
    await aResource(world, owner, { attached: network_number })
    const { network_fr_id } = await aResource(world, owner)
    const before = await rowsOf(world, owner)
    expect((await draft(world, owner, network_number, [{ call: 'fr', input: { network_fr_id, mode: 1 } }])).code).not.toBe(200)
    expect(await rowsOf(world, owner)).toEqual(before)
  })
})
