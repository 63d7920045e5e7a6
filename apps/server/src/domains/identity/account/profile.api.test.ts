import { contract } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSubAccount, bound, sortedCodes } from '../../../../test/credential-fixtures.ts'
import { grant } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const { account } = contract
const profile = (username: string) => ({ username, nickname: '张伟', birthday: '1990-01-01', industry: 'I2', occupation: '网络工程师' })
const edit = (who: Person, changes: object = {}, headers: Record<string, string> = {}) =>
  world.call(who, account.edit_data, { ...profile(who.username), ...changes }, { headers })
const read = async (who: Person) => (await world.call(who, account.data, {})).data as { update_time: number; username: string }

async function signIn(username: string, password: string): Promise<number> {
  const { uniqid } = (await world.call(undefined, contract.verify.code, {})).data as { uniqid: string }
  const code = (await world.services.captchas.read(uniqid))!
  return (await world.call(undefined, contract.login.authorization, { username, password, code, uniqid })).code
}
const lastAudit = async ({ account_id }: Person) =>
  world.db.systemNow.sql
    .selectFrom('audit')
    .where('account_id', '=', account_id)
    .orderBy('seq', 'desc')
    .select(['action', 'message', 'detail'])
    .limit(1)
    .executeTakeFirstOrThrow()

describe('the profile', () => {
  it('is read as it was written', async () => {
    const owner = await world.anOwner()
    expect((await edit(owner)).code).toBe(200)
    expect(await read(owner)).toEqual({ ...profile(owner.username), update_time: expect.any(Number) })
  })

  it('can be read and edited by the owner only', async () => {
    const sub = await aSubAccount(world, await world.anOwner())
    expect((await world.call(sub, account.data, {})).code).toBe(403)
    expect((await world.call(sub, account.edit_data, profile('somebody'))).code).toBe(403)
  })

  it('is logged with the names of the changed fields, and with no value except the username', async () => {
    const owner = await world.anOwner()
    await edit(owner)
    const { message, detail } = await lastAudit(owner)
    expect(message).toBe('修改个人资料：昵称、生日、行业、职业')
    expect(JSON.stringify(detail)).not.toMatch(/张伟|1990|工程师/)
    await edit(owner, { username: 'renamed01' })
    expect(await lastAudit(owner)).toMatchObject({
      message: `修改个人资料：用户名由 ${owner.username} 改为 renamed01`,
      detail: { before: { username: owner.username }, after: { username: 'renamed01' } },
    })
  })

  it('is not written when nothing differs', async () => {
    const owner = await world.anOwner()
    await edit(owner)
    const [before, logged] = [await read(owner), await lastAudit(owner)]
    await edit(owner)
    expect([await read(owner), await lastAudit(owner)]).toEqual([before, logged])
  })

  it('is refused to a caller who read it before another change, within the same second too', async () => {
    const owner = await world.anOwner()
    const { update_time } = await read(owner)
    const held = { 'if-match': String(update_time) }
    expect((await edit(owner, { nickname: '先' }, held)).code).toBe(200)
    expect(await edit(owner, { nickname: '后' }, held)).toMatchObject({ code: 409, status: 409 })
    expect(await read(owner)).toMatchObject({ nickname: '先' })
    expect((await edit(owner, { nickname: '后' }, { 'if-match': String((await read(owner)).update_time) })).code).toBe(200)
  })

  it('accepts one of many edits by callers who read the same', async () => {
    const owner = await world.anOwner()
    const held = { 'if-match': String((await read(owner)).update_time) }
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => edit(owner, { nickname: `第${i}` }, held)))
    expect(sortedCodes(answers)).toEqual([200, ...Array.from({ length: 11 }, () => 409)])
  })

  it('is refused with an error for each wrong field', async () => {
    const owner = await world.anOwner()
    const wrong = { username: '13800000000', nickname: '', birthday: '2999-01-01', industry: 'I23', occupation: '\u202e', more: 1 }
    const { data, code } = await edit(owner, wrong)
    expect(code).toBe(422)
    expect((data as { errors: { field: string }[] }).errors.map(({ field }) => field)).toEqual([
      'username',
      'nickname',
      'birthday',
      'industry',
      'occupation',
      'more',
    ])
  })
})

describe('a new username', () => {
  it('can be signed in with from then on, and the former one is free for others', async () => {
    const [owner, other] = [await world.anOwner(), await world.anOwner()]
    expect((await edit(owner, { username: 'Fresh0001' })).code).toBe(200)
    expect(await signIn('fresh0001', owner.password)).toBe(200)
    expect(await signIn(owner.username, owner.password)).toBe(401)
    expect((await edit(other, { username: owner.username })).code).toBe(200)
    expect(await signIn(owner.username, other.password)).toBe(200)
  })

  it('is refused at its field when another owner has it in any case, and the former one stays valid', async () => {
    const [owner, other] = [await world.anOwner(), await world.anOwner()]
    const answer = await edit(owner, { username: other.username.toUpperCase() })
    expect(answer).toMatchObject({ code: 422, data: { errors: [{ field: 'username', msg: '用户名已被使用' }] } })
    expect(await signIn(owner.username, owner.password)).toBe(200)
    expect(await read(owner)).toMatchObject({ username: owner.username, nickname: expect.stringMatching(/^客户/) })
  })

  it('may differ from the former one only in case', async () => {
    const owner = await world.anOwner()
    expect((await edit(owner, { username: owner.username.toUpperCase() })).code).toBe(200)
    expect(await read(owner)).toMatchObject({ username: owner.username.toUpperCase() })
    expect(await signIn(owner.username, owner.password)).toBe(200)
  })

  it('goes to one of several owners who request it at once', async () => {
    const owners = await Promise.all(Array.from({ length: 6 }, () => world.anOwner()))
    const answers = await Promise.all(owners.map((owner) => edit(owner, { username: 'wanted01' })))
    expect(sortedCodes(answers)).toEqual([200, 422, 422, 422, 422, 422])
  })

  it('leaves the owner’s phone and e-mail valid for signing in', async () => {
    const owner = await world.anOwner()
    await bound(world, owner, { phone: '13900000101', email: 'kept@example.com' })
    await edit(owner, { username: 'moved0001' })
    for (const name of ['moved0001', '13900000101', 'KEPT@example.com']) expect(await signIn(name, owner.password)).toBe(200)
  })
})

describe('the services of an account', () => {
  const held = async (who: { access_token: string }, headers: Record<string, string> = {}) =>
    (await world.call(who, account.service, {}, { headers })).data as { id: string; service_name: string; expired_time: number | null }[]

  it('are listed by when they end, those that have ended last, with names in the caller’s language', async () => {
    const owner = await world.anOwner()
    const running = await grant(world, owner, 'dns', 2, 1_990_000_000)
    const ended = await grant(world, owner, 'sub_account', 1, 1_610_000_000)
    const rows = await held(owner)
    expect([rows[0]?.id, rows.at(-1)?.id]).toEqual([running.id, ended.id])
    expect(rows[0]).toMatchObject({ service_name: 'DNS 服务器', quantity: 2, expired_time: 1_990_000_000 })
    expect((await held(owner, { 'accept-language': 'en' }))[0]).toMatchObject({ service_name: 'DNS servers' })
    expect(rows).toHaveLength(6)
  })

  it('are filtered by type, and by whether they run, end soon or have ended', async () => {
    const owner = await world.anOwner()
    const soon = Math.floor(world.infrastructure.clock.now().getTime() / 1000) + 29 * 86_400
    const ending = await grant(world, owner, 'dns', 2, soon)
    const ended = await grant(world, owner, 'sub_account', 1, 1_610_000_000)
    const ids = async (input: object) => ((await world.call(owner, account.service, input)).data as { id: string }[]).map(({ id }) => id)
    expect(await ids({ service_code: 'dns' })).toEqual([ending.id])
    expect(await ids({ state: 'ending' })).toEqual([ending.id])
    expect(await ids({ state: 'ended' })).toEqual([ended.id])
    const running = await ids({ state: 'running' })
    expect(running).toContain(ending.id)
    expect(running).not.toContain(ended.id)
    expect((await world.call(owner, account.service, { state: 'soon' })).code).toBe(422)
  })

  it('end when they are revoked', async () => {
    const owner = await world.anOwner()
    const { id } = await grant(world, owner, 'dns', 2, 1_990_000_000)
    const now = world.infrastructure.clock.now()
    await world.asSystem(({ sql }) => sql.updateTable('service').set({ revoke_time: now }).where('id', '=', Number(id)).execute())
    expect((await held(owner)).at(-1)).toMatchObject({ id, expired_time: Math.floor(now.getTime() / 1000) })
  })

  it('are shown to the account and its sub-accounts, and to no other account', async () => {
    const [owner, other] = [await world.anOwner(), await world.anOwner()]
    await grant(world, other, 'dns', 2)
    const sub = await aSubAccount(world, owner)
    expect(await held(sub)).toEqual(await held(owner))
    expect(await held(owner)).toHaveLength(4)
  })
})
