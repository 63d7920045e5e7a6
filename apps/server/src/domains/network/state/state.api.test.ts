import {
  contract,
  type Diagnosis,
  type DiagnosisCause,
  type MemberCondition,
  type MemberPath,
  type MemberState,
  type MemberSummary,
  type NetworkState,
} from '@weft/contract'
import { sql as statement } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromUnix } from '../../../kernel/clock.ts'
import { aNetwork, aSubAccount, grant, hardware, infoOf, software } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'
import { judgeMoved } from './state.service.ts'

let world: World
let owner: Person
let hub: string
let other: string
let branches: string[]
let apps: string[]
let network_number: string
const NOW = Math.floor(Date.now() / 1000)

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function aCompany(points: number, people: number): Promise<void> {
  owner = await world.anOwner()
  await grant(world, owner, 'network_member', 100)
  await grant(world, owner, 'network_center', 10)
  ;[hub, other, ...branches] = (await hardware(world, owner, 2 + points)) as [string, string, ...string[]]
  apps = people === 0 ? [] : await software(world, owner, people)
  network_number = await aNetwork(world, owner, '门店', [hub, other], [...branches, ...apps])
  await writeMembers([hub, other, ...branches, ...apps], { create_time: fromUnix(NOW - 86_400) })
}
const writeMembers = (names: string[], change: object) =>
  world.asSystem(({ sql }) => sql.updateTable('member').set(change).where('router_name', 'in', names).execute())
const signIn = (names: string[], ago = 3600) =>
  writeMembers(names, { online_status: 1, connect_time: fromUnix(NOW - ago), report_time: fromUnix(NOW - 30) })
async function writeLink(router_name: string, center_router_name: string, change: object): Promise<void> {
  await world.asSystem(({ sql }) =>
    sql
      .updateTable('network_link')
      .set(change)
      .where('account_id', '=', owner.account_id)
      .where('router_name', '=', router_name)
      .where('center_router_name', '=', center_router_name)
      .execute(),
  )
  await world.asSystem(({ sql }) =>
    statement`update member m set online = (exists (select from network_link l where l.account_id = m.account_id and l.vpn_online = 1
      and m.router_name in (l.router_name, l.center_router_name)))::int where account_id = ${owner.account_id}`.execute(sql),
  )
}
const linkUp = (name: string, center: string, ago = 600) =>
  writeLink(name, center, { vpn_online: 1, vpn_online_since: fromUnix(NOW - ago), vpn_offline_since: null })
const linkDown = (name: string, center: string, ago = 300) =>
  writeLink(name, center, { vpn_online: 0, vpn_online_since: null, vpn_offline_since: fromUnix(NOW - ago) })

async function conditions(): Promise<Map<string, MemberCondition>> {
  const { member } = await infoOf(world, owner, network_number)
  return new Map(member.map(({ router_name, state, cause, since }) => [router_name, { state, cause, since }]))
}
const condition = async (name: string) => (await conditions()).get(name)

describe('the state of a member', () => {
  it('follows from its control connection, its tunnels and its configuration', async () => {
    await aCompany(1, 1)
    const [branch, app] = [branches[0]!, apps[0]!]
    expect(await condition(branch)).toEqual({ state: 'never', cause: 'never_activated', since: null })
    expect(await condition(app)).toMatchObject({ state: 'idle', cause: null })
    await signIn([hub, other, branch])
    await linkDown(branch, hub, 500)
    await linkDown(branch, other, 400)
    expect(await condition(branch)).toEqual({ state: 'down', cause: 'tunnel_down', since: NOW - 400 })
    expect(await condition(hub)).toMatchObject({ state: 'up', cause: null })
    await linkUp(branch, hub)
    expect(await condition(branch)).toEqual({ state: 'degraded', cause: 'tunnel_down', since: NOW - 400 })
    await writeMembers([other], { online_status: 0 })
    expect(await condition(branch)).toMatchObject({ state: 'degraded', cause: 'center_down' })
    await linkUp(branch, other, 100)
    expect(await condition(branch)).toEqual({ state: 'up', cause: null, since: NOW - 100 })
    await writeMembers([branch], { config_error: 'failed: no route' })
    expect(await condition(branch)).toEqual({ state: 'failed', cause: 'config_failed', since: null })
    await writeMembers([branch], { online_status: 0, report_time: fromUnix(NOW - 50) })
    expect(await condition(branch)).toEqual({ state: 'down', cause: 'connection_lost', since: NOW - 50 })
    await writeMembers([app], { status: 0 })
    expect(await condition(app)).toEqual({ state: 'disabled', cause: 'disabled', since: null })
  })

  it('ignores links that are off, and all tunnels while the account’s networks are unusable', async () => {
    await aCompany(1, 0)
    const branch = branches[0]!
    await signIn([hub, other, branch])
    await linkUp(branch, hub)
    await writeLink(branch, other, { enable: 0 })
    expect(await condition(branch)).toMatchObject({ state: 'up' })
    await linkDown(branch, hub)
    const usable = (network_usable: 0 | 1) =>
      world.asSystem(({ sql }) => sql.updateTable('account').set({ network_usable }).where('account_id', '=', owner.account_id).execute())
    await usable(0)
    expect(await condition(branch)).toMatchObject({ state: 'up', cause: null })
    expect((await infoOf(world, owner, network_number)).link.map((link) => link.state)).toEqual(['disabled', 'disabled'])
    await usable(1)
    expect(await condition(branch)).toMatchObject({ state: 'down', cause: 'tunnel_down' })
  })

  it('has a changed address as its cause only if its tunnel ended soon after the change', async () => {
    const cases: [addresses: [before: string, now: string], session: [began: number, ended: number] | undefined, DiagnosisCause][] = [
      [['203.0.113.1', '203.0.113.2'], [5000, 890], 'address_changed'],
      [['203.0.113.1', '203.0.113.2'], [5000, 100], 'tunnel_down'],
      [['203.0.113.1', '203.0.113.2'], [895, 890], 'tunnel_down'],
      [['203.0.113.1', '203.0.113.2'], undefined, 'tunnel_down'],
      [['203.0.113.2', '203.0.113.2'], [5000, 890], 'tunnel_down'],
    ]
    await aCompany(cases.length, 0)
    await signIn([hub, other])
    const { account_id } = owner
    for (const [at, [addresses, session]] of cases.entries()) {
      const name = branches[at]!
      await world.asSystem(async ({ sql }) => {
        for (const [ago, address] of [7000, 900].map((seconds, place) => [seconds, addresses[place]!] as const))
          await statement`insert into connect_log (account_id, router_name, remote_ip, remote_port, online, create_time)
            values (${account_id}, ${name}, ${address}, 1, 1, to_timestamp(${NOW - ago}))`.execute(sql)
        if (session)
          await statement`insert into tunnel_session (account_id, network_number, link_router_name, router_name, start_time, end_time)
            values (${account_id}, ${network_number}, ${hub}, ${name}, to_timestamp(${NOW - session[0]}), to_timestamp(${NOW - session[1]}))`.execute(
            sql,
          )
      })
    }
    await signIn(branches, 900)
    const found = await conditions()
    expect(branches.map((name) => found.get(name)?.cause)).toEqual(cases.map(([, , cause]) => cause))
    // The log is not kept for ever.
    await world.asSystem(({ sql }) => sql.deleteFrom('connect_log').where('account_id', '=', account_id).execute())
    await judgeMoved(world.db)
    expect(await condition(branches[0]!)).toMatchObject({ state: 'down', cause: 'tunnel_down' })
  })

  it('is what its diagnosis and its path say, in all networks and to a caller who sees one', async () => {
    await aCompany(6, 2)
    const [well, some, none, refused, lost, never] = branches as [string, string, string, string, string, string]
    const [third] = (await hardware(world, owner, 1)) as [string]
    const second = await aNetwork(world, owner, '仓库', [third], [well, some])
    await signIn([hub, other, well, some, none, refused])
    for (const name of [well, some, refused]) await linkUp(name, hub)
    await linkUp(well, other)
    const fallen = [
      [well, third, 500],
      [some, third, 200],
      [some, other, 400],
      [none, hub, 700],
      [none, other, 600],
    ] as const
    for (const [name, center, ago] of fallen) await linkDown(name, center, ago)
    await writeMembers([refused], { config_error: 'failed: no route' })
    await writeMembers([lost], { connect_time: fromUnix(NOW - 7200), report_time: fromUnix(NOW - 60) })
    await writeMembers([apps[1]!], { status: 0 })
    const twice = (...one: [MemberState, DiagnosisCause, number | null]) => [one, one]
    const expected = {
      [well]: [
        ['degraded', 'center_down', NOW - 500],
        ['up', 'online', NOW - 600],
      ],
      // Of several networks with one state, the last loss counts.
      [some]: [
        ['degraded', 'tunnel_down', NOW - 200],
        ['degraded', 'tunnel_down', NOW - 400],
      ],
      [none]: twice('down', 'tunnel_down', NOW - 600),
      [refused]: twice('failed', 'config_failed', null),
      [lost]: twice('down', 'connection_lost', NOW - 60),
      [never]: twice('never', 'never_activated', null),
      [hub]: twice('up', 'online', NOW - 3600),
      [apps[0]!]: twice('idle', 'never_signed_in', null),
      [apps[1]!]: twice('disabled', 'disabled', null),
    }
    const sub = await aSubAccount(world, owner, { designated: [network_number] })
    const said: Record<string, unknown[]> = {}
    for (const name of Object.keys(expected))
      for (const who of [owner, sub]) {
        const path = (await world.call(who, contract.memberRecords.path, { router_name: name })).data as MemberPath
        const diagnosis = (await world.call(who, contract.memberRecords.diagnosis, { router_name: name })).data as Diagnosis
        const row = (await world.call(who, contract.router.list, { search: name })).data[0] as MemberSummary
        said[name] = [...(said[name] ?? []), [row.state, diagnosis.cause, diagnosis.since]]
        const { cause, since } = diagnosis
        expect(path).toMatchObject({ state: row.state, cause, since })
        // These two states have no cause.
        expect(row, name).toMatchObject(row.state === 'up' || row.state === 'idle' ? { cause: null } : { cause, since })
      }
    expect(said).toEqual(expected)
    expect(await world.call(owner, contract.memberRecords.diagnosis, { router_name: some })).toMatchObject({
      data: { text: expect.stringContaining('其余链路正常'), next: '请重新拨号；仍不通，请检查链路两端的防火墙是否放行 UDP 端口' },
    })
    expect(await world.call(owner, contract.memberRecords.diagnosis, { router_name: well })).toMatchObject({
      data: { network_number: second, text: expect.stringContaining('其余链路正常'), next: '请先恢复中心' },
    })
  })
})

describe('router/lists', () => {
  it('lists both kinds, the worst first, then by name, and with `attention` only those that need it', async () => {
    await aCompany(3, 1)
    const [a, b, c] = branches as [string, string, string]
    await signIn([hub, other, a, b, c])
    for (const name of [a, b, c]) await linkUp(name, hub)
    await linkUp(a, other)
    await linkUp(c, other)
    await writeMembers([c], { config_error: 'failed: x', note: '乙' })
    await writeMembers([a], { note: '甲' })
    const rows = async (input: object) => {
      const answer = await world.call(owner, contract.router.list, input)
      return { count: answer.count, rows: answer.data as MemberSummary[] }
    }
    const all = await rows({})
    expect(all.rows.map(({ router_name, state }) => [router_name, state])).toEqual([
      [c, 'failed'],
      [b, 'degraded'],
      ...[hub, other].toSorted().map((name) => [name, 'up']),
      [a, 'up'],
      [apps[0], 'idle'],
    ])
    expect(all.rows[0]?.networks).toEqual([{ network_number, network_name: '门店' }])
    expect((await rows({ attention: '1' })).rows.map((row) => row.router_name)).toEqual([c, b])
    expect(await rows({ attention: '1', type: '2' })).toEqual({ count: 0, rows: [] })
    expect((await world.call(owner, contract.router.names, { attention: '1' })).data).toEqual([c, b])
    expect((await world.call(owner, contract.router.list, { attention: '2' })).code).toBe(422)
    expect((await world.call(owner, contract.network.list, {})).data).toMatchObject([{ attention: 2 }])
  })
})

describe('network/status', () => {
  it('answers the changed members with their states, and all links of a member of which one changed', async () => {
    await aCompany(2, 0)
    const [a, b] = branches as [string, string]
    await signIn([hub, other, a, b])
    for (const name of [a, b]) for (const center of [hub, other]) await linkUp(name, center)
    await world.asSystem(({ sql }) =>
      statement`update network set routing_type = 2, main_router = ${hub}, secondary_router = ${other} where network_number = ${network_number}`.execute(
        sql,
      ),
    )
    const status = async (since?: number): Promise<NetworkState> =>
      (await world.call(owner, contract.network.status, { network_number, ...(since !== undefined && { since }) })).data
    const states = (answer: NetworkState) =>
      Object.fromEntries(answer.link.map((link) => [`${link.router_name} ${link.center_router_name}`, link.state]))
    expect(states(await status())).toMatchObject({ [`${a} ${hub}`]: 'up', [`${a} ${other}`]: 'standby' })
    const later = NOW + 3600
    await linkDown(a, hub, 10)
    await world.asSystem(({ sql }) =>
      statement`update network_link set change_time = to_timestamp(${later}) where router_name = ${a} and center_router_name = ${hub}`.execute(
        sql,
      ),
    )
    const changed = await status(later)
    expect(states(changed)).toEqual({ [`${a} ${hub}`]: 'down', [`${a} ${other}`]: 'takeover' })
    expect(changed.member).toEqual([{ router_name: a, state: 'degraded', cause: 'tunnel_down', since: NOW - 10 }])
  })
})
