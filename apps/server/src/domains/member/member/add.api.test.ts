import { contract, ROUTER_NAME } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPhone, codeTo, sortedCodes } from '../../../../test/credential-fixtures.ts'
import { add, aDirectory, aMember, memberOf } from '../../../../test/member-fixtures.ts'
import { aSubAccount, grant, hardware, logOf, rowsOf, software } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const codeFor = (who: Person, phone: string) => codeTo(world, who, 'member', 'phone', `+86 ${phone}`)
const bind = (who: Person, router_name: string, input: object) => world.call(who, contract.router.phone, { router_name, ...input })
const phoneOf = async (owner: Person, router_name: string) => (await memberOf(world, owner, router_name))?.phone
const lastOf = async (owner: Person) => (await logOf(world, owner)).at(-1)
const BOUND = { code: 401, msg: '该手机号已绑定其他成员' }
const MANAGED = { code: 403, msg: '已开启目录同步，软件成员由 LDAP 目录管理' }

describe('router/add', () => {
  it('puts the account’s current sign after the @ of the name', async () => {
    const owner = await world.anOwner()
    expect(await aMember(world, owner, 'ann.lee_1', { note: '安' })).toBe(`ann.lee_1@${owner.account_number}`)
    expect((await world.call(owner, contract.account.edit_sign, { sign: `yunqiao${owner.account_id}` })).code).toBe(200)
    expect(await aMember(world, owner, 'ann.lee_1', { phone: '13812345678' })).toBe(`ann.lee_1@yunqiao${owner.account_id}`)
    expect(await lastOf(owner)).toMatchObject({ message: `添加软件成员 ann.lee_1@yunqiao${owner.account_id}，绑定手机号 +86 138****5678` })
  })

  it('takes null for what a member may lack, as an empty text', async () => {
    const owner = await world.anOwner()
    const none = { note: null, area_code: null, phone: null, code: null }
    const ann = (await add(world, owner, { username: 'ann', ...none })).data as { router_name: string }
    expect(await memberOf(world, owner, ann.router_name)).toMatchObject({ note: '', phone: null })
    const { router_name } = ann
    expect((await world.call(owner, contract.router.note, { router_name, note: '安' })).code).toBe(200)
    expect((await world.call(owner, contract.router.note, { router_name, note: null })).code).toBe(200)
    expect(await memberOf(world, owner, router_name)).toMatchObject({ note: '' })
  })

  it.each([
    ['аnn', 'a Cyrillic а'],
    ['王伟伟', 'Chinese'],
    ['ab', 'two characters'],
    ['a'.repeat(19), 'nineteen characters'],
    ['a b c', 'spaces'],
    ['ann@x', 'an @'],
    ["o'brien", 'a quote'],
  ])('refuses %j, which has %s', async (username) => {
    const owner = await world.anOwner()
    const answer = await add(world, owner, { username })
    expect(answer).toMatchObject({ code: 422, data: { errors: [{ field: 'username', msg: '用户名为 3–18 位字母、数字、下划线或点' }] } })
  })

  it.each(['_ann', '.ann', '...', '___'])('adds %s, which every other call accepts and a configuration may contain', async (username) => {
    const owner = await world.anOwner()
    const router_name = await aMember(world, owner, username)
    expect((await world.call(owner, contract.router.info, { router_name })).code).toBe(200)
    expect((await world.call(owner, contract.router.note, { router_name: [router_name], note: '安' })).code).toBe(200)
    expect((await world.call(owner, contract.router.delete, { router_name })).code).toBe(200)
    expect(router_name).toMatch(ROUTER_NAME)
  })

  it('refuses a name that differs only in case from an existing one, even of another account', async () => {
    const [owner, other] = [await world.anOwner(), await world.anOwner()]
    await aMember(world, owner, 'Ann')
    expect(await add(world, owner, { username: 'aNN' })).toMatchObject({ code: 422, msg: `成员 aNN@${owner.account_number} 已存在` })
    await world.asSystem(({ sql }) =>
      sql
        .insertInto('member')
        .values({ account_id: other.account_id, router_name: `BEN@${owner.account_number}`, router_type: 2 })
        .execute(),
    )
    expect(await add(world, owner, { username: 'ben' })).toMatchObject({ code: 422, msg: `成员 ben@${owner.account_number} 已存在` })
  })

  it('refuses a member over the limit, names the limit and what is left, and adds nothing', async () => {
    const owner = await world.anOwner()
    await software(world, owner, 10)
    const before = await rowsOf(world, owner)
    expect(await add(world, owner, { username: 'ann' })).toMatchObject({ code: 403, msg: '软件成员数量不能超过 10，剩余 0' })
    expect(await rowsOf(world, owner)).toEqual(before)
  })

  it('adds no more members than the limit allows when more are added at once', async () => {
    const owner = await world.anOwner()
    const answers = await Promise.all(Array.from({ length: 16 }, (_, i) => add(world, owner, { username: `user${i}` })))
    expect(answers.map(({ code }) => code).filter((code) => code === 200)).toHaveLength(10)
    expect(answers.map(({ code }) => code).filter((code) => code === 403)).toHaveLength(6)
    expect((await rowsOf(world, owner)).members).toHaveLength(10)
    expect((await world.call(owner, contract.router.quantity, {})).data).toMatchObject({ software: 10, software_surplus: 0 })
  })

  it('binds a free phone and refuses a bound one', async () => {
    const owner = await world.anOwner()
    const phone = aPhone()
    const ann = await aMember(world, owner, 'ann', { phone })
    const before = await rowsOf(world, owner)
    expect(await add(world, owner, { username: 'ben', phone })).toMatchObject(BOUND)
    expect(await rowsOf(world, owner)).toEqual(before)
    expect(await phoneOf(owner, ann)).toBe(phone)
    expect((await add(world, await world.anOwner(), { username: 'ben', phone })).code).toBe(200)
  })

  it('moves a phone with the code that was sent to it, in the same call, and logs the move', async () => {
    const owner = await world.anOwner()
    const phone = aPhone()
    const ann = await aMember(world, owner, 'ann', { phone })
    const code = await codeFor(owner, phone)
    const ben = await aMember(world, owner, 'ben', { phone, type: 2, code })
    expect([await phoneOf(owner, ann), await phoneOf(owner, ben)]).toEqual([null, phone])
    const masked = `${phone.slice(0, 3)}****${phone.slice(-4)}`
    expect(await lastOf(owner)).toMatchObject({
      message: `添加软件成员 ${ben}，绑定手机号 +86 ${masked}（由成员 ${ann} 改绑，已验证）`,
      detail: { after: { moved_from: ann } },
    })
    expect(JSON.stringify(await logOf(world, owner))).not.toContain(phone)
    // A code works for one move.
    expect(await add(world, owner, { username: 'cyd', phone, type: 2, code })).toMatchObject({ code: 422, msg: '验证码错误或已过期' })
    expect(await memberOf(world, owner, `cyd@${owner.account_number}`)).toBeUndefined()
  })

  it('adds nothing and moves nothing with a wrong code, a spent one or another login’s', async () => {
    const owner = await world.anOwner()
    const sub = await aSubAccount(world, owner, { member_create: 1 })
    const phone = aPhone()
    await aMember(world, owner, 'ann', { phone })
    const others = await codeFor(sub, phone)
    const before = await rowsOf(world, owner)
    const tries = async (code: string) => (await add(world, owner, { username: 'ben', phone, type: 2, code })).msg
    expect(await tries(others)).toBe('验证码错误或已过期')
    const right = await codeFor(owner, phone)
    const wrong = right === '000000' ? '000001' : '000000'
    for (let i = 0; i < 4; i++) expect(await tries(wrong)).toBe('验证码错误或已过期')
    expect([await tries(wrong), await tries(right)]).toEqual(['验证码错误次数过多，请重新获取', '验证码错误次数过多，请重新获取'])
    expect(await rowsOf(world, owner)).toEqual(before)
  })

  it('moves no phone when the name is taken', async () => {
    const owner = await world.anOwner()
    const phone = aPhone()
    const ann = await aMember(world, owner, 'ann', { phone })
    const code = await codeFor(owner, phone)
    expect((await add(world, owner, { username: 'ANN', phone, type: 2, code })).code).toBe(422)
    expect(await phoneOf(owner, ann)).toBe(phone)
  })

  it('refuses a foreign number that does not fit its country’s numbering plan', async () => {
    const owner = await world.anOwner()
    for (const [area_code, phone] of [
      ['44', '07911123456'],
      ['1', '5551234567'],
      ['86', '12800138000'],
      ['999', '12345678'],
    ] as const)
      expect(await add(world, owner, { username: 'ann', area_code, phone })).toMatchObject({ code: 422 })
    const ann = await aMember(world, owner, 'ann', { area_code: '44', phone: '7911123456' })
    expect(await memberOf(world, owner, ann)).toMatchObject({ area_code: '44', phone: '7911123456' })
  })

  it('answers a repeated call with the same member', async () => {
    const owner = await world.anOwner()
    const headers = { 'idempotency-key': 'a-key-of-the-test' }
    const input = { username: 'ann', password: 'secret-1' }
    const answers = [
      await world.call(owner, contract.router.add, input, { headers }),
      await world.call(owner, contract.router.add, input, { headers }),
    ]
    expect(answers.map(({ data }) => data)).toEqual([
      { router_name: `ann@${owner.account_number}` },
      { router_name: `ann@${owner.account_number}` },
    ])
  })

  it('is refused while a directory manages the members', async () => {
    const owner = await world.anOwner()
    await aDirectory(world, owner)
    expect(await add(world, owner, { username: 'ann' })).toMatchObject(MANAGED)
    expect((await rowsOf(world, owner)).members).toEqual([])
    expect((await world.call(owner, contract.directory.status, {})).data).toEqual({ enable: 1, sync_mode: 1 })
  })
})

describe('router/phone', () => {
  it('binds, changes and unbinds a phone and logs each change', async () => {
    const owner = await world.anOwner()
    const [first, second] = [aPhone(), aPhone()]
    const ann = await aMember(world, owner, 'ann')
    expect((await bind(owner, ann, { phone: first })).code).toBe(200)
    expect((await lastOf(owner))?.message).toMatch(new RegExp(`^成员 ${ann} 绑定手机号 \\+86 139\\*{4}\\d{4}$`))
    expect(await bind(owner, ann, { phone: first })).toMatchObject({ code: 422, msg: '该手机号已绑定当前成员' })
    expect((await bind(owner, ann, { phone: second })).code).toBe(200)
    expect((await lastOf(owner))?.message).toContain(`成员 ${ann} 更换手机号`)
    expect(await phoneOf(owner, ann)).toBe(second)
    expect((await bind(owner, ann, { phone: '', code: '' })).code).toBe(200)
    expect((await lastOf(owner))?.message).toContain(`成员 ${ann} 解除绑定手机号`)
    expect(await memberOf(world, owner, ann)).toMatchObject({ phone: null, area_code: null })
    const log = (await logOf(world, owner)).length
    expect((await bind(owner, ann, {})).code).toBe(200)
    expect((await logOf(world, owner)).length).toBe(log)
  })

  it('moves a phone of another member only with its code', async () => {
    const owner = await world.anOwner()
    const phone = aPhone()
    const [ann, ben] = [await aMember(world, owner, 'ann', { phone }), await aMember(world, owner, 'ben')]
    expect(await bind(owner, ben, { phone })).toMatchObject(BOUND)
    expect(await bind(owner, ben, { phone, type: 2, code: '' })).toMatchObject({ code: 422, data: { errors: [{ field: 'code' }] } })
    expect(await bind(owner, ben, { phone: '', type: 2, code: '123456' })).toMatchObject({ code: 422 })
    const code = await codeFor(owner, phone)
    expect(await bind(owner, ben, { phone, type: 2, code: code === '111111' ? '222222' : '111111' })).toMatchObject({ code: 422 })
    expect([await phoneOf(owner, ann), await phoneOf(owner, ben)]).toEqual([phone, null])
    expect((await bind(owner, ben, { phone, type: 2, code })).code).toBe(200)
    expect([await phoneOf(owner, ann), await phoneOf(owner, ben)]).toEqual([null, phone])
    expect((await lastOf(owner))?.message).toContain(`（由成员 ${ann} 改绑，已验证）`)
  })

  it('gives a phone to one of two members that ask for it at once', async () => {
    const owner = await world.anOwner()
    await grant(world, owner, 'software_member', 10)
    for (let i = 0; i < 5; i++) {
      const phone = aPhone()
      const members = await Promise.all([1, 2].map((n) => aMember(world, owner, `user${i}.${n}`)))
      const answers = await Promise.all(members.map((name) => bind(owner, name, { phone })))
      expect(sortedCodes(answers)).toEqual([200, 401])
    }
  })

  it('is refused for hardware, for another account’s member and while a directory manages the members', async () => {
    const [owner, stranger] = [await world.anOwner(), await world.anOwner()]
    const [device] = (await hardware(world, owner, 1)) as [string]
    const ann = await aMember(world, owner, 'ann')
    expect(await bind(owner, device, { phone: aPhone() })).toMatchObject({ code: 422, msg: `成员 ${device} 是硬件成员，不支持此操作` })
    expect(await bind(stranger, ann, { phone: aPhone() })).toMatchObject({ code: 204, msg: '成员不存在' })
    await aDirectory(world, owner)
    expect(await bind(owner, ann, { phone: aPhone() })).toMatchObject(MANAGED)
    expect(await phoneOf(owner, ann)).toBeNull()
  })
})
