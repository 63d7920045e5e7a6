import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addSoftwareMembers, type NewMember, problemsOf } from './batch.service.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { aDirectory, add, aMember, memberOf } from '../../../../test/member-fixtures.ts'
import { grant, logOf, rowsOf } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const row = (username: string, more: Partial<NewMember> = {}): NewMember => ({
  username,
  password: 'secret-1',
  area_code: null,
  phone: null,
  note: '',
  ...more,
})
const actorOf = ({ account_id, account_number, login_id, username }: Person): Actor => ({
  account_id,
  account_number,
  login_id,
  username,
  ram: 0,
  session_id: '',
  session_kind: 'password',
  verified_until: 0,
  sign_in_proves_until: 0,
  permissions: new Set(),
  designated: undefined,
  address: '127.0.0.1',
})
const problems = (owner: Person, rows: NewMember[]) => world.asAccount(owner, (db) => problemsOf(db, rows))
const addAll = (owner: Person, rows: NewMember[]) =>
  world.asAccount(owner, (db) => addSoftwareMembers(world.services.sealedPasswords, db, actorOf(owner), rows))

describe('the problems of rows', () => {
  it('are names and phones that an earlier row or a member has, whatever their case', async () => {
    const [owner, other] = [await world.anOwner(), await world.anOwner()]
    await aMember(world, owner, 'Ann', { phone: '13800000001' })
    await aMember(world, other, 'ben', { phone: '13800000002' })
    const rows = [
      row('ANN', { phone: '13800000002' }),
      row('ben', { phone: '13800000001', area_code: '86' }),
      row('Ben', { phone: '13800000002', area_code: '86' }),
      row('cyd', { phone: '51234567', area_code: '852' }),
      row('dan', { phone: '51234567', area_code: '853' }),
      row('eve'),
      row('eve'),
    ]
    expect(await problems(owner, rows)).toEqual([
      { index: 0, field: 'username', reason: 'memberNameTaken' },
      { index: 1, field: 'phone', reason: 'memberPhoneBound' },
      { index: 2, field: 'username', reason: 'memberTwice' },
      { index: 2, field: 'phone', reason: 'phoneTwice' },
      { index: 6, field: 'username', reason: 'memberTwice' },
    ])
    expect(await problems(owner, [])).toEqual([])
  })
})

describe('addSoftwareMembers', () => {
  it('adds all rows with their values and writes one row of the log', async () => {
    const owner = await world.anOwner()
    const rows = [
      row('ann', { note: '安', password: 'secret-2' }),
      row('ben', { phone: '13800000001' }),
      row('cyd', { area_code: '852', phone: '51234567' }),
    ]
    await addAll(owner, rows)
    const name = (username: string) => `${username}@${owner.account_number}`
    const ann = (await memberOf(world, owner, name('ann')))!
    expect(ann).toMatchObject({ note: '安', phone: null, area_code: null, status: 1 })
    expect(await memberOf(world, owner, name('ben'))).toMatchObject({ area_code: '86', phone: '13800000001' })
    expect(await memberOf(world, owner, name('cyd'))).toMatchObject({ area_code: '852', phone: '51234567' })
    const log = await logOf(world, owner)
    expect(log).toMatchObject([{ message: `批量添加软件成员 安（${name('ann')}）、${name('ben')}、${name('cyd')}`, detail: { count: 3 } }])
    expect(JSON.stringify(log)).not.toMatch(/secret-|argon2|1380000/)
  })

  it('lets the members sign in at once and hashes their passwords afterwards', async () => {
    // Those that other tests have added would be hashed as well.
    await world.asSystem(({ sql }) => sql.updateTable('member').set({ password_sealed: null }).execute())
    const owner = await world.anOwner()
    const { sealedPasswords } = world.services
    await addAll(owner, [row('ann', { password: 'secret-2' }), row('ben', { password: 'secret-3' })])
    const ann = async () => (await memberOf(world, owner, `ann@${owner.account_number}`))!
    const sealed = await ann()
    expect(JSON.stringify(sealed)).not.toContain('secret-2')
    expect(await sealedPasswords.fits('secret-2', sealed)).toBe(true)
    expect(await sealedPasswords.fits('secret-3', sealed)).toBe(false)

    const ben = `ben@${owner.account_number}`
    const changed = { password_hash: 'set meanwhile', password_sealed: null }
    await world.asSystem(({ sql }) => sql.updateTable('member').set(changed).where('router_name', '=', ben).execute())
    // A sealed password that no key opens is skipped.
    const lost = { router_name: `aaa@${owner.account_number}`, password_sealed: 'sealed.under.nothing' as never }
    await addAll(owner, [row('aaa')])
    await world.asSystem(({ sql }) =>
      sql.updateTable('member').set({ password_sealed: lost.password_sealed }).where('router_name', '=', lost.router_name).execute(),
    )
    await sealedPasswords.hashAll(new AbortController().signal)
    expect(await memberOf(world, owner, lost.router_name)).toMatchObject({ password_hash: null, password_sealed: lost.password_sealed })
    expect(await ann()).toMatchObject({ password_sealed: null, password_hash: expect.stringContaining('$argon2id$') })
    expect(await sealedPasswords.fits('secret-2', await ann())).toBe(true)
    expect(await sealedPasswords.fits('secret-3', await ann())).toBe(false)
    expect(await memberOf(world, owner, ben)).toMatchObject(changed)
  })

  it.each([
    ['a name that is taken', [row('new'), row('ANN')], 'memberNameTaken'],
    ['a name that is listed twice', [row('new'), row('NEW')], 'memberTwice'],
    ['a phone that is bound', [row('new'), row('newer', { phone: '13800000001' })], 'memberPhoneBound'],
    [
      'a phone that is listed twice',
      [row('new', { phone: '13900000001' }), row('newer', { phone: '13900000001', area_code: '86' })],
      'memberPhoneBound',
    ],
    ['more than there is room for', Array.from({ length: 10 }, (_, i) => row(`new${i}`)), 'softwareMemberLimit'],
  ])('adds none if there is %s', async (_what, rows, reason) => {
    const owner = await world.anOwner()
    await aMember(world, owner, 'ann', { phone: '13800000001' })
    const [before, log] = [await rowsOf(world, owner), await logOf(world, owner)]
    await expect(addAll(owner, rows)).rejects.toMatchObject({ reason })
    expect([await rowsOf(world, owner), await logOf(world, owner)]).toEqual([before, log])
  })

  it('adds none if another account has one of the names or a directory manages the members', async () => {
    const [owner, other] = [await world.anOwner(), await world.anOwner()]
    const taken = { account_id: other.account_id, router_name: `BEN@${owner.account_number}`, router_type: 2 as const }
    await world.asSystem(({ sql }) => sql.insertInto('member').values(taken).execute())
    await expect(addAll(owner, [row('ann'), row('ben')])).rejects.toMatchObject({ reason: 'memberNameTaken' })
    await aDirectory(world, owner)
    await expect(addAll(owner, [row('ann')])).rejects.toMatchObject({ reason: 'directoryManaged' })
    expect((await rowsOf(world, owner)).members).toEqual([])
  })

  it('adds one of two parallel lists that share a name, as well as a single member', async () => {
    const owner = await world.anOwner()
    await grant(world, owner, 'software_member', 20)
    const [a, b] = await Promise.allSettled([
      addAll(owner, [row('ann'), row('ben')]),
      addAll(owner, [row('cyd'), row('ANN')]),
      add(world, owner, { username: 'dan' }),
    ])
    expect([a.status, b.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await rowsOf(world, owner)).members).toHaveLength(3)
  })

  it('adds a thousand rows in one call', async () => {
    const owner = await world.anOwner()
    await grant(world, owner, 'software_member', 1000)
    await addAll(
      owner,
      Array.from({ length: 1000 }, (_, i) => row(`user${i}`, { phone: `138${String(i).padStart(8, '0')}` })),
    )
    const { members } = await rowsOf(world, owner)
    expect(members).toHaveLength(1000)
    expect(new Set(members.map((member) => member.password_sealed)).size).toBe(1000)
  })
})
