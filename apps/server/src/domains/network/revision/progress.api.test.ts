import { contract, type NetworkProgress } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accept, connected, type Device, listenForAgents, memberRow } from '../../../../test/agent-client.ts'
import { aNetwork, aSubAccount, grant, hardware, rowsOf } from '../../../../test/network-fixtures.ts'
import { aCompany, rename, rollback, set } from '../../../../test/network-setting-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'
import { markSettled } from '../change/store.service.ts'
import { eventually } from '../../../../test/eventually.ts'

let world: World
let server: string
beforeAll(async () => {
  world = await createWorld()
  server = await listenForAgents(world)
})
afterAll(() => world.close())

const progressOf = async (who: Person, network_number: string): Promise<NetworkProgress> => {
  const answer = await world.call(who, contract.networkRevisions.progress, { network_number })
  if (answer.code !== 200) throw new Error(`network/progress answered ${answer.code} ${answer.msg}`)
  return answer.data
}
const prefixes = (router_name: string, ...prefix: string[]) => ({
  router_name,
  prefix: prefix.map((text) => ({ ip: text.split('/')[0], mask: Number(text.split('/')[1]) })),
})

async function fail(device: Device, phase: 'failed' | 'rolled_back', error: string) {
  const { revision, hash } = await device.next('config.offer')
  device.send({ type: 'config.ack', revision, hash, phase, errors: [error], actions: [] })
}

const settledOf = (network_number: string, router_name: string) =>
  world.db.systemNow.sql
    .selectFrom('network_member')
    .select('touched_settled')
    .where('network_number', '=', network_number)
    .where('router_name', '=', router_name)
    .executeTakeFirstOrThrow()

/** Makes a network whose members run its first revision, except `q`, which was there once, and `soft`, which never was. */
async function aRunningCompany() {
  const company = await aCompany(world)
  const { owner, network_number, a, b, p, q } = company
  const { account_id } = owner
  const join = async (router_name: string) => {
    const device = await connected(world, server, { account_id, router_name })
    await accept(device)
    return device
  }
  const [hub, spare, branch, gone] = [await join(a), await join(b), await join(p), await join(q)]
  await gone.leave()
  await eventually(async () =>
    expect((await progressOf(owner, network_number)).counts).toEqual({
      members: 5,
      centers: 2,
      applied: 4,
      pending: 0,
      failed: 0,
      offline: 0,
      never: 1,
    }),
  )
  await eventually(async () => {
    const { members } = await rowsOf(world, owner)
    expect(members.find((m) => m.router_name === q)?.online_status).toBe(0)
  })
  return { ...company, hub, spare, branch }
}

describe('network/progress', () => {
  it('counts who applied a revision, who has yet to answer, who failed and why, who is away and who never connected', async () => {
    const { owner, network_number, a, q, soft, hub, spare, branch } = await aRunningCompany()
    await set(world, owner, 'dns', { network_number, dns: ['10.1.0.53'] })
    const before = await progressOf(owner, network_number)
    expect(before).toMatchObject({
      network_name: '总部',
      revision: 2,
      by: owner.username,
      own: 1,
      change_count: 1,
      changes: ['DNS 由无改为 10.1.0.53'],
      restores: null,
      counts: { pending: 3, applied: 0, failed: 0, offline: 1, never: 1 },
      offline: [{ router_name: q, note: '' }],
      undo_until: before.began + 60,
    })
    expect(before.impact.map(({ kind }) => kind)).not.toContain('restart')
    expect(before.members.map(({ phase }) => phase).toSorted()).toEqual(['never', 'offline', 'pending', 'pending', 'pending'])

    await world.pass(1)
    await accept(hub)
    await accept(spare)
    await fail(branch, 'failed', 'prefix 192.168.36.0/24 is the one of LAN2')
    const after = await eventually(async () => {
      const now = await progressOf(owner, network_number)
      expect(now.counts).toEqual({ members: 5, centers: 2, applied: 2, pending: 0, failed: 1, offline: 1, never: 1 })
      return now
    })
    expect(after.failed).toEqual([
      { router_name: expect.any(String), note: '', error: 'prefix 192.168.36.0/24 is the one of LAN2', fix: 'prefix' },
    ])
    expect(after.elapsed_ms).toBeGreaterThan(0)
    expect(after.members.find(({ router_name }) => router_name === a)?.phase).toBe('applied')
    expect(after.members.find(({ router_name }) => router_name === soft)?.phase).toBe('never')
    // The time ended with the last answer.
    expect((await progressOf(owner, network_number)).elapsed_ms).toBe(after.elapsed_ms)
  })

  it('says that a device went back by itself, in the language of the caller, and follows what is sent to it again', async () => {
    const { owner, network_number, p, branch } = await aRunningCompany()
    await set(world, owner, 'edit_prefix', { network_number, ...prefixes(p, '10.77.0.0/16') })
    await fail(branch, 'rolled_back', 'not confirmed in time')
    const failed = await eventually(async () => {
      const now = await progressOf(owner, network_number)
      expect(now.failed).toHaveLength(1)
      return now.failed
    })
    expect(failed).toEqual([{ router_name: p, note: '', error: '60 秒未确认，设备已自动退回版本 1', fix: 'resend' }])
    const english = await world.call(
      owner,
      contract.networkRevisions.progress,
      { network_number },
      { headers: { 'accept-language': 'en' } },
    )
    expect((english.data as NetworkProgress).failed[0]?.error).toBe('Not confirmed in 60 s; the device went back to revision 1')
    await set(world, owner, 're_send_config', { network_number, router_name: p })
    expect((await progressOf(owner, network_number)).counts).toMatchObject({ pending: expect.any(Number), failed: 0 })
    await accept(branch)
    await eventually(async () =>
      expect((await progressOf(owner, network_number)).members).toContainEqual({ router_name: p, note: '', phase: 'applied' }),
    )
  })

  it('keeps its time when members report the same again, come back, or run a later configuration of another network', async () => {
    const { owner, network_number, a, b, p, q, hub, spare, branch } = await aRunningCompany()
    const { account_id } = owner
    await set(world, owner, 'edit_prefix', { network_number, ...prefixes(p, '10.77.0.0/16') })
    // One is connected at the change, and comes back before it answers.
    await spare.leave()
    await world.pass(1)
    await accept(hub)
    const { revision, hash } = await branch.next('config.offer')
    const refuse = () => branch.send({ type: 'config.ack', revision, hash, phase: 'failed', errors: ['no room'], actions: [] })
    refuse()
    const counted = (counts: object) =>
      eventually(async () => {
        const now = await progressOf(owner, network_number)
        expect(now.counts).toMatchObject(counts)
        return now.elapsed_ms
      })
    const elapsed = await counted({ applied: 1, failed: 1, pending: 0 })
    expect(elapsed).toBeGreaterThan(0)
    const settled = async () => (await memberRow(world, p)).settle_time
    const before = await settled()

    await world.pass(5)
    refuse()
    const back = await connected(world, server, { account_id, router_name: b, credential: spare.credential })
    await accept(back)
    expect(await counted({ applied: 2, failed: 1, pending: 0 })).toBe(elapsed)
    expect(await settled()).toBe(before)

    const other = await aNetwork(world, owner, '另一个', [a], [q])
    await accept(hub)
    await eventually(async () => expect((await progressOf(owner, other)).counts.applied).toBe(1))
    expect(await counted({ applied: 2, failed: 1, pending: 0 })).toBe(elapsed)
  })

  it('keeps the time of a failed answer when that member connects anew and then succeeds', async () => {
    const { owner, network_number, p, branch } = await aRunningCompany()
    await set(world, owner, 'edit_prefix', { network_number, ...prefixes(p, '10.77.0.0/16') })
    await world.db.systemNow.sql
      .updateTable('network_member')
      .set({ touched_online: 0 })
      .where('network_number', '=', network_number)
      .where('router_name', '!=', p)
      .execute()
    const counted = (counts: object) =>
      eventually(async () => {
        const now = await progressOf(owner, network_number)
        expect(now.counts).toMatchObject(counts)
        return now.elapsed_ms
      })
    await world.pass(1)
    await fail(branch, 'failed', 'no room')
    const elapsed = await counted({ failed: 1 })
    expect(elapsed).toBeGreaterThan(0)
    await eventually(async () => expect((await settledOf(network_number, p)).touched_settled).not.toBeNull())

    await branch.leave()
    await world.pass(5)
    const back = await connected(world, server, { account_id: owner.account_id, router_name: p, credential: branch.credential })
    expect(await counted({ failed: 1 })).toBe(elapsed)
    await set(world, owner, 're_send_config', { network_number, router_name: p })
    expect(await counted({ failed: 0 })).toBe(elapsed)
    await accept(back)
    expect(await counted({ applied: 1 })).toBe(elapsed)
  })

  it('notes the time of answers that were left out, at the next report or by the schedule', async () => {
    const { owner, network_number, p, branch } = await aRunningCompany()
    await set(world, owner, 'edit_prefix', { network_number, ...prefixes(p, '10.77.0.0/16') })
    const { revision, hash } = await branch.next('config.offer')
    const refuse = () => branch.send({ type: 'config.ack', revision, hash, phase: 'failed', errors: ['no room'], actions: [] })
    const noted = () => eventually(async () => expect((await settledOf(network_number, p)).touched_settled).not.toBeNull())
    const lose = () =>
      world.db.systemNow.sql
        .updateTable('network_member')
        .set({ touched_settled: null })
        .where('network_number', '=', network_number)
        .execute()
    refuse()
    await noted()
    await lose()
    refuse()
    await noted()
    await lose()
    await markSettled(world.db.systemNow)
    expect((await settledOf(network_number, p)).touched_settled).not.toBeNull()
  })

  it('counts the time of a revision that a member applied months later', async () => {
    const { owner, network_number } = await aRunningCompany()
    const { sql } = world.db.systemNow
    await sql
      .updateTable('network_revision')
      .set({ create_time: new Date(Date.now() - 60 * 86_400_000) })
      .where('network_number', '=', network_number)
      .execute()
    await sql.updateTable('network_member').set({ touched_online: 1 }).where('network_number', '=', network_number).execute()
    expect((await progressOf(owner, network_number)).elapsed_ms).toBeGreaterThan(59 * 86_400_000)
  })

  it('counts only the members that the revision touched, and knows what it restored', async () => {
    const { owner, network_number, a, b, p } = await aCompany(world)
    await set(world, owner, 'edit_prefix', { network_number, ...prefixes(p, '10.77.0.0/16') })
    const { counts, members } = await progressOf(owner, network_number)
    expect(members.map(({ router_name }) => router_name)).toContain(p)
    expect(counts.members).toBe(members.length)
    await rename(world, owner, network_number, '分部')
    expect(await progressOf(owner, network_number)).toMatchObject({ revision: 3, counts: { members: 0 }, elapsed_ms: null })
    await rollback(world, owner, network_number, 2)
    expect(await progressOf(owner, network_number)).toMatchObject({ revision: 4, restores: 2 })
    await set(world, owner, 'ciphers', { network_number, ncp_ciphers: 'sm' })
    const { impact } = await progressOf(owner, network_number)
    expect(impact.find(({ kind }) => kind === 'restart')?.router_names).toEqual(expect.arrayContaining([a, b, p]))
  })

  it('still counts as applied who applied it before a later revision of another network failed', async () => {
    const owner = await world.anOwner()
    await grant(world, owner, 'network_member', 20)
    await grant(world, owner, 'network_center', 3)
    const [center, other, point] = (await hardware(world, owner, 3)) as [string, string, string]
    const first = await aNetwork(world, owner, '一', [center], [point])
    const device = await connected(world, server, { account_id: owner.account_id, router_name: point })
    await accept(device)
    await eventually(async () => expect((await progressOf(owner, first)).counts.applied).toBe(1))
    const second = await aNetwork(world, owner, '二', [other], [point])
    await fail(device, 'failed', 'no room')
    await eventually(async () => expect((await progressOf(owner, second)).counts.failed).toBe(1))
    expect((await progressOf(owner, first)).counts).toMatchObject({ applied: 1, failed: 0 })

    // The error may be about either network, so a login that sees one of them does not learn it.
    const confined = await aSubAccount(world, owner, { designated: [second] })
    expect((await progressOf(confined, second)).failed).toEqual([{ router_name: point, note: '', error: null, fix: 'resend' }])
    expect((await world.call(confined, contract.networkRevisions.progress, { network_number: first })).code).toBe(204)
    expect((await progressOf(confined, second)).own).toBe(0)
  })

  it('names no more than twenty of each, and tells no phases of a large network', async () => {
    const owner = await world.anOwner()
    const { account_id } = owner
    const [center, ...points] = (await hardware(world, owner, 200)) as [string, ...string[]]
    const network_number = await aNetwork(world, owner, '大网', [center])
    await world.asSystem(async ({ sql }) => {
      const joined = { account_id, network_number, router_type: 1, member_type: 'point', touched_revision: 1, touched_config: 1 } as const
      await sql
        .insertInto('network_member')
        .values(points.map((router_name) => ({ ...joined, router_name })))
        .execute()
      const own = sql.updateTable('member').where('account_id', '=', account_id).where('router_name', '!=', center)
      await own.set({ connect_time: new Date(), config_error: 'failed: no room' }).where('router_name', '<', points[99]!).execute()
      await own.set({ connect_time: new Date() }).where('router_name', '>=', points[150]!).execute()
    })
    const { counts, ...progress } = await progressOf(owner, network_number)
    expect(counts).toEqual({ members: 200, centers: 1, applied: 0, pending: 0, failed: 99, offline: 49, never: 52 })
    expect([progress.members.length, progress.failed.length, progress.offline.length]).toEqual([0, 20, 20])
  })
})
