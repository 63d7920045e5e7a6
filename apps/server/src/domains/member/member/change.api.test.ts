import { contract, type MembersChanged } from '@weft/contract'
import { sql as statement } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { passwordFits } from '../../../kernel/secrets.ts'
import { aCredential, aDirectory, aMember, credentialsOf, memberOf, eventsDuring } from '../../../../test/member-fixtures.ts'
import { aNetwork, aSubAccount, grant, hardware, logOf, rowsOf } from '../../../../test/network-fixtures.ts'
import { expectManyDisabled, expectManyNoted, SOME_MEMBERS } from '../../../../test/many/members.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'
import { eventually } from '../../../../test/eventually.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const { note: NOTE, update_status: STATUS, password: PASSWORD } = contract.router
const changed = async (who: Person, endpoint: typeof NOTE | typeof STATUS, input: object, headers = {}): Promise<MembersChanged> => {
  const answer = await world.call(who, endpoint, input, { headers })
  expect([answer.code, answer.msg]).toEqual([200, expect.any(String)])
  return answer.data
}
const lastOf = async (owner: Person) => (await logOf(world, owner)).at(-1)

describe('router/note', () => {
  it('changes one note and returns the former one', async () => {
    const owner = await world.anOwner()
    const ann = await aMember(world, owner, 'ann', { note: '安' })
    expect(await changed(owner, NOTE, { router_name: ann, note: '安娜' })).toEqual({
      changed: 1,
      unchanged: 0,
      rows: [{ router_name: ann, note: '安', before: '安', after: '安娜' }],
    })
    expect(await memberOf(world, owner, ann)).toMatchObject({ note: '安娜' })
    expect(await lastOf(owner)).toMatchObject({
      message: `修改成员 安（${ann}） 的名称为「安娜」`,
      detail: { before: [{ router_name: ann, note: '安' }] },
    })
  })

  it('changes nothing with check, and writes nothing if no note changes', async () => {
    const owner = await world.anOwner()
    const [ann, ben] = [await aMember(world, owner, 'ann', { note: '安' }), await aMember(world, owner, 'ben')]
    const [before, log] = [await rowsOf(world, owner), await logOf(world, owner)]
    const input = { router_name: [ann, ben, ann], note: '安' }
    expect(await changed(owner, NOTE, { ...input, check: 1 })).toEqual({
      changed: 1,
      unchanged: 1,
      rows: [{ router_name: ben, note: '', before: '', after: '安' }],
    })
    await changed(owner, NOTE, { router_name: ann, note: '安' })
    expect(await rowsOf(world, owner)).toEqual(before)
    expect(await logOf(world, owner)).toEqual(log)
  })

  it('changes many notes in a few statements, returns the first 100 and writes one row of the log', () =>
    expectManyNoted(world, SOME_MEMBERS))

  it('changes at most 5,000 notes at once', async () => {
    const names = Array.from({ length: 5001 }, (_, i) => `n${i}`)
    expect((await world.call(await world.anOwner(), NOTE, { router_name: names, note: '' })).code).toBe(422)
  })

  it('changes nothing if one of the members is not the account’s', async () => {
    const [owner, stranger] = [await world.anOwner(), await world.anOwner()]
    const [ann, theirs] = [await aMember(world, owner, 'ann'), await aMember(world, stranger, 'ben')]
    const before = [await rowsOf(world, owner), await rowsOf(world, stranger)]
    for (const router_name of [theirs, [ann, theirs], [ann, 'nobody']])
      expect(await world.call(owner, NOTE, { router_name, note: '占' })).toMatchObject({ code: 204, msg: '成员不存在' })
    expect([await rowsOf(world, owner), await rowsOf(world, stranger)]).toEqual(before)
  })

  it('takes at most 24 visible characters in one line', async () => {
    const owner = await world.anOwner()
    const router_name = await aMember(world, owner, 'ann')
    expect((await world.call(owner, NOTE, { router_name, note: '字'.repeat(24) })).code).toBe(200)
    for (const note of ['字'.repeat(25), 'a\nb', '\u202eabc']) expect((await world.call(owner, NOTE, { router_name, note })).code).toBe(422)
  })
})

describe('router/update_status', () => {
  it('disables software members, disconnects them at once and notifies their center', async () => {
    const owner = await world.anOwner()
    const [hub, other] = (await hardware(world, owner, 2)) as [string, string]
    const [ann, ben] = [await aMember(world, owner, 'ann'), await aMember(world, owner, 'ben')]
    await aNetwork(world, owner, '总部', [hub], [ann, ben, other])
    const before = await rowsOf(world, owner)
    const { account_id } = owner
    const events = await eventsDuring(world, async () => {
      expect(await changed(owner, STATUS, { router_name: [ann, ben], status: 0 })).toEqual({
        changed: 2,
        unchanged: 0,
        rows: [ann, ben].map((router_name) => ({ router_name, note: '', before: '正常', after: '已停用' })),
      })
    })
    for (const router_name of [ann, ben]) expect(events).toContainEqual({ type: 'cut', account_id, router_name })
    expect(events).toContainEqual({ type: 'config', account_id })
    const after = await rowsOf(world, owner)
    // The members get another configuration, so the network's update time changes and nothing else.
    const unchanged = before.networks.map((network) => ({ ...network, update_time: expect.any(Number) }))
    expect(after.networks).toEqual(unchanged)
    const raised = after.members.filter((m, i) => m.config_revision > before.members[i]!.config_revision).map((m) => m.router_name)
    expect(raised.toSorted()).toEqual([ann, ben, hub].toSorted())
    expect(await lastOf(owner)).toMatchObject({ message: `停用成员 ${ann}、${ben}`, detail: { count: 2, after: { status: 0 } } })
    const enabling = await eventsDuring(world, () => changed(owner, STATUS, { router_name: ann, status: 1 }))
    expect(enabling).not.toContainEqual(expect.objectContaining({ type: 'cut' }))
    expect(await memberOf(world, owner, ann)).toMatchObject({ status: 1 })
  })

  it('answers in the caller’s language, and changes nothing with check', async () => {
    const owner = await world.anOwner()
    const [ann, ben] = [await aMember(world, owner, 'ann'), await aMember(world, owner, 'ben')]
    await changed(owner, STATUS, { router_name: ben, status: 0 })
    const [before, log] = [await rowsOf(world, owner), await logOf(world, owner)]
    const input = { router_name: [ann, ben], status: 0, check: 1 }
    expect(await changed(owner, STATUS, input, { 'accept-language': 'en' })).toEqual({
      changed: 1,
      unchanged: 1,
      rows: [{ router_name: ann, note: '', before: 'Normal', after: 'Disabled' }],
    })
    expect([await rowsOf(world, owner), await logOf(world, owner)]).toEqual([before, log])
  })

  it('changes nothing if one of the members is hardware, and names it', async () => {
    const owner = await world.anOwner()
    const [device] = (await hardware(world, owner, 1)) as [string]
    const ann = await aMember(world, owner, 'ann')
    const before = await rowsOf(world, owner)
    for (const check of [0, 1])
      expect(await world.call(owner, STATUS, { router_name: [ann, device], status: 0, check })).toMatchObject({
        code: 422,
        msg: `成员 ${device} 是硬件成员，不支持此操作`,
      })
    expect(await rowsOf(world, owner)).toEqual(before)
  })

  it('disables many members in a few statements with one row of the log', () => expectManyDisabled(world, SOME_MEMBERS))
})

describe('router/password', () => {
  it('replaces the former password and logs the member out', async () => {
    const owner = await world.anOwner()
    const router_name = await aMember(world, owner, 'ann')
    await aCredential(world, owner, router_name)
    const events = await eventsDuring(world, async () => {
      expect((await world.call(owner, PASSWORD, { router_name, password: 'secret-2' })).code).toBe(200)
    })
    expect(events).toContainEqual({ type: 'cut', account_id: owner.account_id, router_name })
    expect(await credentialsOf(world, router_name)).toEqual([])
    const { password_hash } = (await memberOf(world, owner, router_name))!
    expect([await passwordFits('secret-2', password_hash), await passwordFits('secret-1', password_hash)]).toEqual([true, false])
    expect(password_hash).toMatch(/^\$argon2id\$/)
    const log = await logOf(world, owner)
    expect(log.at(-1)).toMatchObject({ message: `修改成员 ${router_name} 的密码` })
    expect(JSON.stringify(log)).not.toMatch(/secret-|argon2/)
  })

  it('is refused for a member that is deleted while the password is hashed, and is not logged', async () => {
    const owner = await world.anOwner()
    const router_name = await aMember(world, owner, 'ann')
    let asked: ReturnType<typeof world.call> | undefined
    await world.asSystem(async ({ sql }) => {
      await sql.selectFrom('account').select('account_id').where('account_id', '=', owner.account_id).forUpdate().execute()
      asked = world.call(owner, PASSWORD, { router_name, password: 'secret-2' })
      // The call has found the member and waits for the lock that is held here.
      const waiting = statement`select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`
      await eventually(async () => expect((await waiting.execute(sql)).rows).toHaveLength(1))
      await sql.deleteFrom('member').where('router_name', '=', router_name).execute()
    })
    expect(await asked).toMatchObject({ code: 204, msg: '成员不存在' })
    expect(JSON.stringify(await logOf(world, owner))).not.toContain('的密码')
  })

  it('is refused for hardware and for members that a directory manages', async () => {
    const owner = await world.anOwner()
    const [device] = (await hardware(world, owner, 1)) as [string]
    const router_name = await aMember(world, owner, 'ann')
    expect(await world.call(owner, PASSWORD, { router_name: device, password: 'secret-2' })).toMatchObject({
      code: 422,
      msg: `成员 ${device} 是硬件成员，不支持此操作`,
    })
    await aDirectory(world, owner)
    const before = await rowsOf(world, owner)
    expect(await world.call(owner, PASSWORD, { router_name, password: 'secret-2' })).toMatchObject({
      code: 403,
      msg: '已开启目录同步，软件成员由 LDAP 目录管理',
    })
    expect(await rowsOf(world, owner)).toEqual(before)
  })

  it.each(['12345', '1'.repeat(19), '密码密码密码', 'a b c d'])('refuses %j, which is no valid password', async (password) => {
    const owner = await world.anOwner()
    const router_name = await aMember(world, owner, 'ann')
    expect(await world.call(owner, PASSWORD, { router_name, password })).toMatchObject({
      code: 422,
      data: { errors: [{ field: 'password' }] },
    })
  })
})

describe('a role with designated networks', () => {
  it('changes members of any network with member_edit, and none without it', async () => {
    const owner = await world.anOwner()
    await grant(world, owner, 'network_member', 20)
    const [hub] = (await hardware(world, owner, 1)) as [string]
    const router_name = await aMember(world, owner, 'ann')
    const seen = await aNetwork(world, owner, '可见', [hub])
    await aNetwork(world, owner, '隐藏', [hub], [router_name])
    const sub = await aSubAccount(world, owner, { member_edit: 1, designated: [seen] })
    const without = await aSubAccount(world, owner, { member_create: 1, member_delete: 1 })
    for (const [endpoint, input] of [
      [NOTE, { note: '改' }],
      [STATUS, { status: 0 }],
      [PASSWORD, { password: 'secret-2' }],
      [contract.router.phone, { phone: '13812345678' }],
    ] as const) {
      expect((await world.call(without, endpoint, { router_name, ...input })).code).toBe(403)
      expect((await world.call(sub, endpoint, { router_name, ...input })).code).toBe(200)
    }
    expect(await memberOf(world, owner, router_name)).toMatchObject({ note: '改', status: 0, phone: '13812345678' })
  })
})
