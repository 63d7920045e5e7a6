import { X509Certificate } from 'node:crypto'
import { contract } from '@weft/contract'
import { assignedPort } from '@weft/member-config'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setMemberStatus } from '../member/member.service.ts'
import { fromUnix } from '../../../kernel/clock.ts'
import { textLog } from '../../../kernel/log.ts'
import { connected, listenForAgents } from '../../../../test/agent-client.ts'
import { aNetwork, aSubAccount, grant, hardware, logOf, software } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
let server: string
let owner: Person
let hub: string
let second: string
let app: string
let network_number: string
const logged: string[] = []
beforeAll(async () => {
  world = await createWorld({}, { log: textLog((line) => void logged.push(line)) })
  server = await listenForAgents(world)
})
afterAll(() => world.close())
beforeEach(async () => {
  owner = await world.anOwner()
  for (const code of ['network_member', 'network_center'] as const) await grant(world, owner, code, 10)
  ;[hub, second] = (await hardware(world, owner, 2)) as [string, string]
  ;[app] = (await software(world, owner, 1)) as [string]
  network_number = await aNetwork(world, owner, '门店', [hub, second], [app])
  await world.asSystem(({ sql }) =>
    sql
      .updateTable('member')
      .set({ create_time: fromUnix(now() - 86_400) })
      .where('account_id', '=', owner.account_id)
      .execute(),
  )
})

/** Returns the port on which a center listens for software members while no port is fixed. */
const port = () => assignedPort(network_number, 'software')
const now = () => Math.floor(Date.now() / 1000)
/** Records a control connection of a member from an address, `ago` seconds ago. */
const seen = (router_name: string, remote_ip: string, ago = 60, online: 0 | 1 = 1) =>
  world.asSystem(({ sql }) =>
    sql
      .insertInto('connect_log')
      .values({
        account_id: owner.account_id,
        router_name,
        remote_ip,
        remote_port: 1,
        version: null,
        online,
        create_time: fromUnix(now() - ago),
      } as never)
      .execute(),
  )
async function take(more: { router_name?: string; network_number?: string } = {}, who: Person = owner) {
  const response = await world.apps.console.inject({
    method: 'GET',
    url: `/api/v1/${contract.memberFiles.profile.path}`,
    query: { router_name: app, network_number, ...more },
    headers: { authorization: `Bearer ${who.access_token}` },
  })
  const file = response.headers['content-type'] === 'application/x-openvpn-profile'
  return {
    headers: response.headers,
    text: response.payload,
    code: file ? 200 : response.json<{ code: number }>().code,
    msg: file ? '' : response.json<{ msg: string }>().msg,
  }
}
/** Parses a profile as a client does: its directives in order, and its inline files. */
function parse(profile: string) {
  const files: Record<string, string> = {}
  const rest = profile.replace(/^<([\w-]+)>\n([\s\S]*?)^<\/\1>\n/gm, (_, name: string, body: string) => {
    files[name] = body
    return ''
  })
  const directives = rest.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return { files, directives, remotes: directives.filter((line) => line.startsWith('remote ')) }
}

describe('the profile of a standard client', () => {
  it('names every center that has connected, and contains the network’s CA and key and no password', async () => {
    await seen(hub, '198.51.100.1', 600)
    await seen(hub, '203.0.113.1', 60)
    await seen(hub, '203.0.113.99', 30, 0)
    await seen(second, '::ffff:203.0.113.2')
    const { text, headers } = await take()
    const { directives, files, remotes } = parse(text)
    expect(remotes).toEqual([hub, second].toSorted().map((name) => `remote ${name === hub ? '203.0.113.1' : '203.0.113.2'} ${port()}`))
    for (const directive of ['client', 'dev tun', 'proto udp', 'auth-user-pass', 'remote-cert-tls server', 'setenv FRIENDLY_NAME "门店"'])
      expect(directives).toContain(directive)
    expect(Object.keys(files)).toEqual(['ca', 'tls-crypt'])
    expect(new X509Certificate(files.ca!).subject).toBe(`CN=Weft ${network_number}`)
    expect(text).not.toMatch(/PRIVATE KEY|password/i)
    expect(headers['content-disposition']).toContain(`"${app.split('@')[0]}-${network_number}.ovpn"`)
    expect(headers['cache-control']).toBe('no-store')
    expect((await take()).text).toBe(text)
  })

  it('names the fixed port of a center and its public address, even if it never connected', async () => {
    const software_port = JSON.stringify({ public_ip: '198.51.100.77', public_port: 8443, static_port: 1443 })
    await world.asSystem(({ sql }) => sql.updateTable('network_center').set({ software_port }).where('router_name', '=', hub).execute())
    expect(parse((await take()).text).remotes).toEqual(['remote 198.51.100.77 8443'])
  })

  it('names the address from which a center really connected', async () => {
    const device = await connected(world, server, { account_id: owner.account_id, router_name: hub })
    expect(parse((await take()).text).remotes).toEqual([`remote 127.0.0.1 ${port()}`])
    await device.leave()
  })

  it('names no center that is disabled, has its link off, or connected only under another account', async () => {
    await seen(hub, '203.0.113.1')
    await seen(second, '203.0.113.2')
    await world.asSystem(({ sql }) => sql.updateTable('network_link').set({ enable: 0 }).where('center_router_name', '=', hub).execute())
    expect(parse((await take()).text).remotes).toEqual([`remote 203.0.113.2 ${port()}`])
    await world.asAccount(owner, (db) => setMemberStatus(db, 'system', second, 0))
    expect((await take()).code).toBe(403)
    await world.asAccount(owner, (db) => setMemberStatus(db, 'system', second, 1))
    await world.asSystem(({ sql }) =>
      sql
        .updateTable('member')
        .set({ create_time: fromUnix(now() + 5) })
        .where('router_name', '=', second)
        .execute(),
    )
    expect((await take()).code).toBe(403)
  })

  it('offers the ciphers of the network', async () => {
    await seen(hub, '203.0.113.1')
    await world.asSystem(({ sql }) =>
      sql.updateTable('network').set({ ncp_ciphers: 'sm' }).where('network_number', '=', network_number).execute(),
    )
    expect(parse((await take()).text).directives).toEqual(expect.arrayContaining(['data-ciphers SM4-CBC', 'auth SM3']))
  })

  it('lets the name of a network add no directive', async () => {
    await seen(hub, '203.0.113.1')
    const network_name = '"\\ up "/bin/sh"'
    await world.asSystem(({ sql }) =>
      sql.updateTable('network').set({ network_name }).where('network_number', '=', network_number).execute(),
    )
    const { directives } = parse((await take()).text)
    expect(directives.filter((line) => line.startsWith('up') || line.includes('/bin'))).toEqual([])
    expect(directives.at(-1)).toBe('setenv FRIENDLY_NAME "__ up __bin_sh_"')
  })
})

describe('a profile', () => {
  beforeEach(() => seen(hub, '203.0.113.1'))

  it('is refused for a hardware member, which has a configuration of its own', async () => {
    expect(await take({ router_name: hub })).toMatchObject({ code: 422, msg: `成员 ${hub} 是硬件成员，不支持此操作` })
  })
  it('is refused for a member that is not in the network', async () => {
    const [stranger] = (await software(world, owner, 1)) as [string]
    expect(await take({ router_name: stranger })).toMatchObject({ code: 204, msg: '成员不在该组网中' })
  })
  it('is refused for a disabled member, which no center would admit', async () => {
    await world.asAccount(owner, (db) => setMemberStatus(db, 'system', app, 0))
    expect(await take()).toMatchObject({ code: 403, msg: `成员 ${app} 已停用` })
  })
  it('is refused for a network without a center, and for one whose center never connected', async () => {
    const [free] = (await hardware(world, owner, 1)) as [string]
    for (const centers of [[], [free]]) {
      const number = await aNetwork(world, owner, `另一个 ${centers.length}`, centers, [app])
      expect(await take({ network_number: number })).toMatchObject({ code: 403, msg: '组网没有可连接的中心，无法生成配置' })
    }
  })
  it('is refused to a role that may not edit members', async () => {
    expect((await take({}, await aSubAccount(world, owner, { network_edit: 1 }))).code).toBe(403)
  })
  it('leaves no log row and no authority behind when it is refused', async () => {
    const before = await logOf(world, owner)
    await take({ router_name: hub })
    expect(await logOf(world, owner)).toEqual(before)
    expect(
      await world.db.systemNow.sql.selectFrom('network_authority').selectAll().where('account_id', '=', owner.account_id).execute(),
    ).toEqual([])
  })
})

it('every download of a profile is in the operation log, and its secrets are in no log', async () => {
  await seen(hub, '203.0.113.1')
  const { text } = await take()
  const entry = (await logOf(world, owner)).at(-1)
  expect(entry).toMatchObject({
    area: 'member',
    action: 'profile',
    message: `下载成员 ${app} 在组网「门店」的客户端配置`,
    detail: { router_name: app, network_number },
  })
  const secret = parse(text).files['tls-crypt']!.split('\n')[5]!
  expect(JSON.stringify(entry)).not.toContain(secret)
  // The same holds if the profile cannot be made, which is logged.
  const certificate = 'no certificate'
  await world.asSystem(({ sql }) =>
    sql.updateTable('network_authority').set({ certificate }).where('network_number', '=', network_number).execute(),
  )
  expect((await take()).code).toBe(500)
  expect(logged.length).toBeGreaterThan(0)
  expect(logged.join('\n')).not.toContain(secret)
})
