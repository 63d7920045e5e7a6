import { alertEventDefaults, contract, doorBase, type Incident, type IncidentSummary, MOST_FOUND } from '@weft/contract'
import { sql as statement } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromUnix, unix } from '../../../kernel/clock.ts'
import { aNetwork, aSubAccount, grant, hardware } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'
import { assignHardware } from '../../member/member/member.service.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const now = () => unix(world.infrastructure.clock.now())
/** Marks members as signed in or lost, as the gateway does. */
const present = (names: string[], online_status: 0 | 1, more: object = {}) =>
  world.asSystem(({ sql }) =>
    sql
      .updateTable('member')
      .set({ online_status, ...more })
      .where('router_name', 'in', names)
      .execute(),
  )
/** Creates an account that watches hardware which has connected before. */
async function watching(count: number, change: object = {}): Promise<{ owner: Person; names: string[] }> {
  const owner = await world.anOwner()
  const names = await hardware(world, owner, count)
  const day = fromUnix(now() - 86_400)
  await present(names, 1, { connect_time: day, watched_since: day })
  await world.call(owner, contract.monitor.enable, {})
  const settings = { portal_confirm: 1, email_confirm: 0, webhook_confirm: 0, ...alertEventDefaults, router: names, ...change }
  expect((await world.call(owner, contract.monitor.setting, settings)).code).toBe(200)
  return { owner, names }
}
const alerts = () => world.services.alerts
async function announce(seconds = 31): Promise<void> {
  await world.pass(seconds)
  await alerts().announceDue()
}
const incidents = async (who: Person, input: object = {}): Promise<Incident[]> => {
  const answer = await world.call(who, contract.monitor.incidents, input)
  expect(answer, answer.msg).toMatchObject({ code: 200 })
  return answer.data
}
const titles = async (who: Person) =>
  ((await world.call(who, contract.messages.list, {})).data as { title: string }[]).map(({ title }) => title.replace(/ · \d\d:\d\d$/, ''))
/** Writes an outage as the recorder does. */
const outage = (owner: Person, router_name: string, over: object = {}) =>
  world.asSystem(({ sql }) =>
    sql
      .insertInto('outage')
      .values({
        account_id: owner.account_id,
        router_name,
        state: 'down',
        cause: 'connection_lost',
        start_time: fromUnix(now() - 60),
        ...over,
      })
      .returning('outage_id')
      .executeTakeFirstOrThrow(),
  )
const endOutages = (owner: Person, end_time: number) =>
  world.asSystem(({ sql }) =>
    sql
      .updateTable('outage')
      .set({ end_time: fromUnix(end_time) })
      .where('account_id', '=', owner.account_id)
      .execute(),
  )

describe('a member that is lost', () => {
  it('is one incident, with its deliveries inside, which has the times of the outage', async () => {
    const { owner, names } = await watching(1)
    const [name] = names as [string]
    await present(names, 0)
    const lost_at = now() - 20
    await outage(owner, name, { start_time: fromUnix(lost_at) })
    await announce()
    await alerts().followIncidents()
    const [incident, ...others] = await incidents(owner)
    expect(others).toEqual([])
    expect(incident).toMatchObject({
      kind: 'router_offline',
      router_name: name,
      open_time: lost_at,
      close_time: null,
      deliveries: 1,
      failed: 0,
      deleted: 0,
    })
    const { data } = await world.call(owner, contract.monitor.deliveries, { incident_id: incident!.id })
    expect(data).toMatchObject([{ channel: 'portal', target: '我的消息', content: { lines: [{ incident_id: incident!.id }] } }])
    expect(incident!.channels).toEqual([{ channel: 'portal', failed: 0 }])
    await world.asSystem(({ sql }) =>
      sql.updateTable('delivery').set({ channel: 'mail', state: 'failed' }).where('account_id', '=', owner.account_id).execute(),
    )
    expect(await incidents(owner)).toMatchObject([{ channels: [{ channel: 'email', failed: 1 }] }])
    await present(names, 1)
    const back_at = now() - 3
    await endOutages(owner, back_at)
    await alerts().followIncidents()
    expect(await incidents(owner)).toMatchObject([{ id: incident!.id, close_time: back_at, seconds: back_at - lost_at }])
    expect(await incidents(owner, { state: 'open' })).toEqual([])
  })

  it('is another incident when it is lost again', async () => {
    const { owner, names } = await watching(1)
    for (const _ of [1, 2]) {
      await present(names, 0)
      await announce()
      await present(names, 1, { connect_time: world.infrastructure.clock.now() })
      await announce()
      await alerts().followIncidents()
    }
    expect((await incidents(owner)).map(({ close_time }) => close_time !== null)).toEqual([true, true])
  })

  it('lasts as long as its outage, although it comes back for a moment', async () => {
    const { owner, names } = await watching(1)
    await present(names, 0)
    await outage(owner, names[0]!)
    await announce()
    await alerts().followIncidents()
    await present(names, 1)
    await alerts().followIncidents()
    await present(names, 0)
    await alerts().followIncidents()
    expect(await incidents(owner)).toMatchObject([{ kind: 'router_offline', close_time: null }])
  })

  it('is no incident any more once it is disabled, although it stays away', async () => {
    const { owner, names } = await watching(1)
    await present(names, 0)
    await announce()
    await alerts().followIncidents()
    expect(await incidents(owner, { state: 'open' })).toHaveLength(1)
    await present(names, 0, { status: 0 })
    await world.pass(5)
    await alerts().followIncidents()
    expect(await incidents(owner)).toMatchObject([{ close_time: now() }])
  })

  it('is written once by eight recorders at once', async () => {
    const { owner, names } = await watching(1)
    await present(names, 0)
    await world.pass(31)
    await Promise.all(Array.from({ length: 8 }, () => alerts().announceDue()))
    await outage(owner, names[0]!, { state: 'failed', cause: 'config_failed' })
    await Promise.all(Array.from({ length: 8 }, () => alerts().followIncidents()))
    expect((await incidents(owner)).map(({ kind }) => kind).toSorted()).toEqual(['config_failed', 'router_offline'])
  })

  it('stays in the list under its serial number after it was deleted', async () => {
    const { owner, names } = await watching(1)
    await present(names, 0)
    await announce()
    await world.asSystem(({ sql }) => sql.deleteFrom('member').where('router_name', 'in', names).execute())
    await alerts().followIncidents()
    expect(await incidents(owner, { router_name: names[0] })).toMatchObject([{ deleted: 1, note: '', close_time: expect.any(Number) }])
  })
})

/** Makes each member a branch of the center, in a network of the account. */
async function behindCenter(owner: Person, center: string, branches: string[]): Promise<string> {
  await grant(world, owner, 'network_member', 50)
  return aNetwork(world, owner, '华东', [center], branches)
}
const branchesOf = async (who: Person, incident_id: string, input: object = {}) => {
  const answer = await world.call(who, contract.monitor.incident_branches, { incident_id, ...input })
  expect(answer, answer.msg).toMatchObject({ code: 200 })
  return { rows: answer.data, count: (answer as { count?: number }).count }
}
const exported = (who: Person, query: Record<string, string> = {}) =>
  world.apps.console.inject({
    url: `${doorBase.console}/${contract.monitor.incident_export.path}`,
    query,
    headers: { authorization: `Bearer ${who.access_token}` },
  })

describe('a center that is lost', () => {
  it('names the branches that were lost with it, until each is back, and is found by them', async () => {
    const { owner, names } = await watching(3)
    const [center, near, far] = names as [string, string, string]
    await behindCenter(owner, center, [near, far])
    await world.call(owner, contract.router.note, { router_name: far, note: '黄山门店' })
    await present(names, 0)
    await announce()
    const [incident, ...others] = await incidents(owner)
    expect(others).toEqual([])
    expect(incident).toMatchObject({ kind: 'router_offline', router_name: center, branches: 2, branches_away: 2 })
    for (const input of [{ router_name: far }, { search: '黄山' }, { search: near.toLowerCase() }, { router_name: far, search: '黄山' }])
      expect(
        (await incidents(owner, input)).map(({ id }) => id),
        JSON.stringify(input),
      ).toEqual([incident!.id])
    expect(await incidents(owner, { router_name: far, search: center })).toHaveLength(1)
    expect(await incidents(owner, { router_name: far, search: '无此名称' })).toEqual([])

    const back_at = now()
    await present([center, near], 1, { connect_time: fromUnix(back_at) })
    await announce()
    await alerts().followIncidents()
    expect(await incidents(owner, { kind: 'router_offline', state: 'closed' })).toMatchObject([
      { id: incident!.id, branches: 2, branches_away: 1 },
    ])
    const { rows, count } = await branchesOf(owner, incident!.id)
    expect(count).toBe(2)
    expect(rows).toMatchObject([
      { router_name: far, note: '黄山门店', back_time: null, deleted: 0 },
      { router_name: near, back_time: back_at },
    ])
    expect((await branchesOf(owner, incident!.id, { page: 2, limit: 1 })).rows).toMatchObject([{ router_name: near }])
    await present([far], 1, { connect_time: world.infrastructure.clock.now() })
    await announce()
    await alerts().followIncidents()
    expect((await incidents(owner, { state: 'open' })).map(({ router_name }) => router_name)).toEqual([])
    expect(await incidents(owner, { router_name: center })).toMatchObject([{ branches_away: 0 }])
  })

  it('names the branches that stay connected to the platform and lost all tunnels, with the times of their outages', async () => {
    const { owner, names } = await watching(2)
    const [center, branch] = names as [string, string]
    const network_number = await behindCenter(owner, center, [branch])
    await present([center], 0)
    await announce()
    const lost_at = now() - 5
    await outage(owner, branch, { cause: 'center_down', behind: center, start_time: fromUnix(lost_at) })
    await alerts().followIncidents()
    const [incident] = await incidents(owner)
    expect(incident).toMatchObject({ router_name: center, branches: 1, branches_away: 1 })
    const blind = await aSubAccount(world, owner, { designated: [await aNetwork(world, owner, '别处', await hardware(world, owner, 1))] })
    expect(await incidents(blind)).toMatchObject([{ router_name: center, branches: 0, branches_away: 0 }])
    expect((await branchesOf(blind, incident!.id)).rows).toEqual([])
    expect(await incidents(blind, { router_name: branch })).toEqual([])
    expect(await incidents(await aSubAccount(world, owner, { designated: [network_number] }), { router_name: branch })).toHaveLength(1)
    await world.pass(20)
    await endOutages(owner, lost_at + 10)
    await alerts().followIncidents()
    expect((await branchesOf(owner, incident!.id)).rows).toMatchObject([
      { router_name: branch, lost_time: lost_at, back_time: lost_at + 10, seconds: 10 },
    ])
  })

  it('keeps a branch in its incident that was deleted, under its last name', async () => {
    const { owner, names } = await watching(2)
    const [center, branch] = names as [string, string]
    await behindCenter(owner, center, [branch])
    await world.call(owner, contract.router.note, { router_name: branch, note: '旧门店' })
    await present(names, 0)
    await announce()
    await world.asSystem(({ sql }) => sql.deleteFrom('member').where('router_name', '=', branch).execute())
    await alerts().followIncidents()
    const [incident] = await incidents(owner, { search: '旧门店' })
    expect(incident).toMatchObject({ router_name: center, branches: 1, branches_away: 0 })
    expect((await branchesOf(owner, incident!.id)).rows).toMatchObject([{ router_name: branch, note: '旧门店', deleted: 1 }])
  })

  it('in a maintenance window keeps the branches that came back before the window ended', async () => {
    const { owner, names } = await watching(2)
    const [center, branch] = names as [string, string]
    await behindCenter(owner, center, [branch])
    const window = { name: '割接', start_time: now() - 1, end_time: now() + 3600, router: [center] }
    expect((await world.call(owner, contract.monitor.maintenance_create, window)).code).toBe(200)
    await present(names, 0)
    await announce()
    await announce()
    expect(await incidents(owner)).toMatchObject([{ router_name: center, muted: 1, branches: 1, branches_away: 1 }])
    await present(names, 1)
    await announce()
    await alerts().followIncidents()
    expect(await incidents(owner)).toMatchObject([{ router_name: center, branches: 1, branches_away: 0 }])
    expect(await titles(owner)).toEqual([])
  })
})

describe('the exported file', () => {
  it('has every incident, however many, and a line for each branch below that of its center', async () => {
    const { owner, names } = await watching(2)
    const [center, branch] = names as [string, string]
    await behindCenter(owner, center, [branch])
    await present(names, 0)
    await announce()
    await world.asSystem(({ sql }) =>
      statement`insert into incident (account_id, kind, subject_key, router_name, open_time, close_time)
        select ${owner.account_id}, 'config_failed', 'n' || n, ${center}::text, ${fromUnix(now())}::timestamptz - (n / 3) * interval '1 minute' - interval '1 hour',
          ${fromUnix(now())}::timestamptz from generate_series(1, 12000) n`.execute(sql),
    )
    const lines = (await exported(owner)).payload.trim().split('\r\n')
    expect(lines).toHaveLength(1 + 2 + 12_000)
    expect(lines[1]).toMatch(new RegExp(`^硬件离线,,${center},.*,未恢复,.*,1,1$`))
    expect(lines[2]).toMatch(new RegExp(`^随中心失联,,${branch},中心 ${center},.*,未恢复,`))
    const opened = lines.slice(3).map((line) => line.split(',')[4]!)
    expect(opened).toEqual(opened.toSorted().toReversed())
    expect((await exported(owner, { router_name: branch })).payload.trim().split('\r\n')).toHaveLength(3)
    expect((await exported(owner, { search: '无此名称' })).json()).toMatchObject({ msg: expect.any(String) })
  })
})

describe('acknowledging', () => {
  it('keeps who was first and when, in the incident and in the operation log', async () => {
    const { owner, names } = await watching(1)
    await present(names, 0)
    await announce()
    const [{ id } = { id: '' }] = await incidents(owner, { state: 'unacknowledged' })
    expect((await world.call(owner, contract.monitor.incident_acknowledge, { incident_id: id })).code).toBe(200)
    const [{ ack_time } = { ack_time: null }] = await incidents(owner)
    await world.pass(60)
    await world.call(owner, contract.monitor.incident_acknowledge, { incident_id: id })
    expect(await incidents(owner)).toMatchObject([{ ack_name: owner.username, ack_time }])
    expect(await incidents(owner, { state: 'unacknowledged' })).toEqual([])
    const { data } = await world.call(owner, contract.operationLog.lists, {})
    const said = (data as { action: string; message: string }[]).filter(({ action }) => action === 'acknowledge_incident')
    expect(said.map(({ message }) => message)).toEqual([`确认了告警「硬件离线」：${names[0]}`])
  })

  it('of all acknowledges what a filter finds, says how many before, leaves what began since, and is one line of the operation log', async () => {
    const { owner, names } = await watching(3)
    await present(names.slice(0, 2), 0)
    await announce()
    const all = (input: object, who = owner) => world.call(who, contract.monitor.incident_acknowledge_all, input)
    const check = async (input: object) => (await all({ ...input, check: true })).data as { acknowledged: number; up_to: string | null }
    const waiting = async () =>
      (await incidents(owner, { state: 'unacknowledged' })).map(({ router_name }) => String(router_name)).toSorted()

    const counted = await check({})
    expect(counted.acknowledged).toBe(2)
    expect(await check({ search: names[0] })).toMatchObject({ acknowledged: 1 })
    expect(await check({ router_name: names[1], kind: 'router_offline', state: 'open' })).toMatchObject({ acknowledged: 1 })
    expect(await check({ state: 'closed' })).toEqual({ acknowledged: 0, up_to: null })
    expect(await waiting()).toEqual(names.slice(0, 2).toSorted())

    await present(names.slice(2), 0)
    await announce()
    expect((await all({ up_to: counted.up_to! })).data).toEqual(counted)
    expect(await waiting()).toEqual([names[2]])
    expect((await all({ up_to: counted.up_to! })).data).toEqual({ acknowledged: 0, up_to: null })
    const acknowledged = (await incidents(owner)).filter(({ ack_name }) => ack_name === owner.username)
    expect(acknowledged.map(({ router_name }) => String(router_name)).toSorted()).toEqual(names.slice(0, 2).toSorted())
    expect((await all({ search: names[2] })).data).toMatchObject({ acknowledged: 1 })
    const { data } = await world.call(owner, contract.operationLog.lists, {})
    const said = (data as { action: string; message: string }[]).filter(({ action }) => action === 'acknowledge_incident')
    expect(said.map(({ message }) => message)).toEqual(['确认了 1 条告警', '确认了 2 条告警'])

    const other = await world.anOwner()
    expect((await all({}, other)).data).toEqual({ acknowledged: 0, up_to: null })
    expect((await all({ up_to: counted.up_to! }, other)).code).toBe(204)
    expect((await all({}, await aSubAccount(world, owner, {}))).code).toBe(403)
  })

  it('needs the right to change alerts, and an incident of the account', async () => {
    const { owner, names } = await watching(1)
    await present(names, 0)
    await announce()
    const [{ id } = { id: '' }] = await incidents(owner)
    const reader = await aSubAccount(world, owner, {})
    expect(await incidents(reader)).toHaveLength(1)
    expect((await world.call(reader, contract.monitor.incident_acknowledge, { incident_id: id })).code).toBe(403)
    const other = await world.anOwner()
    expect(await world.call(other, contract.monitor.incident_acknowledge, { incident_id: id })).toMatchObject({ code: 204 })
    for (const incident_id of ['0x1', '-1', "1' or '1'='1", '9'.repeat(19), ''])
      expect((await world.call(owner, contract.monitor.incident_acknowledge, { incident_id })).code, incident_id).toBe(422)
  })

  it('ends the reminders of a service that ends, and not the word of its end', async () => {
    const { owner } = await watching(1)
    await grant(world, owner, 'network_member', 5, now() + 30 * 86_400 - 60)
    await alerts().announceServices()
    expect(await titles(owner)).toEqual([expect.stringMatching(/^组网成员 5 个将于 .* 到期$/)])
    const [{ id } = { id: '' }] = await incidents(owner)
    await world.call(owner, contract.monitor.incident_acknowledge, { incident_id: id })
    for (const days of [23, 6, 1]) {
      await world.pass(days * 86_400)
      await alerts().announceServices()
    }
    const again = { ...owner, ...(await world.signedIn(owner)) }
    expect(await titles(again)).toEqual([expect.stringMatching(/已于/), expect.stringMatching(/将于/)])
    await alerts().followIncidents()
    expect((await incidents(again)).map(({ kind, close_time, subject }) => [kind, close_time === null, subject])).toEqual([
      ['service_expired', true, '组网成员 5 个'],
      ['service_ending', false, '组网成员 5 个'],
    ])
  })
})

describe('an account that never turned monitoring on', () => {
  it('hears by message of a service that ended and of networks that stopped with it, and when they run again', async () => {
    const owner = await world.anOwner()
    const names = await hardware(world, owner, 7)
    await grant(world, owner, 'network_member', 50, now() + 600)
    await aNetwork(world, owner, '门店', [names[0]!], names.slice(1))
    await world.pass(700)
    await alerts().announceServices()
    await world.asSystem(({ sql }) =>
      sql.updateTable('account').set({ network_usable: 0 }).where('account_id', '=', owner.account_id).execute(),
    )
    await alerts().followIncidents()
    await alerts().followIncidents()
    expect(await titles(owner)).toEqual(['【组网不可用】全部组网', expect.stringMatching(/^组网成员 50 个已于 .* 到期$/)])
    expect((await world.call(owner, contract.account.info, {})).data).toMatchObject({ message_count: 2 })
    await world.asSystem(async ({ sql }) => {
      await sql.updateTable('account').set({ network_usable: 1 }).where('account_id', '=', owner.account_id).execute()
      await sql
        .updateTable('service')
        .set({ expired_time: null })
        .where('account_id', '=', owner.account_id)
        .where('service_code', '=', 'network_member')
        .execute()
    })
    await alerts().followIncidents()
    expect((await titles(owner))[0]).toBe('【组网恢复】全部组网')
    expect((await incidents(owner, { state: 'open' })).map(({ kind }) => kind)).toEqual([])
  })

  it('hears of hardware that is assigned to it, which is one event', async () => {
    const owner = await world.anOwner()
    const router_name = `WRA${Date.now()}`
    await world.asSystem(async (system) => {
      await system.sql.insertInto('device').values({ router_name, kind: 'router', router_model: 'R1' }).execute()
      await assignHardware(system, 'system', owner.account_id, router_name)
    })
    await alerts().followIncidents()
    expect(await titles(owner)).toEqual([`【新硬件】${router_name}`])
    expect(await incidents(owner)).toMatchObject([{ kind: 'router_assigned', router_name, seconds: 0, ack_time: null }])
    expect(await incidents(owner, { state: 'unacknowledged' })).toEqual([])
  })
})

describe('new hardware', () => {
  it.each([
    [1, true],
    [0, false],
  ] as const)('is watched if the account watches what is added: %s', async (watch_new, watched) => {
    const { owner, names } = await watching(1, { watch_new })
    const router_name = `WRB${Date.now()}${watch_new}`
    await world.asSystem(async (system) => {
      await system.sql.insertInto('device').values({ router_name, kind: 'router', router_model: 'R1' }).execute()
      await assignHardware(system, 'system', owner.account_id, router_name)
    })
    expect((await world.call(owner, contract.monitor.config, {})).data).toMatchObject({
      watch_new,
      router: watched ? [...names, router_name].toSorted() : names,
    })
  })

  it('of an account that turns monitoring on for the first time is all watched', async () => {
    const owner = await world.anOwner()
    const names = await hardware(world, owner, 2)
    await world.call(owner, contract.monitor.enable, {})
    expect((await world.call(owner, contract.monitor.config, {})).data).toMatchObject({ router: names.toSorted() })
  })
})

describe('a configuration that failed', () => {
  it('is an incident of a watched member until the member is well', async () => {
    const { owner, names } = await watching(2)
    await present([names[0]!], 1, { config_error: 'failed: prefix' })
    await outage(owner, names[0]!, { state: 'failed', cause: 'config_failed' })
    await alerts().followIncidents()
    expect(await titles(owner)).toEqual([`【下发失败】${names[0]}`])
    const ended_at = now()
    await endOutages(owner, ended_at)
    await alerts().followIncidents()
    expect(await incidents(owner)).toMatchObject([{ kind: 'config_failed', close_time: ended_at }])
  })

  it('lasts as long as its outage, although the member is lost in between and comes back before the outage is judged', async () => {
    const { owner, names } = await watching(1)
    await present(names, 1, { config_error: 'failed: prefix' })
    await outage(owner, names[0]!, { state: 'failed', cause: 'config_failed' })
    await alerts().followIncidents()
    await present(names, 0)
    await alerts().followIncidents()
    await present(names, 1)
    await alerts().followIncidents()
    expect(await incidents(owner)).toMatchObject([{ kind: 'config_failed', close_time: null }])
  })
})

describe('a network all of whose sites are lost', () => {
  it('is an incident that only those see who may see the network', async () => {
    const { owner, names } = await watching(2)
    await grant(world, owner, 'network_member', 50)
    const network_number = await aNetwork(world, owner, '华东', [names[0]!], [names[1]!])
    const blind = await aSubAccount(world, owner, { designated: [await aNetwork(world, owner, '别处', await hardware(world, owner, 1))] })
    for (const name of names) await outage(owner, name)
    await alerts().followIncidents()
    await alerts().followIncidents()
    const [incident] = await incidents(owner)
    expect(incident).toMatchObject({ kind: 'network_unusable', subject: '华东', network_number, router_name: null, close_time: null })
    expect(await titles(owner)).toEqual(['【组网不可用】华东'])
    expect(await titles(blind)).toEqual([])
    expect(await incidents(blind)).toEqual([])
    expect((await world.call(blind, contract.monitor.deliveries, {})).data).toEqual([])
    expect((await world.call(blind, contract.monitor.deliveries, { incident_id: incident!.id })).code).toBe(204)
    await endOutages(owner, now())
    await world.pass(6)
    await alerts().followIncidents()
    expect((await titles(owner))[0]).toBe('【组网恢复】华东')
  })
})

describe('muting a member', () => {
  it('delivers nothing for four hours, and keeps the incident', async () => {
    const { owner, names } = await watching(1)
    const window = { name: '静默', start_time: now() - 1, end_time: now() + 4 * 3600, router: names }
    expect((await world.call(owner, contract.monitor.maintenance_create, window)).code).toBe(200)
    await present(names, 0)
    await announce()
    expect(await titles(owner)).toEqual([])
    expect(await incidents(owner)).toMatchObject([{ muted: 1, close_time: null, deliveries: 0 }])
    await announce(4 * 3600)
    expect(await titles({ ...owner, ...(await world.signedIn(owner)) })).toEqual([`【失联】${names[0]}`])
    expect(await incidents({ ...owner, ...(await world.signedIn(owner)) })).toMatchObject([{ muted: 1, deliveries: 1 }])
  })
})

describe('the list', () => {
  it('is filtered by state, kind, member, days and words, and exported with names and serial numbers', async () => {
    const { owner, names } = await watching(2)
    await world.call(owner, contract.router.note, { router_name: names[0], note: '合肥政务店' })
    await present(names, 0)
    await announce()
    await present([names[1]!], 1)
    await announce()
    await alerts().followIncidents()
    const found = async (input: object) => (await incidents(owner, input)).map(({ router_name }) => router_name)
    expect(await found({ search: '政务' })).toEqual([names[0]])
    expect(await found({ search: names[1]!.toLowerCase() })).toEqual([names[1]])
    expect(await found({ search: '%' })).toEqual([])
    expect(await found({ router_name: names[1] })).toEqual([names[1]])
    expect(await found({ state: 'closed' })).toEqual([names[1]])
    expect(await found({ kind: 'pop_connect' })).toEqual([])
    expect(await found({ range: '24h' })).toHaveLength(2)
    expect(await found({ start_time: '2020-01-01', end_time: '2020-01-02' })).toEqual([])
    for (const input of [
      { kind: 'nothing' },
      { state: 'x' },
      { start_time: '2020-13-01' },
      { start_time: '2020-02-01', end_time: '2020-01-01' },
      { page: 0 },
    ])
      expect((await world.call(owner, contract.monitor.incidents, input)).code, JSON.stringify(input)).toBe(422)
    const file = await exported(owner, { state: 'open' })
    expect(file.payload).toContain(`硬件离线,合肥政务店,${names[0]}`)
    expect(file.payload).toContain('未恢复')
    expect(file.payload).not.toContain(names[1])
  })

  it('has the incidents that last before the newer ones, if asked to, and their number beside that of the last days', async () => {
    const { owner, names } = await watching(3)
    const [lasts, over, again] = names as [string, string, string]
    for (const [router_name, days, seconds] of [
      [lasts, 3, null],
      [over, 2, 60],
      [over, 1, 600],
      [again, 0.5, 30],
      [again, 40, 30],
    ] as const)
      await world.asSystem(({ sql }) =>
        statement`insert into incident (account_id, kind, subject_key, router_name, open_time, close_time) select ${owner.account_id}, 'router_offline', ${router_name},
          ${router_name}, t, t + make_interval(secs => ${seconds}) from to_timestamp(${now() - days * 86_400}) t`.execute(sql),
      )
    const order = async (input: object) => (await incidents(owner, { order: 'open', ...input })).map(({ router_name }) => router_name)
    expect(await order({})).toEqual([lasts, again, over, over, again])
    expect(await order({ limit: 2, page: 2 })).toEqual([over, over])
    expect(await order({ limit: 1, page: 2 })).toEqual([again])
    expect((await world.call(owner, contract.monitor.incidents, { order: 'open', limit: 2, page: 2 })).count).toBe(5)
    expect((await incidents(owner)).map(({ router_name }) => router_name)).toEqual([again, over, over, lasts, again])
    expect((await world.call(owner, contract.monitor.incident_summary, {})).data).toEqual({
      open: 1,
      unacknowledged: 5,
      lately: 4,
      before: 1,
      half_within: 60,
      most: { router_name: over, note: '', count: 2 },
    })
    const blind = await aSubAccount(world, owner, { designated: [] })
    expect((await world.call(blind, contract.monitor.incident_summary, {})).code).toBe(200)
  })

  it('reads a page of ten thousand incidents from an index, whatever it is filtered by, and counts no further than it must', async () => {
    const { owner, names } = await watching(1)
    await world.asSystem(async ({ sql }) => {
      await statement`insert into incident (account_id, kind, subject_key, router_name, open_time, close_time)
        select ${owner.account_id}, (array['router_offline', 'pop_connect'])[1 + n % 2], ${names[0]}, case when n % 50 = 0 then ${names[0]}::text else 'R' || n % 500 end,
          now() - n * interval '1 minute', now() - n * interval '1 minute' + interval '10 seconds' from generate_series(1, 10000) n`.execute(
        sql,
      )
      await statement`analyze incident`.execute(sql)
    })
    for (const [column, condition] of [
      ['incident_newest', statement`true`],
      ['incident_kind', statement`i.kind = 'config_failed'`],
      ['incident_member', statement`i.router_name = ${names[0]}`],
      ['incident_lasting', statement`i.close_time is null`],
    ] as const) {
      const plan = await world.asSystem(async ({ sql }) => {
        const { rows } = await statement<{ 'QUERY PLAN': string }>`explain select * from incident i
          where i.account_id = ${owner.account_id} and ${condition} order by i.open_time desc, i.incident_id desc limit 10`.execute(sql)
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      })
      expect(plan).toContain('Index')
      expect(plan, column).not.toMatch(/Seq Scan|Sort/)
    }
    expect(await incidents(owner, { router_name: names[0] })).toHaveLength(10)
    // One lasts, and is counted with those that are over.
    await world.asSystem(({ sql }) =>
      statement`update incident set close_time = null where incident_id = (select max(incident_id) from incident where account_id = ${owner.account_id})`.execute(
        sql,
      ),
    )
    const counted = MOST_FOUND + 1
    expect((await world.call(owner, contract.monitor.incidents, { order: 'open' })).count).toBe(counted)
    const summary = (await world.call(owner, contract.monitor.incident_summary, {})).data as IncidentSummary
    expect(summary).toMatchObject({ open: 1, unacknowledged: counted, lately: counted, half_within: 10 })
  })
})
