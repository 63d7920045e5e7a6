import { contract, type DirectorySynced, type DirectoryStatus } from '@weft/contract'
import { EgressFailure } from '../src/adapters/egress/egress.ts'
import { createLdap } from '../src/adapters/ldap/ldap.ts'
import { createConnectionService } from '../src/domains/directory/connection.service.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aNetwork, aSubAccount, grant, hardware, infoOf } from './network-fixtures.ts'
import { DOMAIN, directoryMembers, formOf, proved, setUp, signIn, syncNow, usersOf } from './directory-fixtures.ts'
import { aCertificate, ADMIN, anAuthority, anLdapServer, type Authority, freePort, type LdapServer, PEOPLE, person } from './ldap-server.ts'
import { aCredential, aMember, credentialsOf, memberOf, told } from './member-fixtures.ts'
import { createWorld, type Person, type World } from './world.ts'

const { directory } = contract

let authority: Authority
let server: LdapServer
let dead: number
let world: World
let owner: Person
beforeAll(async () => {
  authority = await anAuthority('测试根证书')
  server = await anLdapServer({ tls: { ...(await aCertificate(authority, 'localhost')), ca: authority.certificate } })
  dead = await freePort()
  const allowed = [`127.0.0.1:${server.port}`, `127.0.0.1:${dead}`, `localhost:${server.ssl_port}`, `localhost:${server.port}`]
  world = await createWorld({ WEFT_EGRESS_ALLOW: allowed.join(',') })
})
afterAll(async () => {
  await world.close()
  await server.stop()
})
/** Every test has a directory of these three. */
const THREE = ['zhangsan', 'lisi', 'wang.wu']
beforeEach(async () => {
  owner = await world.anOwner()
  await grant(world, owner, 'software_member', 30)
  const { searchEntries } = await server.admin.search(PEOPLE, { scope: 'one', attributes: ['1.1'] })
  for (const { dn } of searchEntries) await server.remove(dn)
  await server.add(THREE.map((name) => person(name)))
})

const call = (endpoint: (typeof directory)[keyof typeof directory], input: object = {}, who = owner) => world.call(who, endpoint, input)
const nameOf = (username: string) => `${username}@${owner.account_number}`
const synced = async (more: object = {}) => (await syncNow(world, owner, more)).data as DirectorySynced
const statusOf = async () => (await call(directory.sync_status)).data as DirectoryStatus

describe('a configuration', () => {
  it('is saved only as it was checked, by whoever has the domain', async () => {
    const form = formOf(server)
    expect(await call(directory.save, form)).toMatchObject({ code: 403, msg: '配置未通过检测或已修改，请先检测配置' })
    expect((await call(directory.check, form)).data).toMatchObject({ ok: 1 })
    expect(await call(directory.save, form)).toMatchObject({ code: 423 })
    await proved(world, owner)
    expect(await call(directory.save, { ...form, base_dn: PEOPLE })).toMatchObject({ code: 403 })
    expect(await call(directory.save, form)).toMatchObject({ code: 200 })
    const { data } = await call(directory.config)
    expect(data).toMatchObject({
      enable: 1,
      notice: expect.stringContaining('明文'),
      data: { host: '127.0.0.1', password: '********', mode: 'public' },
    })
    expect(JSON.stringify(data)).not.toContain(ADMIN.password)
    const row = await world.asSystem(({ sql }) =>
      sql.selectFrom('directory').selectAll().where('account_id', '=', owner.account_id).executeTakeFirstOrThrow(),
    )
    expect(row.password_sealed).not.toContain(ADMIN.password)
    expect((await call(directory.status)).data).toEqual({ enable: 1, sync_mode: 1 })
  })

  it('may not be saved ten minutes after its check', async () => {
    await proved(world, owner)
    await call(directory.check, formOf(server))
    world.pass(601)
    expect(await call(directory.save, formOf(server))).toMatchObject({ code: 403 })
  })

  it('says step by step how far its check came', async () => {
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

  it('names what is wrong with its fields', async () => {
    const told = async (more: object) => (await call(directory.check, formOf(server, more))).msg
    expect(await told({ host: '' })).toBe('服务器地址不能为空')
    expect(await told({ port: '' })).toBe('端口不能为空')
    expect(await told({ port: '38x' })).toBe('端口只能输入数字')
    expect(await told({ port: 70000 })).toBe('端口不能大于 65535')
    expect(await told({ base_dn: '' })).toBe('Base DN 不能为空')
    expect(await told({ domain: '' })).toBe('域名不能为空')
    expect(await told({ domain: 'nolabel' })).toBe('域名格式不正确')
    expect(await told({ use_ssl: 1 })).toBe('请上传 CA 证书')
    expect(await told({ host: 'a b' })).toBe('服务器地址格式不正确')
    expect(await told({ username: '' })).toBe('用户名不能为空')
    expect((await call(directory.check, formOf(server, { network_number: '9999999999' }))).code).toBe(204)
  })

  it('keeps its password, but sends it nowhere else', async () => {
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
    const { ca_id } = await uploaded(authority.certificate)
    const form = formOf(server, { host: 'localhost', port: server.ssl_port, use_ssl: 1, ca_id })
    expect((await call(directory.check, form)).data).toMatchObject({ ok: 1, steps: [{ step: 'reach' }, { step: 'tls' }, {}, {}, {}] })
    expect(await setUp(world, owner, form)).toMatchObject({ code: 200 })
    expect((await call(directory.config)).data).toMatchObject({ data: { ca_id, file_name: 'ca.pem' }, notice: '' })
    const foreign = await world.anOwner()
    expect(await call(directory.check, form, foreign)).toMatchObject({ code: 422, msg: '请上传 CA 证书' })
    const wrong = (await uploaded((await anAuthority('别人')).certificate)).ca_id
    expect((await call(directory.check, { ...form, ca_id: wrong })).data).toMatchObject({
      ok: 0,
      steps: [{}, { msg: expect.stringContaining('测试根证书') }],
    })
  })

  it('takes no key and no other file for an authority', async () => {
    const { key } = await aCertificate(authority, 'localhost')
    expect(await upload(key)).toMatchObject({ code: 422, msg: '文件包含私钥，请只上传证书' })
    expect(await upload('not a certificate')).toMatchObject({ code: 422, msg: '文件不是有效的证书' })
    expect(await upload('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----')).toMatchObject({ code: 422 })
  })

  it('is closed with the members that came from it, and leaves the others', async () => {
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

async function upload(pem: string) {
  const response = await world.apps.console.inject({
    method: 'POST',
    url: '/api/v1/ldap/upload',
    headers: { authorization: `Bearer ${owner.access_token}`, 'content-type': 'multipart/form-data; boundary=b' },
    payload: `--b\r\ncontent-disposition: form-data; name="file"; filename="ca.pem"\r\ncontent-type: application/x-x509-ca-cert\r\n\r\n${pem}\r\n--b--\r\n`,
  })
  return response.json<{ code: number; msg: string; data: { ca_id: string } }>()
}
const uploaded = async (pem: string) => (await upload(pem)).data

describe('users', () => {
  beforeEach(() => setUp(world, owner, formOf(server)))

  it('are listed with what keeps them from being imported', async () => {
    await server.add([person('x'), person('有中文'), person('lisi2'), { ...person('zhangsan'), dn: `cn=another,${PEOPLE}`, cn: 'another' }])
    const { data, count } = await usersOf(world, owner)
    expect(count).toBe(7)
    const reasons = Object.fromEntries(data.map((user) => [`${user.username} ${user.description}`, user.reason]))
    expect(reasons).toMatchObject({
      'x 姓名 x': '用户名须为 3–18 位字母、数字、下划线或点',
      '有中文 姓名 有中文': '用户名须为 3–18 位字母、数字、下划线或点',
      'zhangsan 姓名 zhangsan': '目录中有多个用户使用此用户名',
      'lisi2 姓名 lisi2': null,
    })
  })

  it('are found by name and description, ten at most, and metacharacters are only characters', async () => {
    await server.add(Array.from({ length: 12 }, (_, i) => person(`team.${i}`)))
    await usersOf(world, owner)
    const find = async (search: string) => (await usersOf(world, owner, { search })).data.map((user) => user.username)
    expect((await find('TEAM')).length).toBe(10)
    expect(await find('姓名 lisi')).toEqual(['lisi'])
    for (const search of ['*', '%', '_', '(uid=*)', ')(', '\\']) expect(await find(search)).toEqual([])
  })

  it('of a directory that cannot be read are told about in a sentence', async () => {
    await world.asSystem(({ sql }) => sql.updateTable('directory').set({ port: dead }).where('account_id', '=', owner.account_id).execute())
    expect(await call(directory.user)).toMatchObject({
      code: 403,
      msg: `无法读取目录：127.0.0.1 的端口 ${dead} 拒绝连接，请检查端口和防火墙`,
    })
  })

  it('are imported and removed one by one, by the snapshot that was seen', async () => {
    const { data, hash } = await usersOf(world, owner)
    const lisi = data.find((user) => user.username === 'lisi')!
    expect(await call(directory.import, { hash, uuid: lisi.uuid })).toMatchObject({ code: 200, data: { router_name: nameOf('lisi') } })
    expect(await memberOf(world, owner, nameOf('lisi'))).toMatchObject({ note: '姓名 lisi', router_type: 2, password_hash: null })
    expect((await usersOf(world, owner, { exist: '1' })).data).toMatchObject([{ username: 'lisi', exist: true }])
    expect(await call(directory.import, { hash: '0'.repeat(64), uuid: lisi.uuid })).toMatchObject({
      code: 409,
      msg: '目录已变化，请刷新后重试',
    })
    expect(await call(directory.import, { hash, uuid: 'nobody' })).toMatchObject({ code: 204 })
    expect(await call(directory.remove, { hash, uuid: lisi.uuid })).toMatchObject({ code: 200, data: { removed: 1 } })
    expect(await memberOf(world, owner, nameOf('lisi'))).toBeUndefined()
  })

  it('do not take the place of a member of the same name', async () => {
    await call(directory.delete)
    await aMember(world, owner, 'LiSi')
    await setUp(world, owner, formOf(server))
    const { data, hash } = await usersOf(world, owner)
    const { uuid, reason } = data.find((user) => user.username === 'lisi')!
    expect(reason).toBe('已有同名的软件成员')
    expect(await call(directory.import, { hash, uuid })).toMatchObject({ code: 422, msg: '用户 lisi 不能导入：已有同名的软件成员' })
    expect(await call(directory.sync, { hash })).toMatchObject({ data: { imported: 2, refused: 1 } })
  })
})

describe('a synchronisation', () => {
  beforeEach(() => setUp(world, owner, formOf(server)))

  it('says beforehand what it would do, and does nothing twice', async () => {
    const dry = await synced({ dry_run: 1 })
    expect(dry).toMatchObject({ imported: 0, added: 3, rows: [{ kind: 'add', username: 'lisi' }, {}, {}] })
    expect(await directoryMembers(world, owner)).toEqual([])
    expect(await synced()).toMatchObject({ imported: 3, added: 3, not_fit: 0 })
    expect(await synced()).toMatchObject({ imported: 0, added: 0, changed: 0, disabled: 0 })
    expect(await statusOf()).toMatchObject({
      count: 3,
      service: { status: 1, cycle: 30, message: '新增 0 个，变更 0 个，停用 0 个，启用 0 个' },
    })
  })

  it('takes as many as fit, and counts the others', async () => {
    const { max } = (await world.call(owner, contract.router.quantity, {})).data as { max: number }
    await server.add(Array.from({ length: max }, (_, i) => person(`crowd${String(i).padStart(2, '0')}`)))
    expect(await synced()).toMatchObject({ imported: max, not_fit: 3 })
    expect((await statusOf()).service.message).toContain('超出软件成员名额 3 个')
  })

  it('disables at once who vanished or was disabled, and enables who came back', async () => {
    await synced()
    await aCredential(world, owner, nameOf('lisi'))
    await server.remove(`uid=zhangsan,${PEOPLE}`)
    await server.change(`uid=lisi,${PEOPLE}`, 'pwdAccountLockedTime', ['000001010000Z'])
    const events = await told(world, () => synced())
    expect(events).toContainEqual(expect.objectContaining({ type: 'cut', router_name: nameOf('lisi') }))
    const after = Object.fromEntries((await directoryMembers(world, owner)).map((one) => [one.router_name, one.status]))
    expect(after).toEqual({ [nameOf('lisi')]: 0, [nameOf('zhangsan')]: 0, [nameOf('wang.wu')]: 1 })
    await server.change(`uid=lisi,${PEOPLE}`, 'pwdAccountLockedTime', [])
    expect(await synced()).toMatchObject({ enabled: 1 })
    expect(await memberOf(world, owner, nameOf('lisi'))).toMatchObject({ status: 1 })
    expect(await call(directory.remove_disable)).toMatchObject({ data: { removed: 1 } })
  })

  it('leaves disabled whom an administrator disabled', async () => {
    await synced()
    await world.call(owner, contract.router.update_status, { router_name: nameOf('lisi'), status: 0 })
    expect(await synced()).toMatchObject({ enabled: 0 })
    expect(await memberOf(world, owner, nameOf('lisi'))).toMatchObject({ status: 0 })
  })

  it('follows a renamed user by uuid, with networks, phone and note', async () => {
    await synced()
    const [center] = await hardware(world, owner, 1)
    const network_number = await aNetwork(world, owner, '总部', [center!], [nameOf('lisi'), nameOf('wang.wu')])
    await world.asSystem(({ sql }) =>
      sql.updateTable('member').set({ area_code: '86', phone: '13800001234' }).where('router_name', '=', nameOf('lisi')).execute(),
    )
    await aCredential(world, owner, nameOf('lisi'))
    await server.rename(`uid=lisi,${PEOPLE}`, `uid=li.si,${PEOPLE}`)
    expect(await synced()).toMatchObject({ added: 0, changed: 1, disabled: 0 })
    expect(await memberOf(world, owner, nameOf('lisi'))).toBeUndefined()
    expect(await memberOf(world, owner, nameOf('li.si'))).toMatchObject({ phone: '13800001234', note: '姓名 lisi', status: 1 })
    const { member } = await infoOf(world, owner, network_number)
    expect(new Set(member.map((one) => one.router_name))).toEqual(new Set([center, nameOf('li.si'), nameOf('wang.wu')]))
    expect(await credentialsOf(world, nameOf('li.si'))).toEqual([])
    expect(await synced()).toMatchObject({ added: 0, changed: 0 })
  })

  it('writes another description into the note, unless somebody wrote another note', async () => {
    await synced()
    await world.call(owner, contract.router.note, { router_name: nameOf('lisi'), note: '自己的' })
    for (const name of ['lisi', 'zhangsan']) await server.change(`uid=${name},${PEOPLE}`, 'displayName', [`${name} 新`])
    expect(await synced()).toMatchObject({ changed: 2 })
    expect(await memberOf(world, owner, nameOf('lisi'))).toMatchObject({ note: '自己的' })
    expect(await memberOf(world, owner, nameOf('zhangsan'))).toMatchObject({ note: 'zhangsan 新' })
  })

  it('takes new members into the network of the configuration', async () => {
    const [center] = await hardware(world, owner, 1)
    const network_number = await aNetwork(world, owner, '总部', [center!])
    await setUp(world, owner, formOf(server, { network_number }))
    await synced()
    expect((await infoOf(world, owner, network_number)).member.length).toBe(4)
  })

  it('stops where the directory suddenly has nobody, and goes on once it is started again', async () => {
    await synced()
    for (const name of THREE) await server.remove(`uid=${name},${PEOPLE}`)
    const refused = await syncNow(world, owner)
    expect(refused).toMatchObject({ code: 403, msg: '目录用户由 3 个减少到 0 个，已停止同步，请确认目录无误后重启同步服务' })
    expect((await directoryMembers(world, owner)).map((one) => one.status)).toEqual([1, 1, 1])
    expect(await statusOf()).toMatchObject({ service: { status: 0, message: expect.stringContaining('已停止同步') } })
    const { data } = await world.call(owner, contract.messages.list, {})
    expect((data as { title: string }[])[0]?.title).toBe('目录同步已停止')
    expect(await call(directory.restart_sync)).toMatchObject({ code: 200 })
    expect(await synced()).toMatchObject({ disabled: 3 })
    expect(await statusOf()).toMatchObject({ service: { status: 1 } })
  })

  it('removes everybody at once where that is asked for', async () => {
    await synced()
    const { hash } = await usersOf(world, owner, {})
    expect(await call(directory.remove_all, { hash })).toMatchObject({ code: 200, data: { removed: 3 } })
    expect(await directoryMembers(world, owner)).toEqual([])
  })

  it('does not touch members in networks that the caller may not see', async () => {
    await synced()
    const [center] = await hardware(world, owner, 1)
    await aNetwork(world, owner, '隐藏', [center!], [nameOf('lisi')])
    const [other] = await hardware(world, owner, 1)
    const visible = await aNetwork(world, owner, '可见', [other!])
    const who = await aSubAccount(world, owner, { member_create: 1, member_edit: 1, member_delete: 1, designated: [visible] })
    const { hash, data } = await usersOf(world, owner, {})
    const { uuid } = data.find((user) => user.username === 'lisi')!
    expect(await call(directory.remove, { hash, uuid }, who)).toMatchObject({ code: 403 })
    expect(await call(directory.delete, {}, who)).toMatchObject({ code: 403 })
    expect(await call(directory.remove_all, { hash }, who)).toMatchObject({ data: { removed: 2 } })
    expect(await memberOf(world, owner, nameOf('lisi'))).toBeDefined()
  })
})

describe('the automatic synchronisation', () => {
  const queued = () =>
    world.asSystem(({ sql }) =>
      sql.selectFrom('directory').select(['account_id', 'next_time']).where('account_id', '=', owner.account_id).executeTakeFirstOrThrow(),
    )
  const run = () => world.services.syncs.run({ account_id: owner.account_id })

  beforeEach(() => setUp(world, owner, formOf(server, { sync_mode: 2 })))

  it('follows the directory, and is due again a cycle later', async () => {
    await run()
    expect((await directoryMembers(world, owner)).length).toBe(3)
    const { next_time } = await queued()
    expect(next_time! - Math.floor(Date.now() / 1000)).toBeGreaterThan(29 * 60)
    await server.remove(`uid=lisi,${PEOPLE}`)
    await run()
    expect(await memberOf(world, owner, nameOf('lisi'))).toMatchObject({ status: 0 })
    expect(await statusOf()).toMatchObject({ count: 3, service: { status: 1, running: 0, message: expect.stringContaining('停用 1 个') } })
  })

  it('has one runner, whatever the number of instances', async () => {
    const second = await createWorld({ WEFT_EGRESS_ALLOW: `127.0.0.1:${server.port}` }, { url: world.url })
    try {
      await Promise.all([run(), second.services.syncs.run({ account_id: owner.account_id }), run()])
    } finally {
      await second.close()
    }
    const entries = await world.asSystem(({ sql }) =>
      sql.selectFrom('audit').select('action').where('account_id', '=', owner.account_id).where('action', '=', 'ldap_sync').execute(),
    )
    expect(entries.length).toBe(1)
  })

  it('says why it could not read, changes nobody and tries again', async () => {
    await run()
    await world.asSystem(({ sql }) => sql.updateTable('directory').set({ port: dead }).where('account_id', '=', owner.account_id).execute())
    await run()
    expect(await statusOf()).toMatchObject({ service: { status: 1, message: expect.stringContaining('拒绝连接') } })
    expect((await directoryMembers(world, owner)).map((one) => one.status)).toEqual([1, 1, 1])
    expect((await queued()).next_time).not.toBeNull()
  })

  it('stops by itself where nobody is left, and is not due any more', async () => {
    await run()
    for (const name of THREE) await server.remove(`uid=${name},${PEOPLE}`)
    await run()
    expect(await statusOf()).toMatchObject({ service: { status: 0 } })
    expect((await queued()).next_time).toBeNull()
    expect((await directoryMembers(world, owner)).map((one) => one.status)).toEqual([1, 1, 1])
  })

  it('begins at once where it is chosen, and ends where it is not', async () => {
    expect(await call(directory.sync_mode, { sync_mode: 1 })).toMatchObject({ code: 200 })
    expect((await queued()).next_time).toBeNull()
    await call(directory.sync_mode, { sync_mode: 2 })
    expect((await queued()).next_time).not.toBeNull()
    expect((await call(directory.status)).data).toEqual({ enable: 1, sync_mode: 2 })
  })
})

describe('a member from a directory', () => {
  beforeEach(async () => {
    await setUp(world, owner, formOf(server))
    await synced()
  })

  it('signs in with the password of the directory, of which nothing is kept', async () => {
    expect(await signIn(world, nameOf('lisi'), 'password-zhangsan')).toMatchObject({ code: 401 })
    const answer = await signIn(world, nameOf('lisi'), 'password-lisi')
    expect(answer).toMatchObject({ code: 200, data: { router_name: nameOf('lisi') } })
    expect(await memberOf(world, owner, nameOf('lisi'))).toMatchObject({ password_hash: null, password_sealed: null })
    expect((await credentialsOf(world, nameOf('lisi'))).length).toBe(1)
  })

  it('does not sign in once the directory has it no more, even before the next synchronisation', async () => {
    await server.remove(`uid=lisi,${PEOPLE}`)
    expect(await signIn(world, nameOf('lisi'), 'password-lisi')).toMatchObject({ code: 403 })
  })

  it('is told where the directory cannot be asked', async () => {
    await world.asSystem(({ sql }) => sql.updateTable('directory').set({ port: dead }).where('account_id', '=', owner.account_id).execute())
    expect(await signIn(world, nameOf('lisi'), 'password-lisi')).toMatchObject({ code: 503, msg: '企业目录暂时无法访问，请稍后再试' })
  })
})

describe('a domain', () => {
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

  it('is proved by its file, once and for the account that has it alone', async () => {
    const asked: string[] = []
    let content = 'another text'
    const connections = createConnectionService({
      ...world.ground,
      ldap: createLdap({ resolve: () => Promise.reject(new Error('not asked')), now: world.ground.clock.now }),
      egress: {
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

  it('that holds no file is not proved', async () => {
    expect(await call(directory.verify_domain, { domain: 'does-not-exist.invalid' })).toMatchObject({
      code: 423,
      msg: '请下载验证文件并放到域名根目录',
    })
  })
})
