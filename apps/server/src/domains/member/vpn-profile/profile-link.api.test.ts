import { budgets, contract, PROFILE_LINK_SECONDS, type ProfileLink, type ProfileLinkState } from '@weft/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aNetwork, aSubAccount, grant, hardware, logOf, software } from '../../../../test/network-fixtures.ts'
import { anAddress } from '../../../../test/verification-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'
import { unix } from '../../../kernel/clock.ts'
import { token } from '../../../kernel/ids.ts'
import { textLog } from '../../../kernel/log.ts'
import { digest } from '../../../kernel/secrets.ts'
import { setMemberStatus } from '../member/member.service.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Safari/604.1'
const USED = '该链接已经用过，每个链接只能用一次；请让对方重新生成'
const INVALID = '链接无效或已失效，请让对方重新生成'

let world: World
let owner: Person
let hub: string
let app: string
let network_number: string
const logged: string[] = []
beforeAll(async () => {
  world = await createWorld({ WEFT_ACCESS_LOG: '1' }, { log: textLog((line) => void logged.push(line)) })
})
afterAll(() => world.close())
beforeEach(async () => {
  owner = await world.anOwner()
  for (const code of ['network_member', 'network_center'] as const) await grant(world, owner, code, 10)
  ;[hub] = (await hardware(world, owner, 1)) as [string]
  ;[app] = (await software(world, owner, 1)) as [string]
  network_number = await aNetwork(world, owner, '门店', [hub], [app])
  const software_port = JSON.stringify({ public_ip: '198.51.100.77', public_port: 8443, static_port: 1443 })
  await world.asSystem(({ sql }) => sql.updateTable('network_center').set({ software_port }).where('router_name', '=', hub).execute())
})

const ask = (who: Person = owner, more: { router_name?: string; network_number?: string } = {}) =>
  world.call(who, contract.memberFiles.profile_link, { router_name: app, network_number, ...more })
async function made(who: Person = owner): Promise<ProfileLink> {
  const answer = await ask(who)
  expect(answer).toMatchObject({ code: 200, msg: '创建成功' })
  return answer.data
}
async function use(given: unknown, { address = anAddress(), user_agent = IPHONE } = {}) {
  const response = await world.apps.console.inject({
    method: 'POST',
    url: `/api/v1/${contract.memberFiles.profile_link_use.path}`,
    payload: { token: given },
    remoteAddress: address,
    headers: { 'user-agent': user_agent },
  })
  const file = response.headers['content-type'] === 'application/x-openvpn-profile'
  return {
    headers: response.headers,
    text: response.payload,
    code: file ? 200 : response.json<{ code: number }>().code,
    msg: file ? '' : response.json<{ msg: string }>().msg,
  }
}
async function state({ link_id }: ProfileLink, who: Person = owner): Promise<ProfileLinkState> {
  const answer = await world.call(who, contract.memberFiles.profile_link_state, { router_name: app, link_id })
  expect(answer.code).toBe(200)
  return answer.data
}
const now = () => unix(world.infrastructure.clock.now())

describe('a link to a profile', () => {
  it('gives the same file as the download, once, and tells when and from which system it was used', async () => {
    const link = await made()
    expect(link.expire_time).toBe(now() + PROFILE_LINK_SECONDS)
    expect(await state(link)).toEqual({ expire_time: link.expire_time, use_time: null, use_system: '' })
    await world.pass(60)
    const { text, headers } = await use(link.token)
    expect(text).toContain('remote 198.51.100.77 8443')
    expect(headers).toMatchObject({ 'cache-control': 'no-store' })
    expect(headers['content-disposition']).toContain(`"${app.split('@')[0]}-${network_number}.ovpn"`)
    const downloaded = await world.apps.console.inject({
      url: `/api/v1/${contract.memberFiles.profile.path}`,
      query: { router_name: app, network_number },
      headers: { authorization: `Bearer ${owner.access_token}` },
    })
    expect(text).toBe(downloaded.payload)
    expect(await state(link)).toEqual({ expire_time: link.expire_time, use_time: now(), use_system: 'iPhone' })
    expect(await use(link.token)).toMatchObject({ code: 403, msg: USED })
  })

  it('gives the file to one of many who use it at the same time', async () => {
    const { token: given } = await made()
    const answers = await Promise.all(Array.from({ length: 6 }, () => use(given)))
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 403, 403, 403, 403, 403])
  })

  it('ends after ten minutes', async () => {
    const { token: given } = await made()
    await world.pass(PROFILE_LINK_SECONDS - 1)
    const { token: late } = await made(await aSubAccount(world, owner, { member_edit: 1 }))
    expect((await use(given)).code).toBe(200)
    await world.pass(PROFILE_LINK_SECONDS)
    expect(await use(late)).toMatchObject({ code: 403, msg: INVALID })
  })

  it('ends when its maker makes another one to the same profile, and no other does', async () => {
    const first = await made()
    const colleague = await made(await aSubAccount(world, owner, { member_edit: 1 }))
    const second = await made()
    expect((await state(first)).expire_time).toBe(now())
    expect(await use(first.token)).toMatchObject({ code: 403, msg: INVALID })
    expect((await use(second.token)).code).toBe(200)
    expect((await use(colleague.token)).code).toBe(200)
  })

  it('is deleted a day after its end, and not before', async () => {
    const { link_id } = await made()
    await world.pass(PROFILE_LINK_SECONDS + 86_000)
    await world.services.profileLinks.deleteExpired()
    const asked = () => world.call(owner, contract.memberFiles.profile_link_state, { router_name: app, link_id })
    const signed_in = await world.signedIn(owner)
    owner = { ...owner, ...signed_in }
    expect((await asked()).code).toBe(200)
    await world.pass(1000)
    await world.services.profileLinks.deleteExpired()
    expect(await asked()).toMatchObject({ code: 204, msg: '链接不存在或已过期' })
  })
})

describe('a link stands for what its maker may do when it is used:', () => {
  it('works although the token of the maker’s session has expired meanwhile', async () => {
    await world.pass(1500)
    const { token: given } = await made()
    await world.pass(400)
    expect((await use(given)).code).toBe(200)
  })

  it('gives nothing once the maker has signed out', async () => {
    const { token: given } = await made()
    await world.call(owner, contract.login.logout, {})
    expect(await use(given)).toMatchObject({ code: 403, msg: INVALID })
  })

  it.each([
    ['no longer edits members', { member_edit: 0 }, {}],
    ['may no longer see the network', { network_view: 0 }, {}],
    ['may no longer see the member', { by_tag: 1 }, {}],
    ['is disabled', {}, { status: 0 }],
  ] as const)('gives nothing once the maker %s', async (_, role, login) => {
    const maker = await aSubAccount(world, owner, { member_edit: 1 })
    const { token: given } = await made(maker)
    await world.asSystem(async ({ sql }) => {
      const { role_id } = await sql.selectFrom('login').select('role_id').where('login_id', '=', maker.login_id).executeTakeFirstOrThrow()
      if (Object.keys(role).length > 0) await sql.updateTable('role').set(role).where('role_id', '=', role_id!).execute()
      if (Object.keys(login).length > 0) await sql.updateTable('login').set(login).where('login_id', '=', maker.login_id).execute()
    })
    expect(await use(given)).toMatchObject({ code: 403, msg: INVALID })
  })

  it('gives nothing once the member was deleted or has left the network', async () => {
    const { token: left } = await made()
    await world.call(owner, contract.network.remove_member, { network_number, router_name: app })
    expect(await use(left)).toMatchObject({ code: 403, msg: INVALID })
    const number = await aNetwork(world, owner, '另一个', [], [app])
    await world.call(owner, contract.network.add_member, { network_number, router_name: app, member_type: 'point' })
    const { token: deleted } = await made()
    expect(number).not.toBe(network_number)
    await world.call(owner, contract.router.delete, { router_name: app })
    expect(await use(deleted)).toMatchObject({ code: 403, msg: INVALID })
  })

  it('stays unused while its profile cannot be made', async () => {
    const { token: given } = await made()
    await world.asAccount(owner, (db) => setMemberStatus(db, 'system', app, 0))
    expect(await use(given)).toMatchObject({ code: 403, msg: `成员 ${app} 已停用` })
    await world.asAccount(owner, (db) => setMemberStatus(db, 'system', app, 1))
    expect((await use(given)).code).toBe(200)
  })
})

describe('nobody', () => {
  it('makes a link to what they could not download', async () => {
    expect((await ask(owner, { router_name: hub })).msg).toBe(`成员 ${hub} 是硬件成员，不支持此操作`)
    const [stranger] = (await software(world, owner, 1)) as [string]
    expect((await ask(owner, { router_name: stranger })).msg).toBe('成员不在该组网中')
    expect((await ask(await aSubAccount(world, owner, { network_edit: 1 }))).code).toBe(403)
    expect((await ask(await world.anOwner())).code).toBe(204)
    expect((await logOf(world, owner)).filter(({ action }) => action === 'profile_link')).toEqual([])
  })

  it('learns of a link by another member or in another account', async () => {
    const { link_id } = await made()
    const [other] = (await software(world, owner, 1)) as [string]
    const stranger = await world.anOwner()
    const [theirs] = (await software(world, stranger, 1)) as [string]
    for (const [who, router_name] of [
      [owner, other],
      [stranger, theirs],
    ] as const)
      expect((await world.call(who, contract.memberFiles.profile_link_state, { router_name, link_id })).msg).toBe('链接不存在或已过期')
  })

  it('gets a profile for a token that was not made', async () => {
    const { token: given, link_id } = await made()
    const hash = digest(given).toString('hex')
    for (const wrong of [token(), hash, link_id, `${given}x`, given.slice(1), given.toUpperCase(), "' or true --", 'a'.repeat(128), '链接'])
      expect(await use(wrong), wrong).toMatchObject({ code: 403, msg: INVALID })
    for (const malformed of ['', 'a'.repeat(129), null, 7, [given], { $ne: '' }]) expect((await use(malformed)).code).toBe(422)
    expect((await use(given)).code).toBe(200)
  })

  it('tries more wrong tokens than the budget of an address has, and good ones cost nothing', async () => {
    const address = anAddress()
    const [{ amount }] = budgets.profile_link_token.counts
    for (let i = 0; i < amount - 1; i++) await world.services.budgets.take('profile_link_token', { address, language: 'zh-CN' })
    for (let i = 0; i < 2; i++) expect((await use((await made()).token, { address })).code).toBe(200)
    expect((await use(token(), { address })).code).toBe(403)
    const spent = await use((await made()).token, { address })
    expect(spent).toMatchObject({ code: 429, msg: expect.stringContaining('打开无效配置链接的次数') })
  })

  it('makes more links than the budget of a login has', async () => {
    const { account_id, login_id } = owner
    const amount = budgets.profile_link.counts.find(({ by }) => by === 'login')!.amount
    for (let i = 0; i < amount; i++) await world.services.budgets.take('profile_link', { account_id, login_id, language: 'zh-CN' })
    expect(await ask()).toMatchObject({ code: 429, msg: expect.stringContaining('生成配置链接的次数') })
  })
})

it('making and using a link are in the operation log, and its token is in no log and in no table', async () => {
  const { token: given } = await made()
  await use(given, { address: '203.0.113.8' })
  await use(given, { address: '203.0.113.8' })
  const entries = (await logOf(world, owner)).slice(-2)
  expect(entries).toMatchObject([
    { actor_kind: 'owner', action: 'profile_link', detail: { router_name: app, network_number } },
    {
      actor_kind: 'system',
      action: 'profile_link_use',
      message: `有人用「${owner.username}」生成的一次性链接下载了成员 ${app} 在组网「门店」的客户端配置`,
      detail: { router_name: app, network_number, username: owner.username, system: 'iPhone', address: '203.0.113.8' },
    },
  ])
  // The same holds if the profile cannot be made, which is logged.
  const { token: second } = await made()
  await world.asSystem(({ sql }) =>
    sql.updateTable('network_authority').set({ certificate: 'none' }).where('network_number', '=', network_number).execute(),
  )
  expect((await use(second)).code).toBe(500)
  const rows = await world.db.systemNow.sql.selectFrom('profile_link').selectAll().where('account_id', '=', owner.account_id).execute()
  expect(rows).toHaveLength(2)
  const kept = JSON.stringify([await logOf(world, owner), rows.map((row) => ({ ...row, link_hash: row.link_hash.toString('latin1') }))])
  expect(logged.length).toBeGreaterThan(0)
  for (const secret of [given, second]) for (const text of [kept, logged.join('\n')]) expect(text).not.toContain(secret)
})
