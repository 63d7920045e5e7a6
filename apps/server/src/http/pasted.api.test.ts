import { contract } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { add, memberOf } from '../../test/member-fixtures.ts'
import { headings, aList, upload } from '../../test/member-file-fixtures.ts'
import { infoOf, rowsOf } from '../../test/network-fixtures.ts'
import { aCompany, prefixesOf, set } from '../../test/network-setting-fixtures.ts'
import {
  aBoundOwner,
  anEmail,
  aPassword,
  aPhone,
  aRegistration,
  askToRegister,
  register,
  signIn,
} from '../../test/verification-fixtures.ts'
import { createWorld, type World } from '../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ WEFT_CODES_PER_MINUTE: '100000' })
})
afterAll(() => world.close())

const wide = (text: string) => text.replaceAll(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))
/** How one number comes from phones, contacts and pages. */
const formsOf = (number: string) => [
  `\u202d${number.slice(0, 3)} ${number.slice(3, 7)} ${number.slice(7)}\u202c`,
  `${number.slice(0, 3)}-${number.slice(3, 7)}-${number.slice(7)}`,
  `+86${number}`,
  `0086\u00a0${number}`,
  wide(number),
  `${number}\u200b`,
]

describe('what is pasted is read as it looks', () => {
  it('as the phone and the names of a member', async () => {
    const owner = await world.anOwner()
    for (let i = 0; i < 6; i += 1) {
      const typed = { username: `ａｎｎ${i}\u200b`, phone: formsOf(`1380013800${i}`)[i], note: `\ufeff分部\u200b${i}` }
      const router_name = `ann${i}@${owner.account_number}`
      expect(await add(world, owner, typed), typed.phone).toMatchObject({ code: 200, data: { router_name } })
      expect(await memberOf(world, owner, router_name)).toMatchObject({
        phone: `1380013800${i}`,
        area_code: '86',
        note: `分部${i}`,
      })
    }
    expect(await add(world, owner, { username: 'bob', phone: '+852 5123-4567' })).toMatchObject({ code: 200 })
    expect(await memberOf(world, owner, `bob@${owner.account_number}`)).toMatchObject({ area_code: '852', phone: '51234567' })
  })

  it('as the phone or e-mail of a registration, and as the name of a sign-in', async () => {
    const phone = aPhone()
    const number = phone.slice(4)
    const [first, second, ...more] = formsOf(number)
    expect((await askToRegister(world, first!)).code).toBe(200)
    const code = await world.codeFor(phone)
    expect(await register(world, aRegistration(second!, `${code.slice(0, 3)} ${code.slice(3)}`))).toMatchObject({ code: 200 })
    for (const name of more) expect((await signIn(world, name, aPassword)).code, name).toBe(200)

    const local = anEmail().split('@')[0]!
    const email = `${local}@xn--55qx5d.xn--fiqs8s`
    expect((await askToRegister(world, `${wide(local)}@公司。中国`)).code).toBe(200)
    const input = aRegistration(`${local}@公司.中国\u200b`, await world.codeFor(email))
    expect(await register(world, { ...input, username: `${wide(input.username)}\u200b` })).toMatchObject({ code: 200 })
    for (const name of [email, `${local}@公司.中国`, input.username]) expect((await signIn(world, name, aPassword)).code, name).toBe(200)
  })

  it('as the address of a contact, whatever atoms it has', async () => {
    const owner = await world.anOwner()
    for (const email of ["o'brien@example.com", 'ops@公司。中国', '\u202aａ@example.com']) {
      const { data } = await world.call(owner, contract.contacts.create, { name: '值班', email })
      expect(await world.call(owner, contract.contacts.info, data), email).toMatchObject({
        data: { email: { "o'brien@example.com": email, 'ops@公司。中国': 'ops@xn--55qx5d.xn--fiqs8s' }[email] ?? 'a@example.com' },
      })
    }
  })

  it('as addresses and numbers of a network', async () => {
    const { owner, network_number, p } = await aCompany(world)
    for (const address of ['223。5。5。5', '２２３.５.５.５', '223．5．5．5\u200b', '\u202a223.5.5.5']) {
      const dns = [address, '10.0.0.53']
      expect(await set(world, owner, 'dns', { network_number, dns }), address).toMatchObject({ code: 200 })
      expect((await infoOf(world, owner, network_number)).network_dns).toEqual(['223.5.5.5', '10.0.0.53'])
      expect((await set(world, owner, 'dns', { network_number, dns: [] })).code).toBe(200)
    }
    const prefix = [{ ip: '１０。５０。0。0', mask: '１６' }]
    expect(await set(world, owner, 'edit_prefix', { network_number, router_name: p, prefix })).toMatchObject({ code: 200 })
    expect(await prefixesOf(world, owner, network_number)).toContain(`${p} 10.50.0.0/16`)
    expect(await world.call(owner, contract.network.rename, { network_number, network_name: ' 总\u200b部\u00a0二\ufeff' })).toMatchObject({
      code: 200,
    })
    expect((await infoOf(world, owner, network_number)).network_name).toBe('总部 二')
  })

  it('as a list of members to add', async () => {
    const owner = await world.anOwner()
    const file = await aList(
      ['ｚｈａｎｇ.san\u200b', 'abc12345', '+８６', '138 0013 8000', '财务\u200b部'],
      ['li.si', 'abc12345', '', '+852 5123 4567', '\u202d行政\u202c'],
    )
    expect(headings).toHaveLength(5)
    expect(await upload(world, owner, contract.memberFiles.batch, file, { query: { check: '0' } })).toMatchObject({ code: 200 })
    const { members } = await rowsOf(world, owner)
    expect(
      members.map(({ router_name, area_code, phone, note }) => [router_name.split('@')[0], area_code, phone, note].join(' ')).toSorted(),
    ).toEqual(['li.si 852 51234567 行政', 'zhang.san 86 13800138000 财务部'])
  })

  it('as a refusal that names the field, where it means nothing', async () => {
    const owner = await aBoundOwner(world, { phone: aPhone() })
    expect(await add(world, owner, { username: 'ann', phone: '138 0013 800' })).toMatchObject({
      code: 422,
      data: { errors: [{ field: 'phone', msg: '请输入正确的手机号' }] },
    })
    expect(await add(world, owner, { username: 'ann', note: 'a\u202eb' })).toMatchObject({
      code: 422,
      data: { errors: [{ field: 'note' }] },
    })
  })
})
