import { randomUUID } from 'node:crypto'
import { contract, usualRights } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aNetwork, hardware, software } from '../../../../test/network-fixtures.ts'
import { aTicket, ticketOf } from '../../../../test/ticket-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'
import { createRole, type NewRole } from './role.service.ts'

let world: World
let made = 0
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function colleague(owner: Person, role: Omit<NewRole, 'name' | 'flags'>): Promise<Person> {
  made += 1
  const name = `limited${made}`
  const flags = [...usualRights, 'member.edit', 'member.delete', 'monitor.create', 'monitor.edit'] as const
  const role_id = await world.asAccount(owner, (db) => createRole(db, 'system', { name, flags, ...role }))
  const login = await world.asSystem(({ sql }) =>
    sql
      .insertInto('login')
      .values({ account_id: owner.account_id, ram: 1, username: name, nickname: name, password_hash: 'none', role_id })
      .returning(['account_id', 'login_id'])
      .executeTakeFirstOrThrow(),
  )
  return { ...owner, ...login, username: name, ...(await world.signedIn(login)) }
}
const tagged = async (owner: Person, router_name: string[], tag: string) => {
  const answer = await world.call(owner, contract.router.label, { router_name, add_tags: [tag] })
  expect(answer, answer.msg).toMatchObject({ code: 200 })
}
const names = (rows: unknown) => (rows as { router_name: string }[]).map(({ router_name }) => router_name).toSorted()
const listed = async (who: Person) => names((await world.call(who, contract.router.list, { limit: 100 })).data)

/** Makes an account with three routers, of which two are in a network and one of these and the third carry a tag. */
async function someMembers() {
  const owner = await world.anOwner()
  const [center, branch, free] = (await hardware(world, owner, 3)) as [string, string, string]
  const network_number = await aNetwork(world, owner, '华东网', [center], [branch])
  await tagged(owner, [branch, free], '门店')
  return { owner, center, branch, free, network_number }
}

describe('a role that is limited to some members', () => {
  it.each<['tag' | 'network' | 'both', string[]]>([
    ['tag', ['branch', 'free']],
    ['network', ['center', 'branch']],
    ['both', ['branch']],
  ])('by %s sees these alone, in lists, details, searches, counts and filters', async (limit, seen) => {
    const account = await someMembers()
    const { owner, network_number } = account
    const one = await colleague(owner, {
      networks: limit === 'tag' ? [] : [network_number],
      by_network: limit === 'tag' ? 0 : 1,
      tags: limit === 'network' ? [] : ['门店'],
    })
    const mine = seen.map((key) => account[key as 'center']).toSorted()
    const hidden = [account.center, account.branch, account.free].filter((name) => !mine.includes(name))
    expect(await listed(one)).toEqual(mine)
    expect(((await world.call(one, contract.router.names, {})).data as string[]).toSorted()).toEqual(mine)
    expect((await world.call(one, contract.router.quantity, {})).data).toMatchObject({ hardware: mine.length })
    expect(names((await world.call(one, contract.router.hardware, {})).data)).toEqual(mine)
    expect(names((await world.call(one, contract.monitor.routers, {})).data)).toEqual(mine)
    const { tags } = (await world.call(one, contract.router.labels, {})).data as { tags: { members: number }[] }
    expect(tags[0]?.members).toBe(mine.filter((name) => name !== account.center).length)
    for (const router_name of hidden) {
      for (const call of [contract.router.info, contract.memberRecords.connect, contract.outages.availability])
        expect(await world.call(one, call, { router_name })).toMatchObject({ code: 204, msg: '成员不存在', data: null })
      expect((await world.call(one, contract.router.note, { router_name: [router_name], note: '改' })).code).toBe(204)
      expect((await world.call(one, contract.router.delete, { router_name })).code).toBe(204)
      const found = (await world.call(one, contract.search.all, { search: router_name })).data as { members: object[] }
      expect(found.members).toEqual([])
    }
    expect((await world.call(one, contract.router.info, { router_name: mine[0]! })).code).toBe(200)
    expect((await listed(owner)).length).toBe(3)
  })

  it('reads in logs and alerts of these members alone, and leaves the others watched when it saves', async () => {
    const { owner, center, branch, free } = await someMembers()
    const one = await colleague(owner, { networks: [], tags: ['门店'] })
    const { account_id } = owner
    const now = new Date()
    await world.asSystem(async ({ sql }) => {
      for (const router_name of [center, branch]) {
        const row = { account_id, router_name, remote_ip: '192.0.2.1', remote_port: 1, version: '1', online: 1, create_time: now } as const
        await sql.insertInto('connect_log').values(row).execute()
        await sql
          .insertInto('incident')
          .values({ account_id, kind: 'router_offline', router_name, subject: router_name, subject_key: randomUUID(), open_time: now })
          .execute()
      }
    })
    expect(names((await world.call(one, contract.logs.connect, {})).data)).toEqual([branch])
    expect((await world.call(owner, contract.logs.connect, {})).count).toBe(2)
    const incidents = (await world.call(one, contract.monitor.incidents, {})).data as { id: string; router_name: string }[]
    expect(names(incidents)).toEqual([branch])
    const all = (await world.call(owner, contract.monitor.incidents, {})).data as { id: string; router_name: string }[]
    const other = all.find(({ router_name }) => router_name === center)!
    expect((await world.call(one, contract.monitor.incident_acknowledge, { incident_id: other.id })).code).toBe(204)

    expect((await world.call(owner, contract.monitor.enable, {})).code).toBe(200)
    const config = async (who: Person) => (await world.call(who, contract.monitor.config, {})).data as Record<string, unknown>
    expect((await config(one))['router']).toEqual([branch, free].toSorted())
    const { enable: _, email_bound, email, contacts, contacts_verified, ...settings } = await config(one)
    expect([email_bound, email, contacts, contacts_verified]).toBeDefined()
    const saved = await world.call(one, contract.monitor.setting, { ...settings, router: [branch] })
    expect(saved, saved.msg).toMatchObject({ code: 200 })
    expect((await config(owner))['router']).toEqual([center, branch].toSorted())
    expect((await world.call(one, contract.monitor.setting, { ...settings, router: [center] })).code).toBe(204)
  })

  it('learns of no other member from the tickets that are about it, nor by their filters', async () => {
    const { owner, center, branch } = await someMembers()
    const one = await colleague(owner, { networks: [], tags: ['门店'] })
    const evidence = [{ name: '诊断', text: '与平台失去联系' }]
    const ofHidden = await aTicket(world, owner, { router_name: center, evidence })
    const ofSeen = await aTicket(world, owner, { router_name: branch, evidence })
    const now = Math.floor(Date.now() / 1000)
    await world.asSystem(({ sql }) =>
      sql
        .insertInto('outage')
        .values(
          [center, branch].map((router_name) => ({
            account_id: owner.account_id,
            router_name,
            state: 'down' as const,
            cause: 'connection_lost' as const,
            start_time: new Date((now - 60) * 1000),
            end_time: new Date((now + 60) * 1000),
          })),
        )
        .execute(),
    )
    const recoveries = [{ time: now + 60, seconds: 120 }]
    const ofBoth = { subject: { router_name: center }, evidence, recoveries }
    expect(await ticketOf(world, owner, ofHidden)).toMatchObject(ofBoth)
    expect(await ticketOf(world, one, ofSeen)).toMatchObject({ ...ofBoth, subject: { router_name: branch } })
    expect(await ticketOf(world, one, ofHidden)).toMatchObject({ subject: null, evidence: [], recoveries: [] })
    const { supportTickets } = contract
    const found = async (who: Person, filter: Record<string, unknown>) => {
      const rows = (await world.call(who, supportTickets.list, filter)).data as { ticket_number: string }[]
      const counts = (await world.call(who, supportTickets.counts, filter)).data as { pending: number }
      return { numbers: rows.map(({ ticket_number }) => ticket_number), counted: counts.pending }
    }
    for (const filter of [{ router_name: center }, { search: center }])
      expect(await found(owner, filter)).toEqual({ numbers: [ofHidden], counted: 1 })
    expect(await found(one, { search: center })).toEqual({ numbers: [], counted: 0 })
    for (const call of [supportTickets.list, supportTickets.counts])
      expect(await world.call(one, call, { router_name: center })).toMatchObject({ code: 204, msg: '成员不存在' })
    expect(await found(one, { router_name: branch })).toEqual({ numbers: [ofSeen], counted: 1 })
    const rows = (await world.call(one, supportTickets.list, {})).data as { ticket_number: string; subject: object | null }[]
    expect(new Map(rows.map(({ ticket_number, subject }) => [ticket_number, subject]))).toEqual(
      new Map([
        [ofHidden, null],
        [ofSeen, { router_name: branch, note: expect.any(String) }],
      ]),
    )
  })

  it('deletes none that it does not see, by name, by file or because they are disabled', async () => {
    const owner = await world.anOwner()
    const [mine, theirs] = (await software(world, owner, 2)) as [string, string]
    await tagged(owner, [mine], '外勤')
    const one = await colleague(owner, { networks: [], tags: ['外勤'] })
    const answer = await world.call(one, contract.router.batch_delete, { router_name: [theirs] })
    expect(answer.data).toMatchObject([{ router_name: theirs, deleted: 0, result: '成员不存在' }])
    await world.call(owner, contract.router.update_status, { router_name: [mine, theirs], status: 0 })
    expect((await world.call(one, contract.router.remove_disable, {})).data).toMatchObject({ removed: 1 })
    expect(await listed(owner)).toEqual([theirs])
  })

  it('by a tag that only another account uses sees nothing, and by networks of another account cannot be made', async () => {
    const [{ owner }, other] = [await someMembers(), await someMembers()]
    await tagged(other.owner, [other.free], '别家')
    const one = await colleague(owner, { networks: [], tags: ['别家'] })
    expect(await listed(one)).toEqual([])
    const none = { create: 0, edit: 0, delete: 0 }
    const auth = {
      easylink: { router: { ...none, by_network: 1 }, network: { ...none, networks: [other.network_number] } },
      monitor: none,
    }
    expect((await world.call(owner, contract.roles.create, { name: '越界', auth })).code).toBe(204)
  })

  it('appears in the sentence of the operation log, and stays if an edit leaves it out', async () => {
    const { owner, network_number } = await someMembers()
    const none = { create: 0, edit: 0, delete: 0 }
    const auth = (router: object) => ({
      easylink: { router: { ...none, ...router }, network: { ...none, networks: [network_number] } },
      monitor: none,
    })
    const created = await world.call(owner, contract.roles.create, { name: '门店', auth: auth({ by_network: 1, tags: ['门店', '门店'] }) })
    const { id } = created.data as { id: string }
    expect((await world.call(owner, contract.roles.edit, { id, name: '门店', auth: auth({}) })).code).toBe(200)
    expect((await world.call(owner, contract.roles.info, { id })).data).toMatchObject({
      auth: { easylink: { router: { by_network: 1, tags: ['门店'] } } },
    })
    const { data } = await world.call(owner, contract.operationLog.lists, {})
    expect((data as { message: string }[]).find(({ message }) => message.startsWith('创建角色'))?.message).toContain(
      '可查看指定组网内且带标签「门店」的成员',
    )
  })
})

describe('an owner who looks as a role', () => {
  it('sees what the role sees and gets a reason when a change is refused; another session of the owner keeps all rights', async () => {
    const { owner, branch, free, center } = await someMembers()
    const role_id = await world.asAccount(owner, (db) =>
      createRole(db, 'system', { name: '门店', flags: ['member.view', 'member.edit'], networks: [], tags: ['门店'] }),
    )
    const view = { ...owner, ...(await world.signedIn(owner)) }
    expect((await world.call(view, contract.roles.view_as, { id: String(role_id) })).code).toBe(200)
    const info = (await world.call(view, contract.account.info, {})).data
    expect(info).toMatchObject({
      ram: 1,
      viewing: { role_name: '门店' },
      auth: { easylink: { router: { view: 1, edit: 1 }, network: { view: 0 } } },
    })
    expect(await listed(view)).toEqual([branch, free].toSorted())
    expect((await world.call(view, contract.router.info, { router_name: center })).code).toBe(204)
    expect((await world.call(view, contract.network.list, {})).code).toBe(403)
    expect((await world.call(view, contract.subAccounts.lists, {})).code).toBe(403)
    const refused = { code: 403, msg: '您正在以角色「门店」查看，不能进行修改，请先退出查看' }
    expect(await world.call(view, contract.router.note, { router_name: [branch], note: '改' })).toMatchObject(refused)
    expect(await world.call(view, contract.account.edit_data, {})).toMatchObject(refused)
    expect(await world.call(view, contract.roles.view_as, { id: String(role_id) })).toMatchObject(refused)
    expect(await world.call(view, contract.ram.password, {})).toMatchObject(refused)
    expect(await world.call(owner, contract.account.info, {})).toMatchObject({ data: { ram: 0, viewing: null } })
    expect((await world.call(view, contract.roles.view_as_end, {})).code).toBe(200)
    expect(await world.call(view, contract.account.info, {})).toMatchObject({ data: { ram: 0, viewing: null } })
    expect((await world.call(view, contract.network.list, {})).code).toBe(200)
    const { data } = await world.call(owner, contract.operationLog.lists, {})
    expect((data as { message: string; actor_kind: string }[]).slice(0, 2)).toMatchObject([
      { message: '结束以角色「门店」查看', actor_kind: 'owner' },
      { message: '以角色「门店」查看账号', actor_kind: 'owner' },
    ])
  })

  it('is the owner again when the time is over, and sees nothing if the role is deleted meanwhile', async () => {
    const owner = await world.anOwner()
    const role_id = await world.asAccount(owner, (db) => createRole(db, 'system', { name: '临时', flags: usualRights, networks: [] }))
    const view = { ...owner, ...(await world.signedIn(owner)) }
    await world.call(view, contract.roles.view_as, { id: String(role_id) })
    expect((await world.call(owner, contract.roles.delete, { id: String(role_id) })).code).toBe(200)
    expect((await world.call(view, contract.network.list, {})).code).toBe(403)
    await world.asSystem(({ sql }) =>
      sql
        .updateTable('session')
        .set({ view_until: new Date(Date.now() - 1000) })
        .where('account_id', '=', owner.account_id)
        .where('view_role_id', 'is not', null)
        .execute(),
    )
    expect((await world.call(view, contract.network.list, {})).code).toBe(200)
  })

  it('is refused to a sub-account, and for a role of another account', async () => {
    const [owner, other] = [await world.anOwner(), await world.anOwner()]
    const one = await colleague(owner, { networks: [] })
    const theirs = await world.asAccount(other, (db) => createRole(db, 'system', { name: '别家', flags: usualRights, networks: [] }))
    expect((await world.call(one, contract.roles.view_as, { id: String(theirs) })).code).toBe(403)
    expect((await world.call(owner, contract.roles.view_as, { id: String(theirs) })).code).toBe(204)
    expect((await world.call(one, contract.roles.view_as_end, {})).code).toBe(200)
  })
})
