import { contract, type NetworkRevision } from '@weft/contract'
import { sql as statement } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromUnix, unix } from '../../../kernel/clock.ts'
import { infoOf, logOf } from '../../../../test/network-fixtures.ts'
import { aCompany, draft, rename, set } from '../../../../test/network-setting-fixtures.ts'
import { createWorld, type World } from '../../../../test/world.ts'
import { judgeAddresses } from './trial.service.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const NONE = { public_ip: null, public_port: null, static_port: null }
const at = (public_ip: string, port = 1194) => ({ public_ip, public_port: port, static_port: port })

type Company = Awaited<ReturnType<typeof aCompany>>
type Trial = Company & {
  move(address: object): Promise<void>
  /** Writes the state of some members' connections to the controller, as the gateway does. */
  member(names: string[], change: object): Promise<void>
  /** Has members report that they run what they should. */
  applied(names?: string[]): Promise<void>
  link(name: string, vpn_online: 0 | 1): Promise<void>
  states(): Promise<unknown[]>
}

/** Makes a network whose members are connected and have their tunnels to center `a`, all for ten minutes. */
async function aRunningNetwork(): Promise<Trial> {
  const company = await aCompany(world)
  const { owner, network_number, a, b, p, q, soft } = company
  const all = [a, b, p, q, soft]
  const member = async (names: string[], change: object) =>
    void (await world.asSystem(({ sql }) => sql.updateTable('member').set(change).where('router_name', 'in', names).execute()))
  const applied = async (names = all) =>
    void (await world.asSystem(({ sql }) =>
      statement`update member set applied_revision = config_revision, settle_time = now() where router_name = any(${names})`.execute(sql),
    ))
  const link = async (router_name: string, vpn_online: 0 | 1) => {
    const now = fromUnix(unix(world.infrastructure.clock.now()))
    const change = vpn_online ? { vpn_online_since: now, vpn_offline_since: null } : { vpn_online_since: null, vpn_offline_since: now }
    await world.asSystem(({ sql }) =>
      sql
        .updateTable('network_link')
        .set({ vpn_online, ...change })
        .where('network_number', '=', network_number)
        .where('router_name', '=', router_name)
        .where('center_router_name', '=', a)
        .execute(),
    )
  }
  await member(all, { online_status: 1, connect_time: fromUnix(unix(world.infrastructure.clock.now())) })
  await applied()
  for (const name of [p, q]) await link(name, 1)
  await world.pass(600)
  return {
    ...company,
    member,
    applied,
    link,
    async move(router_service) {
      await set(world, owner, 'fixed_port', { network_number, router_name: a, router_service, software_service: NONE })
    },
    async states() {
      const { data } = await world.call(owner, contract.networkRevisions.list, { network_number })
      return (data as NetworkRevision[]).map(({ revision, state, by }) => [revision, state, by])
    },
  }
}

/** Has all members run what they should, and the tunnels of branches to `a` end, as after an address that leads nowhere. */
async function loseTunnels(trial: Trial): Promise<void> {
  await trial.applied()
  for (const name of [trial.p, trial.q]) await trial.link(name, 0)
}
const revisionOf = async ({ owner, network_number }: Trial) => (await infoOf(world, owner, network_number)).revision
/** Returns the public address of center `a` for hardware branches, as the database has it. */
const addressOf = ({ network_number, a }: Trial) =>
  world.asSystem(async ({ sql }) => {
    const { router_port } = await sql
      .selectFrom('network_center')
      .select('router_port')
      .where('network_number', '=', network_number)
      .where('router_name', '=', a)
      .executeTakeFirstOrThrow()
    return router_port.public_ip
  })

describe('a changed public address of a center', () => {
  it('is taken back a minute after the last tunnel to it went, and the owner reads why', async () => {
    const trial = await aRunningNetwork()
    const { owner, network_number, a } = trial
    await trial.move(at('198.51.100.200'))
    await loseTunnels(trial)
    await world.pass(59)
    await judgeAddresses(world.db)
    expect(await addressOf(trial)).toBe('198.51.100.200')
    expect(await trial.states()).toEqual([
      [2, 'pending', owner.username],
      [1, 'superseded', owner.username],
    ])
    await world.pass(1)
    await judgeAddresses(world.db)
    expect(await addressOf(trial)).toBeNull()
    expect(await trial.states()).toEqual([
      [3, 'pending', '系统'],
      [2, 'reverted', owner.username],
      [1, 'superseded', owner.username],
    ])
    const why = `60 秒内没有隧道通过 ${a} 的新公网地址和端口连通，已自动恢复原设置`
    const { data } = await world.call(owner, contract.networkRevisions.list, { network_number })
    expect((data as NetworkRevision[])[0]?.summary).toBe(why)
    expect((await logOf(world, owner)).at(-1)).toMatchObject({ action: 'rollback', message: expect.stringContaining(why) })
    await world.pass(120)
    await judgeAddresses(world.db)
    expect(await revisionOf(trial)).toBe(3)
  })

  it('is confirmed once one tunnel came up at it, and not before', async () => {
    const trial = await aRunningNetwork()
    const state = async () => (await infoOf(world, trial.owner, trial.network_number)).revision_state
    await trial.move(at('198.51.100.7'))
    await trial.applied()
    await judgeAddresses(world.db)
    expect(await state()).toBe('pending')
    await loseTunnels(trial)
    await world.pass(20)
    await trial.link(trial.q, 1)
    await judgeAddresses(world.db)
    expect(await state()).toBe('applied')
    await trial.link(trial.q, 0)
    await world.pass(600)
    await judgeAddresses(world.db)
    expect(await addressOf(trial)).toBe('198.51.100.7')
  })

  it('is not confirmed by a tunnel to the former address', async () => {
    const trial = await aRunningNetwork()
    await trial.move(at('198.51.100.200'))
    // This branch dials the former address still, and its tunnel comes up there once more.
    await trial.applied([trial.a, trial.b, trial.p])
    await trial.link(trial.p, 0)
    await world.pass(10)
    await trial.link(trial.q, 1)
    await world.pass(60)
    await judgeAddresses(world.db)
    expect(await addressOf(trial)).toBeNull()
  })

  it('stays while no tunnel was up before, and when it is dialled as before', async () => {
    const without = await aRunningNetwork()
    for (const name of [without.p, without.q]) await without.link(name, 0)
    await without.move(at('198.51.100.8'))
    const same = await aRunningNetwork()
    await rename(world, same.owner, same.network_number, '分部')
    for (const trial of [without, same]) await trial.applied()
    await world.pass(600)
    await judgeAddresses(world.db)
    expect(await addressOf(without)).toBe('198.51.100.8')
    expect(await revisionOf(same)).toBe(2)
  })

  it.each<[string, (trial: Trial) => string[]]>([
    ['the center is away', ({ a }) => [a]],
    ['all branches that used it are away', ({ p, q }) => [p, q]],
  ])('is not judged while %s, and is a minute after it is back', async (_what, awayOf) => {
    const trial = await aRunningNetwork()
    const away = awayOf(trial)
    await trial.move(at('198.51.100.200'))
    await loseTunnels(trial)
    await trial.member(away, { online_status: 0 })
    await world.pass(300)
    await judgeAddresses(world.db)
    await trial.member(away, { online_status: 1, connect_time: fromUnix(unix(world.infrastructure.clock.now())) })
    await world.pass(59)
    await judgeAddresses(world.db)
    expect(await addressOf(trial)).toBe('198.51.100.200')
    await world.pass(1)
    await judgeAddresses(world.db)
    expect(await addressOf(trial)).toBeNull()
  })

  it('is not judged while the center waits for its turn, and is confirmed after an hour in which it could not be', async () => {
    const trial = await aRunningNetwork()
    await trial.move(at('198.51.100.200', 1195))
    for (const name of [trial.p, trial.q]) await trial.link(name, 0)
    await trial.applied([trial.p, trial.q])
    await world.pass(3600)
    await judgeAddresses(world.db)
    await trial.applied()
    await world.pass(600)
    await judgeAddresses(world.db)
    expect(await addressOf(trial)).toBe('198.51.100.200')
  })

  it('is taken back to what worked, whatever was changed since, and alone', async () => {
    const trial = await aRunningNetwork()
    const { owner, network_number, a } = trial
    await draft(world, owner, network_number, [
      { call: 'name', input: { network_name: '新名' } },
      { call: 'fixed_port', input: { router_name: a, router_service: at('198.51.100.200'), software_service: NONE } },
    ])
    await loseTunnels(trial)
    await world.pass(30)
    await trial.move(at('198.51.100.201'))
    await trial.applied()
    await world.pass(30)
    await set(world, owner, 'dns', { network_number, dns: ['192.0.2.53'] })
    await trial.applied()
    await judgeAddresses(world.db)
    expect(await addressOf(trial)).toBe('198.51.100.201')
    await world.pass(60)
    await judgeAddresses(world.db)
    const info = await infoOf(world, owner, network_number)
    expect(info).toMatchObject({ network_name: '新名', network_dns: ['192.0.2.53'], revision: 5 })
    expect(await addressOf(trial)).toBeNull()
    expect((await trial.states()).map((row) => (row as unknown[])[1])).toEqual([
      'pending',
      'superseded',
      'reverted',
      'superseded',
      'superseded',
    ])
  })

  it('is no longer on trial once the owner restores the former one', async () => {
    const trial = await aRunningNetwork()
    await trial.move(at('198.51.100.200'))
    await loseTunnels(trial)
    await trial.move(NONE)
    await trial.applied()
    expect((await infoOf(world, trial.owner, trial.network_number)).revision_state).toBe('applied')
    await world.pass(600)
    await judgeAddresses(world.db)
    expect(await revisionOf(trial)).toBe(3)
  })

  it('is on trial by itself for software members and for the twin link', async () => {
    const trial = await aRunningNetwork()
    const { owner, network_number, a, b, soft } = trial
    const twin = { network_number, enable: 1, center_router_name: a, gateway: '10.250.0.0', mask: 24 }
    await set(world, owner, 'center_link', { ...twin, ...NONE })
    await trial.applied()
    for (const name of [b, soft]) await trial.link(name, 1)
    await world.pass(600)
    await set(world, owner, 'center_link', { ...twin, ...at('198.51.100.200', 1300) })
    const software_service = at('198.51.100.200', 1301)
    await set(world, owner, 'fixed_port', { network_number, router_name: a, router_service: at('198.51.100.7'), software_service })
    await loseTunnels(trial)
    for (const name of [b, soft]) await trial.link(name, 0)
    await world.pass(10)
    await trial.link(trial.p, 1)
    await world.pass(60)
    await judgeAddresses(world.db)
    const found = await world.asSystem(async ({ sql }) => ({
      ...(await sql
        .selectFrom('network_center')
        .select(['router_port', 'software_port'])
        .where('network_number', '=', network_number)
        .where('router_name', '=', a)
        .executeTakeFirstOrThrow()),
      ...(await sql.selectFrom('network').select('center_link').where('network_number', '=', network_number).executeTakeFirstOrThrow()),
    }))
    expect(found).toMatchObject({ router_port: at('198.51.100.7'), software_port: NONE, center_link: { enable: 1, ...NONE } })
  })

  it('is taken back by one of several servers that judge at once', async () => {
    const trial = await aRunningNetwork()
    await trial.move(at('198.51.100.200'))
    await loseTunnels(trial)
    await world.pass(60)
    await Promise.all([judgeAddresses(world.db), judgeAddresses(world.db)])
    expect(await addressOf(trial)).toBeNull()
    expect(await revisionOf(trial)).toBe(3)
  })
})
