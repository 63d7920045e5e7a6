import { contract, type DirectorySynced } from '@weft/contract'
import { EgressFailure } from '../../../adapters/egress/egress.ts'
import { createConnectionService } from './connection.service.ts'
import { createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { aDirectoryWorld, type DirectoryWorld, DOMAIN, formOf, proved, setUp, syncNow } from '../../../../test/directory-fixtures.ts'
import { aCertificate, ADMIN, anAuthority, type Authority, type LdapServer, PEOPLE } from '../../../../test/ldap-server.ts'
import { lacks } from '../../../../test/lacks.ts'
import { aMember, memberOf } from '../../../../test/member-fixtures.ts'
import { aLimitedColleague, aNetwork, hardware, tagMine } from '../../../../test/network-fixtures.ts'
import type { Person, World } from '../../../../test/world.ts'

const { directory } = contract

let made: DirectoryWorld
let authority: Authority
let server: LdapServer
let dead: number
let world: World
let owner: Person
beforeAll(async () => {
  made = await aDirectoryWorld()
  ;({ authority, server, dead, world } = made)
})
afterAll(() => made.close())
beforeEach(async () => {
  owner = await made.anOwner()
})

const call = (endpoint: (typeof directory)[keyof typeof directory], input: object = {}, who = owner) => world.call(who, endpoint, input)
const nameOf = (username: string) => `${username}@${owner.account_number}`
const synced = async (more: object = {}) => (await syncNow(world, owner, more)).data as DirectorySynced

const rowOf = () =>
  world.asSystem(({ sql }) => sql.selectFrom('directory').selectAll().where('account_id', '=', owner.account_id).executeTakeFirstOrThrow())

/** Starts a server that counts connections and closes them. */
async function listening(port: number) {
  const counted = { connections: 0, close: () => server.close() }
  const server = createServer((socket) => {
    counted.connections += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return counted
}

describe.skipIf(lacks('slapd'))('a configuration', () => {
  it('is saved only exactly as it was checked, by an account that has proved the domain', async () => {
    const form = formOf(server)
    expect(await call(directory.save, form)).toMatchObject({ code: 403, msg: '配置未通过检测或已修改，请先检测配置' })
    await proved(world, owner)
    expect((await call(directory.check, form)).data).toMatchObject({ ok: 1 })
    expect(await call(directory.save, { ...form, base_dn: PEOPLE })).toMatchObject({ code: 403 })
    expect(await call(directory.save, form)).toMatchObject({ code: 200 })
    const { data } = await call(directory.config)
    expect(data).toMatchObject({
      enable: 1,
      notice: expect.stringContaining('明文'),
      data: { host: '127.0.0.1', password: '********', mode: 'public' },
    })
    expect(JSON.stringify(data)).not.toContain(ADMIN.password)
    const row = await rowOf()
    expect(row.password_sealed).not.toContain(ADMIN.password)
    expect((await call(directory.status)).data).toEqual({ enable: 1, sync_mode: 1 })
  })

  it('is reported to the owner when its server changes', async () => {
    await setUp(world, owner, formOf(server))
    await setUp(world, owner, formOf(server, { sync_mode: 2 }))
    const sent = await world.asSystem(({ sql }) =>
      sql.selectFrom('message').select(['title', 'login_id', 'content']).where('account_id', '=', owner.account_id).execute(),
    )
    const title = '企业目录的服务器已修改'
    const content = expect.stringContaining(`127.0.0.1:${server.port}`)
    expect(sent.filter((message) => message.title === title)).toEqual([{ title, login_id: owner.login_id, content }])
  })

  it('cannot be saved ten minutes after its check', async () => {
    await proved(world, owner)
    await call(directory.check, formOf(server))
    await world.pass(601)
    expect(await call(directory.save, formOf(server))).toMatchObject({ code: 403 })
  })

  it('connects to no server before its domain is proved and everything that it names is the account’s own', async () => {
    const listener = await listening(dead)
    onTestFinished(() => void listener.close())
    const form = formOf(server, { port: dead })
    const other = await made.anOwner()
    const network_number = await aNetwork(world, other, '别人的', await hardware(world, other, 1))
    expect(await call(directory.check, form)).toMatchObject({ code: 423, msg: '请下载验证文件并放到域名根目录' })
    await proved(world, owner)
    expect(await call(directory.check, { ...form, network_number })).toMatchObject({ code: 204, msg: '组网不存在' })
    expect(await call(directory.check, { ...form, mode: 'private', router_name: 'NOSUCHMEMBER' })).toMatchObject({ code: 204 })
    expect(listener.connections).toBe(0)
    await call(directory.check, form)
    expect(listener.connections).toBe(1)
  })

  it('reports step by step how far its check came', async () => {
    await proved(world, owner)
    const tell = async (more: object) => (await call(directory.check, formOf(server, more))).data
    expect(await tell({ password: 'wrong' })).toMatchObject({
      ok: 0,
      steps: [
        { step: 'reach', ok: 1 },
        { step: 'bind', ok: 0, msg: '绑定账号或密码错误' },
      ],
    })
    expect(await tell({ port: dead })).toMatchObject({
      ok: 0,
      steps: [{ step: 'reach', msg: `127.0.0.1 的端口 ${dead} 拒绝连接，请检查端口和防火墙` }],
    })
    expect(await tell({ host: '10.0.0.1' })).toMatchObject({ steps: [{ step: 'reach', msg: expect.stringContaining('不是公网地址') }] })
    expect(await tell({ base_dn: 'ou=销售\\, 华东,dc=example,dc=com' })).toMatchObject({
      ok: 0,
      steps: [{}, {}, { step: 'base', msg: 'Base DN 不存在，请检查拼写' }],
    })
  })

  it('is neither made automatic nor restarted by a role that sees some members alone', async () => {
    await setUp(world, owner, formOf(server))
    const limited = await aLimitedColleague(world, owner)
    const before = await rowOf()
    const refused = { code: 403, msg: expect.stringContaining('您的角色只能查看部分成员') }
    expect(await call(directory.sync_mode, { sync_mode: 2 }, limited)).toMatchObject(refused)
    expect(await call(directory.restart_sync, {}, limited)).toMatchObject(refused)
    expect(await setUp(world, limited, formOf(server, { sync_mode: 2 }))).toMatchObject(refused)
    expect(await rowOf()).toEqual(before)
    expect(await setUp(world, limited, formOf(server))).toMatchObject({ code: 200 })
  })

  it('is not saved over another one that goes through a member which the role does not see', async () => {
    const [router_name] = await hardware(world, owner, 1)
    await setUp(world, owner, formOf(server))
    await world.asSystem(({ sql }) =>
      sql.updateTable('directory').set({ router_name: router_name! }).where('account_id', '=', owner.account_id).execute(),
    )
    const limited = await aLimitedColleague(world, owner)
    expect(await setUp(world, limited, formOf(server))).toMatchObject({ code: 403 })
    expect(await rowOf()).toMatchObject({ router_name })
    await tagMine(world, owner, [router_name!])
    expect(await setUp(world, limited, formOf(server))).toMatchObject({ code: 200 })
    expect(await rowOf()).toMatchObject({ router_name: null })
  })

  it('is refused with a message about each wrong field', async () => {
    await proved(world, owner)
    const messageFor = async (more: object) => (await call(directory.check, formOf(server, more))).msg
    expect(await messageFor({ host: '' })).toBe('服务器地址不能为空')
    expect(await messageFor({ port: '' })).toBe('端口不能为空')
    expect(await messageFor({ port: '38x' })).toBe('端口只能输入数字')
    expect(await messageFor({ port: 70000 })).toBe('端口不能大于 65535')
    expect(await messageFor({ base_dn: '' })).toBe('Base DN 不能为空')
    expect(await messageFor({ domain: '' })).toBe('域名不能为空')
    expect(await messageFor({ domain: 'nolabel' })).toBe('域名格式不正确')
    expect(await messageFor({ use_ssl: 1 })).toBe('请上传 CA 证书')
    expect(await messageFor({ host: 'a b' })).toBe('服务器地址格式不正确')
    expect(await messageFor({ username: '' })).toBe('用户名不能为空')
    expect((await call(directory.check, formOf(server, { network_number: '9999999999' }))).code).toBe(204)
  })

  it('keeps its password, but not for another server, user or encryption', async () => {
    await setUp(world, owner, formOf(server))
    const kept = { password: '********' }
    expect((await call(directory.check, formOf(server, kept))).data).toMatchObject({ ok: 1 })
    for (const more of [{ port: dead }, { host: 'localhost' }, { use_tls: 1 }, { username: `cn=other,${PEOPLE}` }])
      expect(await call(directory.check, formOf(server, { ...kept, ...more }))).toMatchObject({
        code: 422,
        data: { errors: [{ field: 'password' }] },
      })
    expect(await call(directory.check, formOf(server, { base_dn: PEOPLE }))).toMatchObject({ code: 422, msg: 'Base DN 创建后不可修改' })
  })

  it('trusts an uploaded authority over SSL', async () => {
    await proved(world, owner)
    const { ca_id } = await uploaded(authority.certificate)
    const form = formOf(server, { host: 'localhost', port: server.ssl_port, use_ssl: 1, ca_id })
    expect((await call(directory.check, form)).data).toMatchObject({ ok: 1, steps: [{ step: 'reach' }, { step: 'tls' }, {}, {}, {}] })
    expect(await setUp(world, owner, form)).toMatchObject({ code: 200 })
    expect((await call(directory.config)).data).toMatchObject({ data: { ca_id, file_name: 'ca.pem' }, notice: '' })
    const foreign = await world.anOwner()
    expect(await call(directory.check, form, foreign)).toMatchObject({ code: 204, msg: '请上传 CA 证书' })
    const wrong = (await uploaded((await anAuthority('别人')).certificate)).ca_id
    expect((await call(directory.check, { ...form, ca_id: wrong })).data).toMatchObject({
      ok: 0,
      steps: [{}, { msg: expect.stringContaining('测试根证书') }],
    })
  })

  it('accepts no private key and no other file as an authority', async () => {
    const { key } = await aCertificate(authority, 'localhost')
    expect(await upload(key)).toMatchObject({ code: 422, msg: '文件包含私钥，请只上传证书' })
    expect(await upload(authority.certificate, 'ca.exe')).toMatchObject({
      code: 422,
      msg: '仅支持 cert、crt、cer、pem 格式',
      data: { errors: [{ field: 'file', msg: '仅支持 cert、crt、cer、pem 格式' }] },
    })
    expect(await upload('not a certificate')).toMatchObject({ code: 422, msg: '文件不是有效的证书' })
    expect(await upload('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----')).toMatchObject({ code: 422 })
  })

  it('is deleted with the members that came from it and no others', async () => {
    const own = await aMember(world, owner, 'own.member')
    await setUp(world, owner, formOf(server))
    await synced()
    expect(await call(directory.delete)).toMatchObject({ code: 200, data: { removed: 3 } })
    expect(await memberOf(world, owner, own)).toBeDefined()
    expect(await memberOf(world, owner, nameOf('lisi'))).toBeUndefined()
    expect((await call(directory.status)).data).toEqual({ enable: 0, sync_mode: null })
    for (const endpoint of [directory.user, directory.sync_status, directory.restart_sync, directory.remove_disable, directory.delete])
      expect(await call(endpoint)).toMatchObject({ code: 403, msg: '尚未接入目录，请先配置' })
  })
})

async function upload(pem: string, file_name = 'ca.pem') {
  const response = await world.apps.console.inject({
    method: 'POST',
    url: '/api/v1/ldap/upload',
    headers: { authorization: `Bearer ${owner.access_token}`, 'content-type': 'multipart/form-data; boundary=b' },
    payload: `--b\r\ncontent-disposition: form-data; name="file"; filename="${file_name}"\r\ncontent-type: application/x-x509-ca-cert\r\n\r\n${pem}\r\n--b--\r\n`,
  })
  return response.json<{ code: number; msg: string; data: { ca_id: string } }>()
}
const uploaded = async (pem: string) => (await upload(pem)).data

describe.skipIf(lacks('slapd'))('a domain', () => {
  it('has a file of its own for each account', async () => {
    const fileOf = async (who: Person) =>
      (
        await world.apps.console.inject({
          url: `/api/v1/ldap/download_verify_domain?domain=${DOMAIN}`,
          headers: { authorization: `Bearer ${who.access_token}` },
        })
      ).payload
    const own = await fileOf(owner)
    expect(own).toMatch(/^weft-domain-verification=[0-9a-f]{64}\n$/)
    expect(await fileOf(owner)).toBe(own)
    expect(await fileOf(await world.anOwner())).not.toBe(own)
  })

  it('is proved by its file, and only for the account of that file', async () => {
    const asked: string[] = []
    let content = 'another text'
    const connections = createConnectionService({
      ...world.infrastructure,
      ...world.services,
      ldapOf: () => {
        throw new Error('no directory is asked')
      },
      egress: {
        resolve: () => Promise.reject(new EgressFailure('unresolved', '')),
        call: async (url) => {
          asked.push(url)
          if (url.startsWith('https:')) throw new EgressFailure('certificate', 'CERT_HAS_EXPIRED')
          return { status: 200, body: Buffer.from(content) }
        },
      },
    })
    const { account_id } = owner
    expect(await connections.lookFor(account_id, { domain: 'proved.example' })).toBe(false)
    const url = '/api/v1/ldap/download_verify_domain?domain=proved.example'
    content = (await world.apps.console.inject({ url, headers: { authorization: `Bearer ${owner.access_token}` } })).payload
    expect(await connections.lookFor(account_id, { domain: 'proved.example' })).toBe(true)
    expect(await connections.lookFor((await world.anOwner()).account_id, { domain: 'proved.example' })).toBe(false)
    expect(asked.slice(0, 2)).toEqual(['https', 'http'].map((scheme) => `${scheme}://proved.example/weft-domain-verification.txt`))
  })

  it('is not proved without its file', async () => {
    expect(await call(directory.verify_domain, { domain: 'does-not-exist.invalid' })).toMatchObject({
      code: 423,
      msg: '请下载验证文件并放到域名根目录',
    })
  })
})
