import { contract, RECENT_CHANGES, type RecentChange } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aNetwork, aSubAccount, hardware } from '../../../../test/network-fixtures.ts'
import { aCompany, rename, set } from '../../../../test/network-setting-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const recent = async (who: Person, headers: Record<string, string> = {}): Promise<RecentChange[]> =>
  (await world.call(who, contract.networkRevisions.recent, {}, { headers })).data

describe('account/changes', () => {
  it('returns the newest changes of all networks: what, where, who, and how far the newest of each has come', async () => {
    const { owner, network_number, a, p } = await aCompany(world)
    const [lone] = (await hardware(world, owner, 1)) as [string]
    const other = await aNetwork(world, owner, '仓库', [lone])
    await rename(world, owner, network_number, '分部')
    await world.asSystem(({ sql }) =>
      sql
        .updateTable('member')
        .set((eb) => ({ applied_revision: eb.ref('config_revision'), config_error: null }))
        .where('router_name', 'in', [a, lone])
        .execute(),
    )
    await world.asSystem(({ sql }) => sql.updateTable('member').set({ config_error: 'failed: frr' }).where('router_name', '=', p).execute())
    const rows = await recent(owner)
    expect(rows.map(({ network_name, revision, summary, by, state }) => [network_name, revision, summary, by, state])).toEqual([
      ['分部', 2, '组网名称改为「分部」', owner.username, 'failed'],
      ['仓库', 1, '创建组网', owner.username, 'applied'],
      ['分部', 1, '创建组网', owner.username, 'superseded'],
    ])
    expect(rows.map(({ network_number: number, applied, members }) => [number, applied, members])).toEqual([
      [network_number, 1, 5],
      [other, 1, 1],
      [network_number, null, 5],
    ])
  })

  it('returns only the newest, in the language of the caller', async () => {
    const { owner, network_number } = await aCompany(world)
    for (let at = 0; at < RECENT_CHANGES; at += 1)
      await set(world, owner, 'ciphers', { network_number, ncp_ciphers: at % 2 === 0 ? 'sm' : 'default' })
    const rows = await recent(owner, { 'accept-language': 'en' })
    expect(rows).toHaveLength(RECENT_CHANGES)
    expect(rows[0]).toMatchObject({ revision: RECENT_CHANGES + 1, summary: expect.stringMatching(/^[\w ]+/) })
  })

  it('tells a confined sub-account only of the networks that its role designates, and no other account at all', async () => {
    const { owner, network_number } = await aCompany(world)
    const [lone] = (await hardware(world, owner, 1)) as [string]
    await aNetwork(world, owner, '仓库', [lone])
    const confined = await aSubAccount(world, owner, { designated: [network_number] })
    expect((await recent(confined)).map((row) => row.network_number)).toEqual([network_number])
    expect(await recent(await world.anOwner())).toEqual([])
  })
})
