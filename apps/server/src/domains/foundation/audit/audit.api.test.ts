import { contract } from '@weft/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { APP_ROLE, SYSTEM_ROLE } from '../../../db/row-security.ts'
import { brokenAuditRows } from './audit.queries.ts'
import { audit, auditSystem } from './audit.service.ts'
import { logOf } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
let keeper: Client
let owner: Person
beforeAll(async () => {
  world = await createWorld()
  keeper = new Client({ connectionString: world.url })
  await keeper.connect()
})
beforeEach(async () => {
  owner = await world.anOwner()
  for (let i = 1; i <= 5; i++) await write(`第 ${i} 次`)
})
afterAll(async () => {
  await keeper.end()
  await world.close()
})

const write = (message: string) =>
  world.asAccount(owner, (db) =>
    auditSystem(db, owner.account_id, { area: 'account', action: 'note', message, detail: { 数: 1.5, 空: null } }),
  )
const broken = () => world.asSystem((db) => brokenAuditRows(db, owner.account_id))
const mine = () => `account_id = ${owner.account_id}`

describe('the audit chain', () => {
  it('is valid after rows are appended, and each account has its own', async () => {
    expect(await broken()).toEqual([])
    const other = await world.anOwner()
    await world.asAccount(other, (db) => auditSystem(db, other.account_id, { area: 'account', action: 'note', message: '其他' }))
    expect(await broken()).toEqual([])
    expect(await world.asSystem((db) => brokenAuditRows(db, other.account_id))).toEqual([])
  })

  it('does not fork when 12 rows are written at once', async () => {
    const { rows: before } = await keeper.query(`select max(seq)::int as last from audit where ${mine()}`)
    await Promise.all(Array.from({ length: 12 }, (_, i) => write(`同时 ${i}`)))
    const { rows } = await keeper.query(`select count(*)::int as n, max(seq)::int as last from audit where ${mine()}`)
    expect(rows[0]).toEqual({ n: before[0].last + 12, last: before[0].last + 12 })
    expect(await broken()).toEqual([])
  })

  it.each([
    ['a sentence', "update audit set message = '另一句' where $mine and seq = 3", [3]],
    ['a detail', `update audit set detail = '{"数": 2}' where $mine and seq = 3`, [3]],
    ['who it was', "update audit set actor_name = '别人' where $mine and seq = 3", [3]],
    ['a time', "update audit set create_time = create_time + interval '1 second' where $mine and seq = 3", [3]],
    ['a row that is gone', `delete from audit where $mine and seq = 3`, [4]],
  ])('shows what the schema owner changed by hand: %s', async (_, statement, expected) => {
    expect((await keeper.query(statement.replace('$mine', mine()))).rowCount).toBe(1)
    expect(await broken()).toEqual(expected)
  })

  it('shows that its last row was deleted', async () => {
    const { rows } = await keeper.query(
      `delete from audit where ${mine()} and seq = (select max(seq) from audit where ${mine()}) returning seq::int`,
    )
    expect(await broken()).toEqual([rows[0].seq - 1])
  })

  it('shows a row that was hashed again: the next row no longer follows from it', async () => {
    await keeper.query(`update audit set message = '另一句', hash = sha256(prev_hash || convert_to(jsonb_build_array(account_id, seq,
      extract(epoch from create_time), actor_kind, actor_id, actor_name, address, area, action, '另一句'::text, detail)::text, 'UTF8'))
      where ${mine()} and seq = 3`)
    expect(await broken()).toEqual([4])
  })

  it('continues from the last hash after old rows were dropped with their partition', async () => {
    await keeper.query(`delete from audit where ${mine()} and seq <= 2`)
    await write('之后')
    expect(await broken()).toEqual([])
  })
})

describe('the audit table', () => {
  it.each([APP_ROLE, SYSTEM_ROLE])('refuses every write of %s that does not go through its function', async (role) => {
    const client = new Client({ connectionString: world.url, options: `-c role=${role} -c weft.account_id=${owner.account_id}` })
    await client.connect()
    const statements = [
      `update audit set message = 'x'`,
      `delete from audit`,
      `truncate audit`,
      `insert into audit select * from audit limit 1`,
      `update audit_head set seq = 0`,
      `delete from audit_head`,
      `alter table audit disable row level security`,
      `drop table audit`,
      `create or replace function audit_append() returns void language sql as 'select'`,
    ]
    for (const statement of statements) await expect(client.query(statement), statement).rejects.toMatchObject({ code: '42501' })
    await client.end()
    expect(await broken()).toEqual([])
  })

  it('refuses a row of one account in a transaction that serves another', async () => {
    const other = await world.anOwner()
    const entry = { area: 'account', action: 'note', message: '越界' } as const
    await expect(world.asAccount(owner, (db) => auditSystem(db, other.account_id, entry))).rejects.toThrow('belongs to the account')
  })

  it('keeps no row of a transaction that was rolled back', async () => {
    const before = await keeper.query(`select count(*) from audit where ${mine()}`)
    const failing = world.asAccount(owner, async (db) => {
      await auditSystem(db, owner.account_id, { area: 'account', action: 'note', message: '撤回' })
      throw new Error('taken back')
    })
    await expect(failing).rejects.toThrow('taken back')
    expect((await keeper.query(`select count(*) from audit where ${mine()}`)).rows).toEqual(before.rows)
    expect(await broken()).toEqual([])
  })
})

describe('a change', () => {
  it('is audited with its actor and address; a call that changes nothing leaves no row', async () => {
    const login = { account_id: owner.account_id, account_number: '', login_id: owner.login_id, username: 'name', ram: 1 as const }
    const actor = {
      ...login,
      session_id: '',
      permissions: new Set<never>(),
      designated: undefined,
      address: '10.9.8.7',
    }
    await world.asAccount(owner, (db) => audit(db, actor, { area: 'network', action: 'note', message: '改动' }))
    expect((await logOf(world, owner)).at(-1)).toMatchObject({ actor_kind: 'sub_account', message: '改动' })
    const { rows: before } = await keeper.query(`select count(*)::int as n from audit where ${mine()}`)
    await world.call(owner, contract.account.info, {})
    await world.call(owner, contract.network.list, {})
    expect((await keeper.query(`select count(*)::int as n from audit where ${mine()}`)).rows).toEqual(before)
    const { rows } = await keeper.query(`select actor_id::int, address from audit where ${mine()} order by seq desc limit 1`)
    expect(rows[0]).toEqual({ actor_id: owner.login_id, address: '10.9.8.7' })
  })

  it('is audited as sign_out when the owner signs out', async () => {
    await world.call(owner, contract.login.logout, {})
    const { rows } = await keeper.query(`select area, action, actor_kind from audit where ${mine()} order by seq desc limit 1`)
    expect(rows[0]).toEqual({ area: 'session', action: 'sign_out', actor_kind: 'owner' })
  })
})
