import { contract, SIGN_IN_LOCK_SECONDS } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { hashPassword } from '../../../kernel/secrets.ts'
import { anAuthenticator, aSubAccount, bound, prove, sortedCodes } from '../../../../test/credential-fixtures.ts'
import { aLink } from '../../../../test/matrix/people.ts'
import { openAsKeeper } from '../../../../test/matrix/rows.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'
import { eventually } from '../../../../test/eventually.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

type Bearer = Pick<Person, 'access_token'>
const edit = (who: Bearer, new_password = 'new-secret-1', reset_password = new_password) =>
  world.call(who, contract.account.edit_password, { new_password, reset_password })
const info = async (who: Bearer) => (await world.call(who, contract.account.info, {})).code

async function signIn(username: string, password: string, call: 'authorization' | 'ram' = 'authorization'): Promise<number> {
  const { uniqid } = (await world.call(undefined, contract.verify.code, {})).data as { uniqid: string }
  const code = (await world.services.captchas.read(uniqid))!
  return (await world.call(undefined, contract.login[call], { username, password, code, uniqid })).code
}
const messagesOf = ({ login_id }: { login_id: number }) =>
  world.db.systemNow.sql.selectFrom('message').where('login_id', '=', login_id).select('title').execute()

describe('an owner’s new password', () => {
  it('needs a proof of identity of this very session that has not expired', async () => {
    const owner = await world.anOwner()
    expect(await edit(owner)).toMatchObject({ code: 401, msg: '请先完成身份验证' })
    const other = { ...owner, ...(await world.signedIn(owner)) }
    await prove(world, other)
    expect((await edit(owner)).code).toBe(401)
    await prove(world, owner, 60)
    await world.pass(60)
    expect((await edit(owner)).code).toBe(401)
    expect(await signIn(owner.username, owner.password)).toBe(200)
  })

  it('can be signed in with from then on, ends every other session, and keeps this one', async () => {
    const owner = await world.anOwner()
    const [other, link] = [await world.signedIn(owner), await aLink(world, owner)]
    await prove(world, owner)
    expect((await edit(owner)).code).toBe(200)
    expect([await info(owner), await info(other)]).toEqual([200, 2003])
    expect((await world.call(link, contract.account.info, {}, { cookie: link.companion })).code).toBe(2003)
    expect((await world.call(other, contract.login.refresh, {}, { cookie: other.companion })).code).toBe(2003)
    expect([await signIn(owner.username, owner.password), await signIn(owner.username, 'new-secret-1')]).toEqual([401, 200])
  })

  it('refuses a sign-in that began with the former one', async () => {
    const owner = await world.anOwner()
    const keeper = await openAsKeeper(world.url)
    onTestFinished(() => keeper.close())
    const waiting = async () =>
      (await keeper.client.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).rowCount
    const signingIn = await world.asSystem(async (system) => {
      const login = system.sql.updateTable('login').where('login_id', '=', owner.login_id)
      await login.set({ password_hash: await hashPassword('new-secret-1') }).execute()
      const going = signIn(owner.username, owner.password)
      await eventually(async () => expect(await waiting()).toBe(1))
      return { going }
    })
    expect(await signingIn.going).toBe(401)
    expect(await signIn(owner.username, 'new-secret-1')).toBe(200)
  })

  it('uses the proof up: of eight that are sent at once one is accepted', async () => {
    const owner = await world.anOwner()
    await prove(world, owner)
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => edit(owner, `new-secret-${i}`)))
    expect(sortedCodes(answers)).toEqual([200, ...Array.from({ length: 7 }, () => 401)])
    const taken = answers.findIndex(({ code }) => code === 200)
    expect(await signIn(owner.username, `new-secret-${taken}`)).toBe(200)
    expect((await edit(owner)).code).toBe(401)
  })

  it('is reported to the bound contacts and to the login, and logged without the password', async () => {
    const owner = await world.anOwner()
    await bound(world, owner, { phone: '13900000201', email: 'told201@example.com' })
    await prove(world, owner)
    await edit(owner)
    await world.deliver()
    expect(world.outbox('+86 13900000201')[0]?.body).toContain('登录密码已修改')
    expect(world.outbox('told201@example.com')[0]?.subject).toBe('您的登录密码已修改')
    expect(await messagesOf(owner)).toEqual([{ title: '登录密码已修改' }])
    const rows = await world.db.systemNow.sql.selectFrom('audit').where('account_id', '=', owner.account_id).selectAll().execute()
    expect(rows.map(({ action }) => action)).toContain('edit_password')
    expect(JSON.stringify(rows)).not.toContain('new-secret-1')
  })

  it('ends recoveries and second steps that were begun with the former one', async () => {
    const owner = await world.anOwner()
    await bound(world, owner, { email: 'begun202@example.com' })
    const { uniqid } = (await world.call(undefined, contract.verify.code, {})).data as { uniqid: string }
    const img_code = await world.services.captchas.read(uniqid)
    await world.call(undefined, contract.verify.find_password, { username: owner.username, img_code, uniqid })
    const { code } = await anAuthenticator(world, owner)
    const challenge = await world.services.secondFactors.challenge(owner)
    await prove(world, owner)
    await edit(owner)
    expect((await world.call(undefined, contract.login.totp, { challenge, code: code() })).code).toBe(403)
    const recovery = await world.call(undefined, contract.verify.find_password_code, { uniqid, send_type: 'email' })
    expect(recovery).toMatchObject({ code: 403, msg: '找回密码已超时，请重新开始' })
  })

  it('must be typed twice the same, and be long enough', async () => {
    const owner = await world.anOwner()
    await prove(world, owner)
    const differ = await edit(owner, 'new-secret-1', 'new-secret-2')
    expect(differ).toMatchObject({ code: 422, data: { errors: [{ field: 'reset_password', msg: '两次输入的密码不一致' }] } })
    expect((await edit(owner, 'short')).code).toBe(422)
    expect((await edit(owner)).code).toBe(200)
  })

  it('cannot be set through a login link, nor by a sub-account', async () => {
    const owner = await world.anOwner()
    const [link, sub] = [await aLink(world, owner), await aSubAccount(world, owner)]
    await prove(world, link)
    await prove(world, sub)
    const input = { new_password: 'new-secret-1', reset_password: 'new-secret-1' }
    expect(await world.call(link, contract.account.edit_password, input, { cookie: link.companion })).toMatchObject({
      code: 403,
      msg: '通过授权链接登录时不能修改登录凭据',
    })
    expect((await edit(sub)).code).toBe(403)
  })
})

describe('a sub-account’s own password', () => {
  const change = (who: Bearer, old_password: string, password = 'new-secret-1') =>
    world.call(who, contract.ram.password, { old_password, password, reset_password: password })

  it('is changed with the old one, which ends all its sessions, also this one', async () => {
    const owner = await world.anOwner()
    const [sub, neighbour] = [await aSubAccount(world, owner), await aSubAccount(world, owner, 'neighbour')]
    const other = await world.signedIn(sub)
    expect((await change(sub, sub.password)).code).toBe(200)
    expect([await info(sub), await info(other), await info(neighbour), await info(owner)]).toEqual([2003, 2003, 200, 200])
    expect([await signIn(sub.username, sub.password, 'ram'), await signIn(sub.username, 'new-secret-1', 'ram')]).toEqual([401, 200])
  })

  it('is not changed when the old one is wrong', async () => {
    const sub = await aSubAccount(world, await world.anOwner())
    const answer = await change(sub, 'wrong-1234')
    expect(answer).toMatchObject({ code: 422, data: { errors: [{ field: 'old_password', msg: '原密码错误' }] } })
    expect(await signIn(sub.username, sub.password, 'ram')).toBe(200)
  })

  it('cannot be guessed from an open session: five wrong tries lock it for 15 minutes, for all addresses', async () => {
    const sub = await aSubAccount(world, await world.anOwner())
    const guesses = await Promise.all(Array.from({ length: 12 }, () => change(sub, 'wrong-1234')))
    expect(guesses.filter(({ code }) => code === 422)).toHaveLength(5)
    expect(await change(sub, sub.password)).toMatchObject({ code: 429, data: { retry_after: expect.any(Number) } })
    const input = { old_password: sub.password, password: 'new-secret-1', reset_password: 'new-secret-1' }
    expect((await world.call(sub, contract.ram.password, input, { address: '10.9.9.9' })).code).toBe(429)
    await world.pass(SIGN_IN_LOCK_SECONDS + 1)
    expect((await change(sub, sub.password)).code).toBe(200)
  })

  it('is changed once when two changes are sent at the same time', async () => {
    const sub = await aSubAccount(world, await world.anOwner())
    const answers = await Promise.all([change(sub, sub.password, 'first-1234'), change(sub, sub.password, 'second-1234')])
    const taken = answers.findIndex(({ code }) => code === 200)
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(await signIn(sub.username, ['first-1234', 'second-1234'][taken]!, 'ram')).toBe(200)
  })
})
