import { CONTACTS_MAX, contract, MAINTENANCE_MAX, ROLES_MAX } from '@weft/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aProvedOwner } from '../../../../test/credential-fixtures.ts'
import { anEmail } from '../../../../test/verification-fixtures.ts'
import { type Answer, createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
let keeper: Client
beforeAll(async () => {
  world = await createWorld()
  keeper = new Client({ connectionString: world.url })
  await keeper.connect()
})
afterAll(async () => {
  await keeper.end()
  await world.close()
})

const AT_ONCE = 20
const unixNow = () => Math.floor(world.infrastructure.clock.now().getTime() / 1000)
/** Counts the rows of an account in a table, of logins only those with this `ram`. */
async function count(table: 'contact' | 'maintenance' | 'role' | 'login', { account_id }: Person, ram?: number): Promise<number> {
  const { rows } = await keeper.query<{ count: number }>(
    `select count(*)::int as count from ${table} where account_id = $1 ${ram === undefined ? '' : `and ram = ${ram}`}`,
    [account_id],
  )
  return rows[0]!.count
}
const atOnce = (one: (i: number) => Promise<Answer>): Promise<Answer[]> => Promise.all(Array.from({ length: AT_ONCE }, (_, i) => one(i)))

const noRights = {
  easylink: {
    router: { create: 0, edit: 0, delete: 0 },
    network: { create: 0, edit: 0, delete: 0, confined: 0, networks: [] },
  },
  monitor: { create: 0, edit: 0, delete: 0 },
}

describe('parallel calls', () => {
  it('cannot exceed the limit of contacts', async () => {
    const owner = await world.anOwner()
    const { account_id } = owner
    await world.db.systemNow.sql
      .insertInto('contact')
      .values(Array.from({ length: CONTACTS_MAX - 3 }, () => ({ account_id, uuid: crypto.randomUUID(), name: '值班', email: anEmail() })))
      .execute()
    const answers = await atOnce(() => world.call(owner, contract.contacts.create, { name: '值班', email: anEmail() }))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(3)
    expect(answers.find(({ code }) => code !== 200)).toMatchObject({ code: 403, msg: `联系人最多 ${CONTACTS_MAX} 位` })
    expect(await count('contact', owner)).toBe(CONTACTS_MAX)
  })

  it('cannot exceed the limit of maintenance windows', async () => {
    const owner = await world.anOwner()
    const { account_id } = owner
    const window = { account_id, name: '升级', start_time: new Date(), end_time: new Date(Date.now() + 3600_000), router: [] }
    await world.db.systemNow.sql
      .insertInto('maintenance')
      .values(Array.from({ length: MAINTENANCE_MAX - 3 }, () => window))
      .execute()
    const input = { name: '升级', start_time: unixNow(), end_time: unixNow() + 3600, router: [] }
    const answers = await atOnce(() => world.call(owner, contract.monitor.maintenance_create, input))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(3)
    expect(answers.find(({ code }) => code !== 200)).toMatchObject({
      code: 403,
      msg: `维护窗口最多 ${MAINTENANCE_MAX} 个，请先删除不再需要的`,
    })
    expect(await count('maintenance', owner)).toBe(MAINTENANCE_MAX)
  })

  it('cannot exceed the limit of roles', async () => {
    const owner = await world.anOwner()
    const { account_id } = owner
    await world.db.systemNow.sql
      .insertInto('role')
      .values(Array.from({ length: ROLES_MAX - 3 }, (_, i) => ({ account_id, name: `角色${i}`, note: '' })))
      .execute()
    const answers = await atOnce((i) => world.call(owner, contract.roles.create, { name: `网络运维 ${i}`, note: '', auth: noRights }))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(3)
    expect(answers.find(({ code }) => code !== 200)).toMatchObject({ code: 403, msg: `角色最多 ${ROLES_MAX} 个` })
    expect(await count('role', owner)).toBe(ROLES_MAX)
  })

  it('cannot exceed the limits of sub-accounts and access keys', async () => {
    const owner = await aProvedOwner(world)
    const { data } = await world.call(owner, contract.roles.create, { name: '网络运维', note: '', auth: noRights })
    const role_id = (data as { id: string }).id
    const { max } = (await world.call(owner, contract.subAccounts.quantity, {})).data as { max: number }
    const subs = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, i) =>
        world.call(owner, contract.subAccounts.create, { role_id, nickname: '值班', username: `duty${i}`, password: 'secret-1234' }),
      ),
    )
    expect(subs.filter(({ code }) => code === 200)).toHaveLength(max)
    expect(await count('login', owner, 1)).toBe(max)

    const keys = await Promise.all(
      Array.from({ length: 60 }, () =>
        world.call(owner, contract.accessKeys.create, { name: '脚本', role_id, expire_time: unixNow() + 86_400 }),
      ),
    )
    expect(keys.filter(({ code }) => code === 200)).toHaveLength(50)
    expect(await count('login', owner, 2)).toBe(50)
  })
})
