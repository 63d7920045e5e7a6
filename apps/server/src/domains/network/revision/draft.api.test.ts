import { contract, MAX_STEPS, type NetworkInfo, type NetworkProgress } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aNetwork, aSubAccount, grant, hardware, infoOf, rowsOf } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function aNetworkOf(owner: Person) {
  await grant(world, owner, 'network_member', 20)
  const [center, point] = (await hardware(world, owner, 2)) as [string, string]
  return { center, point, network_number: await aNetwork(world, owner, `组网${point}`, [center], [point]) }
}

/** Saves changes as the network's draft, and applies it. */
async function applyDraft(owner: Person, wanted: { network_number: string; changes: object[] }) {
  const { draft_save, changes } = contract.networkRevisions
  expect(await world.call(owner, draft_save, { ...wanted, version: 0 })).toMatchObject({ code: 200 })
  return world.call(owner, changes, { ...wanted, draft: 1 })
}

describe('network/changes', () => {
  const twoOf = (network_number: string, point: string, second: object) => ({
    network_number,
    changes: [{ call: 'edit_prefix', input: { router_name: point, prefix: [{ ip: '10.20.0.0', mask: 16 }] } }, second],
  })

  it('names the change whose input is invalid or refused, in the language of the caller, and changes nothing', async () => {
    const owner = await world.anOwner()
    const { network_number, point } = await aNetworkOf(owner)
    const before = await rowsOf(world, owner)
    const dns = { call: 'dns', input: { dns: ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4', '10.0.0.5'] } }
    for (const dry_run of [true, false]) {
      const broken = await world.call(owner, contract.networkRevisions.changes, {
        ...twoOf(network_number, point, { call: 'dns', input: { dns: ['10.0.0.300'] } }),
        dry_run,
      })
      expect(broken).toMatchObject({ code: 422, data: { errors: [{ field: 'changes.1.input.dns.0' }] } })
      expect(broken.msg).toMatch(/^第 2 项修改：/)

      const refused = await world.call(owner, contract.networkRevisions.changes, { ...twoOf(network_number, point, dns), dry_run })
      expect(refused).toMatchObject({
        code: 422,
        msg: '第 2 项修改：最多支持 2 个 DNS',
        data: { errors: [{ field: 'changes.1', msg: '最多支持 2 个 DNS' }] },
      })
    }
    const english = await world.call(owner, contract.networkRevisions.changes, twoOf(network_number, point, dns), {
      headers: { 'accept-language': 'en' },
    })
    expect(english).toMatchObject({ data: { errors: [{ msg: 'At most 2 DNS servers are supported' }] } })
    expect(await rowsOf(world, owner)).toEqual(before)
  })

  it('says of each change what it does to whom, upon those before it, and keeps that with the revision for its progress', async () => {
    const owner = await world.anOwner()
    const { network_number, center, point } = await aNetworkOf(owner)
    await world.asSystem(({ sql }) => sql.updateTable('member').set({ note: '杭州西湖店' }).where('router_name', '=', point).execute())
    const wanted = twoOf(network_number, point, { call: 'ciphers', input: { ncp_ciphers: 'sm' } })
    const steps = [
      {
        text: expect.stringContaining('10.20.0.0/16'),
        impact: [{ kind: 'live', seconds: 0, count: 2, router_names: expect.arrayContaining([center, point]) }],
      },
      {
        text: expect.stringContaining('国密'),
        impact: [{ kind: 'restart', seconds: 9, count: 2, router_names: expect.arrayContaining([center, point]) }],
      },
    ]
    expect(await world.call(owner, contract.networkRevisions.changes, { ...wanted, dry_run: true })).toMatchObject({ data: { steps } })
    expect(await applyDraft(owner, wanted)).toMatchObject({ code: 200 })
    const { data } = await world.call(owner, contract.networkRevisions.progress, { network_number })
    expect(data).toMatchObject({ draft: 1, change_count: 2, steps })
    expect((data as NetworkProgress).steps[0]?.impact[0]?.names).toContain('杭州西湖店')

    // A single change has no steps: its effects are those of the whole.
    const alone = { network_number, changes: wanted.changes.slice(0, 1), dry_run: true }
    expect(await world.call(owner, contract.networkRevisions.changes, alone)).toMatchObject({ data: { steps: [] } })
  })

  it('is called a draft by its progress only if it was one, however many sentences its changes make', async () => {
    const owner = await world.anOwner()
    const { network_number, point } = await aNetworkOf(owner)
    const progress = async () => (await world.call(owner, contract.networkRevisions.progress, { network_number })).data
    const [prefix, ciphers] = twoOf(network_number, point, { call: 'ciphers', input: { ncp_ciphers: 'sm' } }).changes as [object, object]
    const name = { call: 'name', input: { network_name: '华东' } }

    // A panel saves what belongs together in one call, which is no draft.
    expect(await world.call(owner, contract.networkRevisions.changes, { network_number, changes: [prefix, name] })).toMatchObject({
      code: 200,
    })
    expect(await progress()).toMatchObject({ draft: 0, change_count: 2, steps: [] })

    expect(await applyDraft(owner, { network_number, changes: [ciphers] })).toMatchObject({ code: 200 })
    expect(await progress()).toMatchObject({ draft: 1, change_count: 1, steps: [] })

    const many = Array.from({ length: MAX_STEPS + 1 }, (_, i) => ({ call: 'name', input: { network_name: `华东 ${i}` } }))
    expect(await applyDraft(owner, { network_number, changes: many })).toMatchObject({ code: 200 })
    expect(await progress()).toMatchObject({ draft: 1, change_count: 1, steps: [] })
  })
})

describe('network/info', () => {
  it('returns the error of a device that refused its configuration, only to callers who may see all of its networks', async () => {
    const owner = await world.anOwner()
    const { network_number, center, point } = await aNetworkOf(owner)
    await world.asSystem(({ sql }) =>
      sql
        .updateTable('member')
        .set({ config_error: 'failed: frr: 10.20.0.0/16 refused' })
        .where('account_id', '=', owner.account_id)
        .where('router_name', '=', point)
        .execute(),
    )
    const errorsFor = async (who: Person) =>
      (await infoOf(world, who, network_number)).member.map(
        ({ router_name, revision_state, config_error }: NetworkInfo['member'][number]) => [router_name, revision_state, config_error],
      )
    const errors = [
      [center, 'pending', null],
      [point, 'failed', 'frr: 10.20.0.0/16 refused'],
    ]
    const confined = await aSubAccount(world, owner, { designated: [network_number] })
    expect(await errorsFor(owner)).toEqual(errors)
    expect(await errorsFor(confined)).toEqual(errors)
    const [other] = (await hardware(world, owner, 1)) as [string]
    await aNetwork(world, owner, '另一组网', [other], [point])
    await world.asSystem(({ sql }) =>
      sql
        .updateTable('member')
        .set({ config_error: 'failed: frr: 10.20.0.0/16 refused' })
        .where('account_id', '=', owner.account_id)
        .where('router_name', '=', point)
        .execute(),
    )
    expect(await errorsFor(owner)).toEqual(errors)
    expect(await errorsFor(confined)).toEqual([errors[0], [point, 'failed', null]])
  })
})
