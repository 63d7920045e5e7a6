import { contract, type NetworkRevision } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { undoLost } from './revision.service.ts'
import { aNetwork, hardware, infoOf } from '../../../../test/network-fixtures.ts'
import { anOperator } from '../../../../test/ops-people.ts'
import { aPop, aResource } from '../../../../test/pop-fixtures.ts'
import { aCompany, draft, rename, set } from '../../../../test/network-setting-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const history = async (owner: Person, network_number: string): Promise<NetworkRevision[]> =>
  (await world.call(owner, contract.networkRevisions.list, { network_number })).data

// A revision that changes the configuration of a connected center is guarded: the server undoes it if the center loses its connection.
describe('a guarded revision', () => {
  const member = (router_name: string, values: { online_status?: 0 | 1; config_error?: string }) =>
    world.asSystem(({ sql }) => sql.updateTable('member').set(values).where('router_name', '=', router_name).execute())
  /** Ends the time in which a center must confirm the newest revision of a network. */
  const endGuardTime = (network_number: string) =>
    world.asSystem(({ sql }) =>
      sql
        .updateTable('network_revision')
        .set({ guard_until: new Date(1_700_000_000_000) })
        .where('network_number', '=', network_number)
        .where('guard_until', 'is not', null)
        .execute(),
    )
  /** Makes a network with a connected center, and changes the ciphers for the center: revision 2, which is guarded. */
  const guardedChange = async () => {
    const company = await aCompany(world)
    await member(company.a, { online_status: 1 })
    await set(world, company.owner, 'ciphers', { network_number: company.network_number, ncp_ciphers: 'sm' })
    return company
  }
  const states = async (owner: Person, network_number: string) =>
    (await history(owner, network_number)).map(({ revision, state, by }) => [revision, state, by])

  it.each([
    [
      'rolled its configuration back',
      async ({ a }: { a: string; network_number: string }) => member(a, { config_error: 'rolled_back: no controller' }),
      'pending',
    ],
    [
      'is offline when its time to confirm the revision has ended',
      async ({ a, network_number }: { a: string; network_number: string }) => {
        await member(a, { online_status: 0 })
        await endGuardTime(network_number)
      },
      // A center that is away is not waited for.
      'applied',
    ],
  ] as const)('is undone, and no other revision is, if the center %s', async (_what, happens, state) => {
    const company = await guardedChange()
    const { owner, network_number, a } = company
    const unaffected = await aCompany(world)
    await happens(company)
    await undoLost(world.db)
    const info = await infoOf(world, owner, network_number)
    expect(info).toMatchObject({ revision: 3, ncp_ciphers: 'default' })
    expect(await states(owner, network_number)).toEqual([
      [3, state, '系统'],
      [2, 'reverted', owner.username],
      [1, 'superseded', owner.username],
    ])
    expect((await history(owner, network_number))[0]?.summary).toBe(`中心 ${a} 失去连接，自动恢复到版本 1`)
    await undoLost(world.db)
    expect((await infoOf(world, owner, network_number)).revision).toBe(3)
    expect((await infoOf(world, unaffected.owner, unaffected.network_number)).revision).toBe(1)
  })
  it('is not undone if the center kept its connection, has time left, or the network was changed since', async () => {
    const connected = await guardedChange()
    await endGuardTime(connected.network_number)
    const waiting = await guardedChange()
    await member(waiting.a, { online_status: 0 })
    const changed = await guardedChange()
    await rename(world, changed.owner, changed.network_number, '分部')
    await member(changed.a, { online_status: 0 })
    await member(changed.b, { online_status: 0 })
    await undoLost(world.db)
    for (const { owner, network_number } of [connected, waiting, changed])
      expect((await infoOf(world, owner, network_number)).ncp_ciphers).toBe('sm')
    await endGuardTime(waiting.network_number)
    await undoLost(world.db)
    expect((await infoOf(world, waiting.owner, waiting.network_number)).ncp_ciphers).toBe('default')
  })
  it('that cannot be undone does not keep others from being undone, and is given up after an hour', async () => {
    const stuck = await aCompany(world)
    await member(stuck.a, { online_status: 1 })
    await set(world, stuck.owner, 'ciphers', { network_number: stuck.network_number, ncp_ciphers: 'sm' })
    const [other] = (await hardware(world, stuck.owner, 1)) as [string]
    await draft(world, stuck.owner, stuck.network_number, [
      { call: 'name', input: { network_name: '分部' } },
      { call: 'ciphers', input: { ncp_ciphers: 'default' } },
    ])
    await aNetwork(world, stuck.owner, '总部', [other])
    const undoable = await guardedChange()
    for (const { a } of [stuck, undoable]) await member(a, { config_error: 'rolled_back: no controller' })
    await undoLost(world.db)
    expect((await infoOf(world, stuck.owner, stuck.network_number)).network_name).toBe('分部')
    expect((await infoOf(world, undoable.owner, undoable.network_number)).ncp_ciphers).toBe('default')

    // An hour after the revision was made, the server tries no more to undo it, and says so in one error.
    await undoLost(world.db)
    await world.asSystem(({ sql }) =>
      sql
        .updateTable('network_revision')
        .set({ create_time: new Date(Date.now() - 3_601_000), guard_until: new Date(Date.now() - 3_500_000) })
        .where('network_number', '=', stuck.network_number)
        .where('guard_until', 'is not', null)
        .execute(),
    )
    await expect(undoLost(world.db)).rejects.toMatchObject({
      errors: [{ message: `revision 3 of network ${stuck.network_number} was not undone, and is tried no more` }],
    })
    await undoLost(world.db)
    expect((await infoOf(world, stuck.owner, stuck.network_number)).network_name).toBe('分部')
  })

  it('is not undone if it completed or cancelled a work order, so that the customer has what the order says', async () => {
    const engineer = await anOperator(world, 'network')
    const { owner, network_number, a } = await aCompany(world)
    await member(a, { online_status: 1 })
    const pops = { 上海: await aPop(world, engineer, '上海') }
    /** Makes the center lose its connection by the newest revision. @returns the POP resource that the network has then */
    const resourceAfterLoss = async () => {
      await member(a, { config_error: 'rolled_back: no controller' })
      await undoLost(world.db)
      return (await infoOf(world, owner, network_number)).network_fr?.network_fr_id
    }
    const { network_ticket_number, network_fr_id } = await aResource(world, { owner, engineer }, network_number, pops, { 上海: [a] })
    expect(await resourceAfterLoss()).toBe(network_fr_id)
    expect((await world.call(owner, contract.workOrders.cancel, { network_ticket_number })).code).toBe(200)
    expect(await resourceAfterLoss()).toBeUndefined()
  })
})
