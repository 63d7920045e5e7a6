import { contract, type NetworkRevision } from '@weft/contract'
import { sql as statement } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromUnix, unix } from '../../../kernel/clock.ts'
import { eventually } from '../../../../test/eventually.ts'
import { aNetwork, infoOf, logOf } from '../../../../test/network-fixtures.ts'
import { aCompany, draft, set } from '../../../../test/network-setting-fixtures.ts'
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

/** Lets time pass while the server looks every ten seconds, first at once. */
async function judgeFor(seconds: number): Promise<void> {
  await judgeAddresses(world.db)
  for (let passed = 0; passed < seconds; passed += 10) {
    await world.pass(10)
    await judgeAddresses(world.db)
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
  it('is taken back once no tunnel came up for a minute and 30 s of looks confirm it, and the owner reads why', async () => {
    const trial = await aRunningNetwork()
    const { owner, network_number, a } = trial
    await trial.move(at('198.51.100.200'))
    await loseTunnels(trial)
    await world.pass(59)
    await judgeAddresses(world.db)
    await world.pass(1)
    await judgeFor(20)
    expect(await addressOf(trial)).toBe('198.51.100.200')
    expect(await trial.states()).toEqual([
      [2, 'pending', owner.username],
      [1, 'superseded', owner.username],
    ])
    await world.pass(10)
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
    await judgeFor(30)
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
    await judgeFor(30)
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
    await judgeFor(30)
    expect(await addressOf(trial)).toBeNull()
  })

  it('stays while no tunnel was up before', async () => {
    const trial = await aRunningNetwork()
    for (const name of [trial.p, trial.q]) await trial.link(name, 0)
    await trial.move(at('198.51.100.8'))
    await trial.applied()
    await world.pass(600)
    await judgeFor(30)
    expect(await addressOf(trial)).toBe('198.51.100.8')
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
    await world.pass(50)
    await judgeFor(30)
    expect(await addressOf(trial)).toBe('198.51.100.200')
    await world.pass(10)
    await judgeAddresses(world.db)
    expect(await addressOf(trial)).toBeNull()
  })

  it('is not judged while the center waits for its turn, and is confirmed after a day in which it could not be', async () => {
    const trial = await aRunningNetwork()
    await trial.move(at('198.51.100.200', 1195))
    for (const name of [trial.p, trial.q]) await trial.link(name, 0)
    await trial.applied([trial.p, trial.q])
    await world.pass(86_400)
    await judgeAddresses(world.db)
    await trial.applied()
    await world.pass(600)
    await judgeFor(30)
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
    await judgeFor(30)
    expect(await addressOf(trial)).toBe('198.51.100.201')
    await world.pass(30)
    await judgeFor(30)
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
    await judgeFor(30)
    expect(await revisionOf(trial)).toBe(3)
  })

  it('is on trial by itself for software members and for the center link', async () => {
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
    await judgeFor(30)
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
    await judgeFor(20)
    await world.pass(10)
    await Promise.all([judgeAddresses(world.db), judgeAddresses(world.db), judgeAddresses(world.db)])
    expect(await addressOf(trial)).toBeNull()
    expect(await revisionOf(trial)).toBe(3)
    expect((await logOf(world, trial.owner)).filter(({ action }) => action === 'rollback')).toHaveLength(1)
  })

  it('stays when a tunnel came up while the server was away, and is written late', async () => {
    const trial = await aRunningNetwork()
    await trial.move(at('198.51.100.7'))
    await loseTunnels(trial)
    await world.pass(60)
    await judgeFor(20)
    // The server is away here. Its first looks do not see the tunnel yet.
    await world.pass(60)
    await judgeFor(20)
    await trial.link(trial.q, 1)
    await judgeFor(30)
    expect(await addressOf(trial)).toBe('198.51.100.7')
  })

  it('stays when a tunnel comes up after the decision and before the network is held', async () => {
    const trial = await aRunningNetwork()
    await trial.move(at('198.51.100.7'))
    await loseTunnels(trial)
    await world.pass(60)
    await judgeFor(20)
    await world.pass(10)
    const judged = await world.asSystem(async ({ sql }) => {
      const { account_id, network_number } = await sql
        .selectFrom('network')
        .select(['account_id', 'network_number'])
        .where('network_number', '=', trial.network_number)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const judging = judgeAddresses(world.db)
      await eventually(async () => {
        const { tries } = await world.asSystem((other) =>
          other.sql
            .selectFrom('address_trial')
            .select('tries')
            .where('account_id', '=', account_id)
            .where('network_number', '=', network_number)
            .executeTakeFirstOrThrow(),
        )
        expect(tries).toBe(1)
      })
      await trial.link(trial.q, 1)
      return { judging }
    })
    await judged.judging
    expect(await addressOf(trial)).toBe('198.51.100.7')
  })

  it('stays while the tunnel of a branch that runs its configuration is up, even one that is said to be older', async () => {
    const trial = await aRunningNetwork()
    await trial.move(at('198.51.100.7'))
    await trial.applied()
    await trial.link(trial.p, 0)
    await world.pass(60)
    await judgeFor(30)
    expect(await addressOf(trial)).toBe('198.51.100.7')
  })

  it('is not confirmed by a tunnel that comes up while the center still listens at the former port', async () => {
    const trial = await aRunningNetwork()
    await trial.move(at('198.51.100.200', 1195))
    await trial.applied([trial.b, trial.p, trial.q])
    await trial.link(trial.p, 0)
    await world.pass(10)
    await trial.link(trial.q, 1)
    await judgeAddresses(world.db)
    await loseTunnels(trial)
    await world.pass(60)
    await judgeFor(30)
    expect(await addressOf(trial)).toBeNull()
  })

  it('is confirmed by the tunnel of a standard client, and not on trial for these alone', async () => {
    const trial = await aRunningNetwork()
    const { owner, network_number, a, p, soft } = trial
    await trial.member([soft], { online_status: 0 })
    await trial.link(soft, 1)
    const move = (public_ip: string, public_port: number) =>
      set(world, owner, 'fixed_port', {
        network_number,
        router_name: a,
        router_service: NONE,
        software_service: at(public_ip, public_port),
      })
    const state = async () => (await infoOf(world, owner, network_number)).revision_state
    const trials = () =>
      world.asSystem(({ sql }) => sql.selectFrom('address_trial').select('service').where('network_number', '=', network_number).execute())
    await move('198.51.100.9', 1301)
    expect(await trials()).toEqual([])
    await trial.member([soft], { online_status: 1, connect_time: fromUnix(unix(world.infrastructure.clock.now())) })
    await move('198.51.100.9', 1302)
    expect(await trials()).toEqual([{ service: 'software' }])
    await trial.applied([a, trial.b, p, trial.q])
    await trial.member([soft], { online_status: 0 })
    await trial.link(soft, 0)
    await world.pass(10)
    await trial.link(soft, 1)
    await judgeAddresses(world.db)
    expect(await trials()).toEqual([])
    // The client itself never says what it runs, and is not waited for.
    expect(await state()).toBe('applied')
  })

  it('is not taken back because of a branch that could not apply it', async () => {
    const trial = await aRunningNetwork()
    await trial.move(at('198.51.100.7'))
    await trial.applied([trial.a, trial.b])
    for (const name of [trial.p, trial.q]) await trial.link(name, 0)
    await trial.member([trial.p, trial.q], { config_error: 'cannot be applied' })
    await world.pass(60)
    await judgeFor(30)
    expect(await addressOf(trial)).toBe('198.51.100.7')
    await trial.member([trial.p, trial.q], { config_error: null })
  })

  it('is not taken back once something else has replaced it', async () => {
    const trial = await aRunningNetwork()
    await trial.move(at('198.51.100.200'))
    await loseTunnels(trial)
    await world.asSystem(({ sql }) =>
      sql
        .updateTable('address_trial')
        .set({ present: JSON.stringify(at('198.51.100.199')) })
        .where('network_number', '=', trial.network_number)
        .execute(),
    )
    await world.pass(60)
    await judgeFor(30)
    expect(await addressOf(trial)).toBe('198.51.100.200')
    expect(await revisionOf(trial)).toBe(2)
  })

  it('is shown for two minutes, and no longer on trial once no branch is to dial it', async () => {
    const trial = await aRunningNetwork()
    const { owner, network_number, a, b, p, q } = trial
    const state = async () => (await infoOf(world, owner, network_number)).revision_state
    await trial.move(at('198.51.100.200'))
    await loseTunnels(trial)
    await trial.member([a, p, q], { online_status: 0 })
    await world.pass(119)
    expect(await state()).toBe('pending')
    await world.pass(1)
    expect(await state()).toBe('applied')
    await trial.member([a, b, p, q], { online_status: 1 })
    await world.asSystem(({ sql }) =>
      sql
        .updateTable('network_link')
        .set({ enable: 0 })
        .where('network_number', '=', network_number)
        .where('center_router_name', '=', a)
        .execute(),
    )
    await judgeFor(30)
    expect(await addressOf(trial)).toBe('198.51.100.200')
    const left = await world.asSystem(({ sql }) =>
      sql.selectFrom('address_trial').select('service').where('network_number', '=', network_number).execute(),
    )
    expect(left).toEqual([])
  })

  it('of two services of a change is taken back in one revision, which marks the change', async () => {
    const trial = await aRunningNetwork()
    const { owner, network_number, a, soft } = trial
    await trial.link(soft, 1)
    const [router_service, software_service] = [at('198.51.100.200', 1194), at('198.51.100.200', 1301)]
    await set(world, owner, 'fixed_port', { network_number, router_name: a, router_service, software_service })
    await loseTunnels(trial)
    await trial.link(soft, 0)
    await world.pass(60)
    await judgeFor(30)
    expect(await trial.states()).toEqual([
      [3, 'pending', '系统'],
      [2, 'reverted', owner.username],
      [1, 'superseded', owner.username],
    ])
  })

  it('is what is restored, once a tunnel used it, though the server has not looked since', async () => {
    const trial = await aRunningNetwork()
    await trial.move(at('198.51.100.7'))
    await loseTunnels(trial)
    await world.pass(10)
    await trial.link(trial.q, 1)
    await trial.move(at('198.51.100.200'))
    await loseTunnels(trial)
    await world.pass(60)
    await judgeFor(30)
    expect(await addressOf(trial)).toBe('198.51.100.7')
  })

  it('that cannot be taken back is tried once a minute, and the owner reads when it is given up', async () => {
    const trial = await aRunningNetwork()
    const { owner, network_number, a } = trial
    await trial.move(at('198.51.100.7', 1400))
    await loseTunnels(trial)
    await world.pass(10)
    await trial.link(trial.q, 1)
    await judgeAddresses(world.db)
    await trial.move(at('198.51.100.200', 1401))
    await loseTunnels(trial)
    // Another network takes the former port of the center.
    const other = await aNetwork(world, owner, '分部', [a])
    await set(world, owner, 'fixed_port', {
      network_number: other,
      router_name: a,
      router_service: at('198.51.100.7', 1400),
      software_service: NONE,
    })
    await trial.applied()
    const tries = () =>
      world.asSystem(({ sql }) => sql.selectFrom('address_trial').select('tries').where('network_number', '=', network_number).execute())
    await world.pass(60)
    await judgeFor(30)
    expect(await tries()).toEqual([{ tries: 1 }])
    await judgeFor(50)
    expect(await tries()).toEqual([{ tries: 1 }])
    await judgeFor(10)
    expect(await tries()).toEqual([{ tries: 2 }])
    await world.asSystem(({ sql }) =>
      sql.updateTable('address_trial').set({ tries: 60 }).where('network_number', '=', network_number).execute(),
    )
    await world.pass(60)
    await judgeAddresses(world.db)
    expect(await tries()).toEqual([])
    expect(await addressOf(trial)).toBe('198.51.100.200')
    expect((await logOf(world, owner)).at(-1)).toMatchObject({ action: 'rollback', message: expect.stringContaining('未能恢复原设置') })
  })
})
