import { contract } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPhone, aSubAccount, bound, codeTo, prove, sortedCodes } from '../../../../test/credential-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

type Who = Pick<Person, 'access_token'>
const { edit_phone, edit_email } = contract.account
const bindPhone = (who: Who, phone: string, code: string, area_code = '86') => world.call(who, edit_phone, { area_code, phone, code })
const bindEmail = (who: Who, email: string, code: string) => world.call(who, edit_email, { email, code })
const phoneCode = (owner: Person, phone: string) => codeTo(world, owner, 'bind', 'phone', `+86 ${phone}`)
const emailCode = (owner: Person, email: string) => codeTo(world, owner, 'bind', 'email', email)
const contactsOf = ({ login_id }: Person) =>
  world.db.systemNow.sql
    .selectFrom('login')
    .where('login_id', '=', login_id)
    .select(['area_code', 'phone', 'email', 'default_channel'])
    .executeTakeFirstOrThrow()

async function signIn(username: string, password: string): Promise<number> {
  const { uniqid } = (await world.call(undefined, contract.verify.code, {})).data as { uniqid: string }
  const code = (await world.services.captchas.read(uniqid))!
  return (await world.call(undefined, contract.login.authorization, { username, password, code, uniqid })).code
}

/** Creates an owner with both contacts. */
async function aReachableOwner() {
  const [owner, phone] = [await world.anOwner(), aPhone()]
  const email = `reach${phone}@example.com`
  await bound(world, owner, { phone, email })
  return { ...owner, phone, email }
}

describe('a first phone or e-mail', () => {
  it('needs only the code that was sent to it, and can be signed in with from then on', async () => {
    const [owner, phone] = [await world.anOwner(), aPhone()]
    expect((await bindPhone(owner, phone, await phoneCode(owner, phone))).code).toBe(200)
    expect((await bindEmail(owner, 'First@Example.com', await emailCode(owner, 'first@example.com'))).code).toBe(200)
    expect(await contactsOf(owner)).toMatchObject({ area_code: '86', phone, email: 'First@Example.com' })
    for (const name of [phone, `+86 ${phone}`, 'FIRST@example.com']) expect(await signIn(name, owner.password)).toBe(200)
  })

  it('is reported to the other contact that was bound', async () => {
    const [owner, phone] = [await world.anOwner(), aPhone()]
    await bound(world, owner, { email: 'other301@example.com' })
    await bindPhone(owner, phone, await phoneCode(owner, phone))
    await world.deliver()
    expect(world.outbox('other301@example.com').map(({ subject }) => subject)).toEqual(['您的绑定手机号已修改'])
    expect(world.outbox(`+86 ${phone}`).filter(({ code }) => code === null)).toEqual([])
  })
})

describe('a phone that replaces another', () => {
  it('needs a proof of identity as well as its code, and uses both up', async () => {
    const [owner, phone] = [await aReachableOwner(), aPhone()]
    const code = await phoneCode(owner, phone)
    expect((await bindPhone(owner, phone, code)).code).toBe(401)
    await prove(world, owner)
    expect((await bindPhone(owner, phone, code)).code).toBe(200)
    const next = aPhone()
    expect((await bindPhone(owner, next, await phoneCode(owner, next))).code).toBe(401)
    await prove(world, owner)
    expect((await bindPhone(owner, aPhone(), code)).code).toBe(422)
  })

  it('makes the former one invalid for signing in, and free for others', async () => {
    const [owner, other, phone] = [await aReachableOwner(), await world.anOwner(), aPhone()]
    await prove(world, owner)
    await bindPhone(owner, phone, await phoneCode(owner, phone))
    expect([await signIn(phone, owner.password), await signIn(owner.phone, owner.password)]).toEqual([200, 401])
    expect((await bindPhone(other, owner.phone, await phoneCode(other, owner.phone))).code).toBe(200)
  })

  it('is reported to the former one and to the e-mail, and logged with both numbers masked', async () => {
    const [owner, phone] = [await aReachableOwner(), aPhone()]
    await prove(world, owner)
    await bindPhone(owner, phone, await phoneCode(owner, phone))
    await world.deliver()
    expect(world.outbox(`+86 ${owner.phone}`)[0]?.body).toContain('绑定手机号已修改')
    expect(world.outbox(owner.email)[0]?.subject).toBe('您的绑定手机号已修改')
    const rows = await world.db.systemNow.sql.selectFrom('audit').where('account_id', '=', owner.account_id).selectAll().execute()
    expect(rows.map(({ action }) => action)).toContain('edit_phone')
    expect(rows.find(({ action }) => action === 'edit_phone')?.message).toMatch(/^手机号由 \+86 139\*{4}\d{4} 改为 \+86 139\*{4}\d{4}/)
    for (const number of [phone, owner.phone]) expect(JSON.stringify(rows)).not.toContain(number)
  })

  it('ends every other session and the recoveries that were begun', async () => {
    const [owner, phone] = [await aReachableOwner(), aPhone()]
    const other = await world.signedIn(owner)
    const { uniqid } = (await world.call(undefined, contract.verify.code, {})).data as { uniqid: string }
    const img_code = await world.services.captchas.read(uniqid)
    await world.call(undefined, contract.verify.find_password, { username: owner.username, img_code, uniqid })
    await prove(world, owner)
    await bindPhone(owner, phone, await phoneCode(owner, phone))
    expect((await world.call(other, contract.account.info, {})).code).toBe(2003)
    expect((await world.call(owner, contract.account.info, {})).code).toBe(200)
    expect((await world.call(undefined, contract.verify.find_password_code, { uniqid, send_type: 'email' })).code).toBe(403)
  })

  it('is refused when it is the present one, however it is written', async () => {
    const owner = await aReachableOwner()
    await prove(world, owner)
    expect(await bindPhone(owner, owner.phone, '123456')).toMatchObject({ code: 422, data: { errors: [{ field: 'phone' }] } })
    expect(await bindEmail(owner, owner.email.toUpperCase(), '123456')).toMatchObject({ code: 422, data: { errors: [{ field: 'email' }] } })
  })

  it('does not use up the proof when it is refused because another login has it', async () => {
    const [owner, other, phone] = [await aReachableOwner(), await aReachableOwner(), aPhone()]
    await prove(world, owner)
    const taken = await bindPhone(owner, other.phone, await phoneCode(owner, other.phone))
    expect(taken).toMatchObject({ code: 422, data: { errors: [{ field: 'phone', msg: '手机号已被使用' }] } })
    const email = await bindEmail(owner, other.email, await emailCode(owner, other.email))
    expect(email).toMatchObject({ code: 422, data: { errors: [{ field: 'email', msg: '邮箱已被使用' }] } })
    expect((await bindPhone(owner, phone, await phoneCode(owner, phone))).code).toBe(200)
  })

  it('must fit the numbering plan of its country', async () => {
    const owner = await world.anOwner()
    for (const [area_code, phone] of [
      ['86', '12345678901'],
      ['1', '5550000'],
      ['49', '015112345678'],
    ] as const)
      expect(await bindPhone(owner, phone, '123456', area_code)).toMatchObject({ code: 422, data: { errors: [{ field: 'phone' }] } })
  })
})

describe('a code for a new contact', () => {
  it('binds what it was sent to and nothing else', async () => {
    const [owner, phone] = [await world.anOwner(), aPhone()]
    const code = await phoneCode(owner, phone)
    expect(await bindPhone(owner, aPhone(), code)).toMatchObject({ code: 422, data: { errors: [{ field: 'code' }] } })
    expect((await bindEmail(owner, 'wrong302@example.com', code)).code).toBe(422)
    expect((await bindPhone(owner, phone, code)).code).toBe(200)
  })

  it('is refused when it is another login’s, for another purpose, or from the registration', async () => {
    const [owner, other, phone] = [await world.anOwner(), await world.anOwner(), aPhone()]
    expect((await bindPhone(owner, phone, await phoneCode(other, phone))).code).toBe(422)
    expect((await bindPhone(owner, phone, await codeTo(world, owner, 'identity', 'phone', `+86 ${phone}`))).code).toBe(422)
    await world.asSystem(({ sql }) => sql.deleteFrom('code_quota').execute())
    await world.call(undefined, contract.verify.register, { send_type: 'phone', send_value: `+86 ${phone}` })
    expect((await bindPhone(owner, phone, await world.codeFor(`+86 ${phone}`))).code).toBe(422)
    expect(await contactsOf(owner)).toMatchObject({ phone: null })
  })

  it('works once, also when it is submitted many times at once', async () => {
    const [owner, phone] = [await world.anOwner(), aPhone()]
    const code = await phoneCode(owner, phone)
    const answers = await Promise.all(Array.from({ length: 6 }, () => bindPhone(owner, phone, code)))
    expect(sortedCodes(answers)).toEqual([200, 422, 422, 422, 422, 422])
    const logged = await world.db.systemNow.sql
      .selectFrom('audit')
      .where('account_id', '=', owner.account_id)
      .where('action', '=', 'edit_phone')
      .select('seq')
      .execute()
    expect(logged).toHaveLength(1)
  })

  it('cannot bind one phone to two accounts', async () => {
    const [one, two, phone] = [await world.anOwner(), await world.anOwner(), aPhone()]
    const [first, second] = [await phoneCode(one, phone), await phoneCode(two, phone)]
    const answers = await Promise.all([bindPhone(one, phone, first), bindPhone(two, phone, second)])
    expect(sortedCodes(answers)).toEqual([200, 422])
    const bindings = [await contactsOf(one), await contactsOf(two)].filter((each) => each.phone === phone)
    expect(bindings).toHaveLength(1)
  })
})

describe('the default contact', () => {
  const choose = (who: Who, channel: 'phone' | 'email') => world.call(who, contract.account[`default_${channel}`], {})

  it('must be one that is bound', async () => {
    const owner = await world.anOwner()
    expect(await choose(owner, 'email')).toMatchObject({ code: 422, msg: '账号未绑定该验证方式' })
    await bound(world, owner, { email: 'first303@example.com' })
    expect((await choose(owner, 'email')).code).toBe(200)
    expect((await choose(owner, 'phone')).code).toBe(422)
    expect((await world.call(owner, contract.account.info, {})).data).toMatchObject({ default_channel: 'email' })
  })

  it('can be chosen by the owner only', async () => {
    const sub = await aSubAccount(world, await world.anOwner())
    expect((await choose(sub, 'phone')).code).toBe(403)
  })
})
