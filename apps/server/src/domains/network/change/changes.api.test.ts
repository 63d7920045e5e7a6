import { contract, MAX_CHANGES } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAsKeeper, type Keeper } from '../../../../test/matrix/rows.ts'
import { aNetwork, aSubAccount, grant, hardware, infoOf, rowsOf, software } from '../../../../test/network-fixtures.ts'
import { aCompany, draft, effectOf, prefixesOf, rename, set } from '../../../../test/network-setting-fixtures.ts'
import { type Answer, createWorld, type World } from '../../../../test/world.ts'

let world: World
let keeper: Keeper
beforeAll(async () => {
  world = await createWorld()
  keeper = await openAsKeeper(world.url)
})
afterAll(async () => {
  await keeper.close()
  await world.close()
})

/** Repeats a request while the server is too busy to begin it. */
async function served(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send()
    if (answer.code !== 503) return answer
  }
}
const dns = (...list: string[]) => ({ call: 'dns', input: { dns: list } })
const named = (network_name: string) => ({ call: 'name', input: { network_name } })

describe('network/changes', () => {
  it('makes one revision of several changes, each applied to the result of those before', async () => {
    const { owner, network_number, a, p, q } = await aCompany(world)
    const [extra] = (await hardware(world, owner, 1)) as [string]
    const changes = [
      { call: 'add_member', input: { router_name: extra, member_type: 'point' } },
      { call: 'edit_prefix', input: { router_name: extra, prefix: [{ ip: '192.168.1.0', mask: 24 }] } },
      { call: 'remove_member', input: { router_name: q } },
      { call: 'edit_prefix', input: { router_name: p, prefix: [{ ip: '192.168.2.0', mask: 24 }] } },
      named('分部'),
    ]
    const before = await keeper.rowsOf(owner.account_id)
    const dry = await draft(world, owner, network_number, changes, { dry_run: true })
    expect(await keeper.rowsOf(owner.account_id)).toEqual(before)
    const { answer, rose, log } = await effectOf(world, owner, network_number, () => draft(world, owner, network_number, changes))
    expect(dry).toMatchObject({ code: 200, data: answer.data })
    expect(answer).toMatchObject({
      code: 200,
      data: { revision: 2, impact: expect.arrayContaining([{ kind: 'leave', seconds: 0, count: 1, router_names: [q], names: [q] }]) },
    })
    expect((answer.data as { diff: { text: string }[] }).diff.map(({ text }) => text)).toEqual([
      '组网名称改为「分部」',
      `${p} 的路由前缀：新增 192.168.2.0/24`,
      `移出 ${q}`,
      `新增分支 ${extra}`,
    ])
    expect([rose, log.length]).toEqual([1, 1])
    expect(await prefixesOf(world, owner, network_number)).toEqual([`${p} 192.168.2.0/24`, `${extra} 192.168.1.0/24`])
    expect((await infoOf(world, owner, network_number)).link.filter((l) => l.center_router_name === a)).toHaveLength(3)
  })
  it('notifies no member whose configuration stays the same', async () => {
    const { owner, network_number, p, q } = await aCompany(world)
    const prefix = (router_name: string, ip: string) => ({ call: 'edit_prefix', input: { router_name, prefix: [{ ip, mask: 24 }] } })
    await draft(world, owner, network_number, [prefix(p, '192.168.1.0'), prefix(q, '192.168.2.0')])
    const { notified } = await effectOf(world, owner, network_number, () =>
      draft(world, owner, network_number, [prefix(p, '192.168.1.0'), named('分部')]),
    )
    expect(notified).toEqual([])
  })
  it.each([
    ['a rule', dns('1.1.1.1', '8.8.8.8', '9.9.9.9')],
    ['an input', dns('1.1.1.300')],
    ['an overlap', { call: 'edit_center_link_gateway', input: { gateway: '10.9.0.0', mask: 24 } }],
    ['somebody who is not there', { call: 'remove_member', input: { router_name: 'NOBODY' } }],
    ['a number that is not its own', { call: 'ciphers', input: { ncp_ciphers: 'sm', network_number: 'x', account_id: 1 } }],
  ])('changes nothing when one of three changes is refused for %s', async (_what, bad) => {
    const { owner, network_number } = await aCompany(world)
    const before = await keeper.rowsOf(owner.account_id)
    const answer = await draft(world, owner, network_number, [named('分部'), bad, dns('1.1.1.1')])
    expect(answer).toMatchObject({ code: 422, msg: expect.stringMatching(/^第 2 项修改：[^{}]*[\u4e00-\u9fff]/) })
    expect(answer.msg).not.toMatch(/undefined|null/)
    expect(await keeper.rowsOf(owner.account_id)).toEqual(before)
  })
  it('accepts up to MAX_CHANGES changes of known calls and refuses any other shape', async () => {
    const { owner, network_number } = await aCompany(world)
    const before = await keeper.rowsOf(owner.account_id)
    const hostile = [
      [],
      Array.from({ length: MAX_CHANGES + 1 }, () => named('分部')),
      [{ call: 'delete', input: {} }],
      [{ call: 'constructor', input: {} }],
      [{ call: '__proto__', input: {} }],
      [{ call: 'name', input: [] }],
      [{ call: 'name' }],
      [{ call: 'name', input: { network_name: '分部' }, network_number: '1' }],
      [named("'; drop table network; --\u0000")],
      [named('\ud800')],
      [{ call: 'name', input: { network_name: ['分部'] } }],
      [{ call: 'quagga', input: { router_name: 'constructor', enable: 1 } }],
      [{ call: 'edit_ip_address_pool', input: { center_link_network: '', network_fr_id: '', center_network: { constructor: {} } } }],
      { 0: named('分部') },
      'x',
      null,
    ]
    for (const changes of hostile)
      expect((await draft(world, owner, network_number, changes as unknown[])).code, JSON.stringify(changes)?.slice(0, 80)).toBe(422)
    const proto = `{"network_number":"${network_number}","changes":[{"call":"name","input":{"__proto__":{"network_name":"x"}}}]}`
    const sent = await world.call(owner, contract.networkRevisions.changes, proto, { headers: { 'content-type': 'application/json' } })
    expect([400, 422]).toContain(sent.code)
    for (const revision of ['1', 1.5, 2 ** 53, {}])
      expect((await draft(world, owner, network_number, [named('分部')], { revision })).code).toBe(422)
    expect(await keeper.rowsOf(owner.account_id)).toEqual(before)
    const most = Array.from({ length: MAX_CHANGES }, (_, i) => named(`分部${i}`))
    expect(await draft(world, owner, network_number, most)).toMatchObject({ code: 200, data: { revision: 2 } })
  })
  it('stores a name with HTML, quotes and placeholders unchanged', async () => {
    const { owner, network_number } = await aCompany(world)
    const text = `<b>'"--{n}%s`
    expect((await draft(world, owner, network_number, [named(text)])).code).toBe(200)
    expect((await infoOf(world, owner, network_number)).network_name).toBe(text)
  })
  it('refuses members and networks of another account, and a network that the role does not see', async () => {
    const { owner, network_number, p } = await aCompany(world)
    const theirs = await aCompany(world)
    const [their_free] = (await software(world, theirs.owner, 1)) as [string]
    const [hub, point] = (await hardware(world, owner, 2)) as [string, string]
    const hidden = await aNetwork(world, owner, '别处', [hub], [point])
    const confined = await aSubAccount(world, owner, { network_edit: 1, designated: [network_number] })
    const everything = async () => [await keeper.rowsOf(owner.account_id), await keeper.rowsOf(theirs.owner.account_id)]
    const before = await everything()
    for (const router_name of [theirs.a, their_free]) {
      for (const change of [
        { call: 'add_member', input: { router_name, member_type: 'point' } },
        { call: 'edit', input: { network_name: '总部', center: [], point: [p, router_name] } },
        { call: 'edit_prefix', input: { router_name, prefix: [] } },
      ])
        expect((await draft(world, confined, network_number, [change])).code).toBe(422)
    }
    for (const network of [theirs.network_number, hidden]) expect((await draft(world, confined, network, [named('x')])).code).toBe(204)
    expect(await everything()).toEqual(before)
    expect((await draft(world, confined, network_number, [named('分部')])).code).toBe(200)
  })
  it('counts the members of all its changes against the limit', async () => {
    const owner = await world.anOwner()
    const names = (await hardware(world, owner, 12)) as [string, ...string[]]
    const answer = await world.call(owner, contract.network.create, { network_name: '总部', center: [names[0]], point: names.slice(1, 9) })
    const { network_number } = answer.data as { network_number: string }
    const add = (router_name: string) => ({ call: 'add_member', input: { router_name, member_type: 'point' } })
    expect(await draft(world, owner, network_number, [add(names[9]!), add(names[10]!)])).toMatchObject({
      code: 422,
      msg: '第 2 项修改：成员名额已满（10/10），请申请扩容',
    })
    expect((await world.call(owner, contract.network.config, {})).data).toMatchObject({ network_router_use: 9 })
  })
  it('is refused while the network is unusable, unless it removes a member', async () => {
    const { owner, network_number, p } = await aCompany(world)
    await world.asSystem(({ sql }) =>
      sql.updateTable('account').set({ network_usable: 0 }).where('account_id', '=', owner.account_id).execute(),
    )
    const before = await rowsOf(world, owner)
    expect((await draft(world, owner, network_number, [named('分部'), dns('1.1.1.1')])).code).toBe(403)
    for (const call of ['ciphers', 're_send_config', 'quagga_enable'] as const)
      expect((await set(world, owner, call, { network_number, ...(call === 'ciphers' && { ncp_ciphers: 'sm' }) })).code).toBe(403)
    expect(await rowsOf(world, owner)).toEqual(before)
    expect((await draft(world, owner, network_number, [named('分部'), { call: 'remove_member', input: { router_name: p } }])).code).toBe(
      200,
    )
  })
})

describe('parallel edits', () => {
  it('answer 409 except one when all read the same revision', async () => {
    const { owner, network_number } = await aCompany(world)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => served(() => draft(world, owner, network_number, [dns(`1.1.1.${i + 1}`)], { revision: 1 }))),
    )
    expect(answers.map((one) => one.code).toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 11 }, () => 409)])
    const winner = answers.findIndex((one) => one.code === 200)
    expect(await infoOf(world, owner, network_number)).toMatchObject({ revision: 2, network_dns: [`1.1.1.${winner + 1}`] })
    const stale = await set(world, owner, 'dns', { network_number, dns: [] }, { headers: { 'if-match': '"1"' } })
    expect(stale).toMatchObject({ code: 409, status: 409 })
  })
  it('are all applied when they change different parts', async () => {
    const owner = await world.anOwner()
    await grant(world, owner, 'network_member', 100)
    const [hub, ...points] = (await hardware(world, owner, 13)) as [string, ...string[]]
    const made = await world.call(owner, contract.network.create, { network_name: '总部', center: [hub], point: points })
    const { network_number } = made.data as { network_number: string }
    const answers = await Promise.all(
      points.map((router_name, i) =>
        served(() => set(world, owner, 'edit_prefix', { network_number, router_name, prefix: [{ ip: `192.168.${i}.0`, mask: 24 }] })),
      ),
    )
    expect(new Set(answers.map((one) => one.code))).toEqual(new Set([200]))
    expect((await prefixesOf(world, owner, network_number)).toSorted()).toEqual(
      points.map((name, i) => `${name} 192.168.${i}.0/24`).toSorted(),
    )
    expect((await infoOf(world, owner, network_number)).revision).toBe(13)
  })
  it('answer 200 or 204 when the network is deleted meanwhile', async () => {
    const { owner, network_number, p } = await aCompany(world)
    await rename(world, owner, network_number, '分部')
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, (_, i) => served(() => draft(world, owner, network_number, [dns(`1.1.1.${i + 1}`), named(`名称${i}`)]))),
      served(() => world.call(owner, contract.network.delete, { network_number })),
      ...Array.from({ length: 5 }, () => served(() => set(world, owner, 'edit_prefix', { network_number, router_name: p, prefix: [] }))),
    ])
    expect(answers[5]!.code).toBe(200)
    expect(answers.every(({ code }) => code === 200 || code === 204)).toBe(true)
    expect((await rowsOf(world, owner)).networks).toEqual([])
  })
})
