import { contract, type NetworkDraft } from '@weft/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aNetwork, aSubAccount, grant, hardware, infoOf } from '../../../../test/network-fixtures.ts'
import { eventually } from '../../../../test/eventually.ts'
import { aCompany, draft } from '../../../../test/network-setting-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const { draft: READ, draft_save: SAVE, draft_discard: DISCARD, list } = contract.networkRevisions
/** Two changes as a draft holds them: the DNS servers of the network, and a prefix rule of a member. */
const dns = (...addresses: string[]) => ({ call: 'dns', input: { dns: addresses } })
const prefix = (router_name: string) => ({ call: 'edit_prefix', input: { router_name, prefix: [{ ip: '10.20.0.0', mask: 16 }] } })
const read = async (who: Person, network_number: string): Promise<NetworkDraft> => (await world.call(who, READ, { network_number })).data
const save = (who: Person, network_number: string, version: number, changes: object[], comment = '') =>
  world.call(who, SAVE, { network_number, version, changes, comment })

describe('the draft of a network', () => {
  it('is shown to everybody who may see the network, with its author and comment, until an editor discards it', async () => {
    const { owner, network_number, p } = await aCompany(world)
    expect(await read(owner, network_number)).toMatchObject({ version: 0, changes: [], update_time: null })
    expect(await save(owner, network_number, 0, [dns('10.1.0.53'), prefix(p)], '换成总部的 DNS')).toMatchObject({
      code: 200,
      data: { version: 1 },
    })
    const viewer = await aSubAccount(world, owner, { designated: [network_number] })
    for (const who of [owner, viewer])
      expect(await read(who, network_number)).toEqual({
        version: 1,
        changes: [dns('10.1.0.53'), prefix(p)],
        base_revision: 1,
        author: owner.username,
        comment: '换成总部的 DNS',
        update_time: expect.any(Number),
        members: [{ router_name: p, note: '' }],
      })
    expect((await save(viewer, network_number, 1, [dns('10.1.0.54')])).code).toBe(403)
    expect((await world.call(viewer, DISCARD, { network_number, version: 1 })).code).toBe(403)
    expect((await world.call(owner, DISCARD, { network_number, version: 1 })).code).toBe(200)
    expect(await read(owner, network_number)).toMatchObject({ version: 0, changes: [] })
  })

  it('is not overwritten by an editor who has read an older version, and the refusal names who saved the newer one', async () => {
    const { owner, network_number } = await aCompany(world)
    const second = await aSubAccount(world, owner, { network_edit: 1 })
    expect((await save(owner, network_number, 0, [dns('10.1.0.53')])).code).toBe(200)
    const outdated = { code: 409, msg: `${owner.username} 刚刚修改了草稿，请查看后再保存` }
    expect(await save(second, network_number, 0, [dns('10.9.9.9')])).toMatchObject(outdated)
    const answers = await Promise.all([1, 2].map((n) => save(second, network_number, 1, [dns(`10.9.9.${n}`)])))
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await read(owner, network_number)).toMatchObject({ version: 2, author: second.username })
    expect(await world.call(owner, DISCARD, { network_number, version: 1 })).toMatchObject({ code: 409 })
    await world.call(owner, DISCARD, { network_number, version: 2 })
    expect(await save(owner, network_number, 2, [dns('10.1.0.53')])).toMatchObject({ code: 409, msg: '草稿已被应用或放弃' })
  })

  it('is deleted when it is applied and its comment titles the revision, but stays after a refused attempt or a dry run', async () => {
    const { owner, network_number, p } = await aCompany(world)
    await save(owner, network_number, 0, [dns('10.1.0.53'), prefix(p)], '换 DNS')
    expect((await draft(world, owner, network_number, [dns('10.1.0.300')], { draft: 1 })).code).toBe(422)
    expect((await draft(world, owner, network_number, [dns('10.1.0.53')], { draft: 7 })).code).toBe(409)
    expect(await infoOf(world, owner, network_number)).toMatchObject({ revision: 1, network_dns: [] })
    expect((await draft(world, owner, network_number, [dns('10.1.0.53'), prefix(p)], { draft: 1, dry_run: true })).code).toBe(200)
    expect(await read(owner, network_number)).toMatchObject({ version: 1 })
    expect((await draft(world, owner, network_number, [dns('10.1.0.53'), prefix(p)], { draft: 1 })).code).toBe(200)
    expect(await read(owner, network_number)).toMatchObject({ version: 0 })
    expect((await world.call(owner, list, { network_number })).data[0]).toMatchObject({ revision: 2, summary: '换 DNS' })
  })

  it('is applied with the changes that it holds alone: others are refused, in a dry run too, also by a draft of the same version', async () => {
    const { owner, network_number, p } = await aCompany(world)
    const [approved, smuggled] = [{ call: 'name', input: { network_name: '华东' } }, dns('9.9.9.9')]
    await save(owner, network_number, 0, [approved, prefix(p)], '已审核：改名')
    const editor = await aSubAccount(world, owner, { network_edit: 1 })
    const refused = { code: 409, msg: '提交的修改与草稿内容不一致，请查看草稿后再应用' }
    for (const changes of [[smuggled], [approved], [prefix(p), approved], [approved, prefix(p), smuggled]])
      for (const dry_run of [true, false])
        expect(await draft(world, editor, network_number, changes, { draft: 1, dry_run }), JSON.stringify(changes)).toMatchObject(refused)
    expect(await infoOf(world, owner, network_number)).toMatchObject({ revision: 1, network_dns: [] })
    expect(await read(owner, network_number)).toMatchObject({ version: 1, comment: '已审核：改名' })

    // Discarded and saved anew it has the same version again.
    expect((await world.call(owner, DISCARD, { network_number, version: 1 })).code).toBe(200)
    expect(await draft(world, editor, network_number, [approved], { draft: 1 })).toMatchObject({ code: 409, msg: '草稿已被应用或放弃' })
    await save(owner, network_number, 0, [smuggled], 'DNS')
    expect(await draft(world, editor, network_number, [approved, prefix(p)], { draft: 1 })).toMatchObject(refused)
    const reordered = [{ input: { dns: ['9.9.9.9'] }, call: 'dns' }]
    expect((await draft(world, editor, network_number, reordered, { draft: 1 })).code).toBe(200)
    expect((await world.call(owner, list, { network_number })).data[0]).toMatchObject({ revision: 2, summary: 'DNS' })
  })

  it('is not applied and replaced at once: one of the two is refused', async () => {
    const { owner, network_number } = await aCompany(world)
    await save(owner, network_number, 0, [dns('10.1.0.53')], '一')
    const [applied, saved] = await Promise.all([
      draft(world, owner, network_number, [dns('10.1.0.53')], { draft: 1 }),
      save(owner, network_number, 1, [dns('10.1.0.54')], '二'),
    ])
    expect([applied.code, saved.code].toSorted((a, b) => a - b)).toEqual([200, 409])
    const { network_dns } = await infoOf(world, owner, network_number)
    expect(network_dns).toEqual(applied.code === 200 ? ['10.1.0.53'] : [])
  })

  it.each([false, true])(
    'waits for the account before it locks the draft that it applies, as deleting its network does (dry run: %s)',
    async (dry_run) => {
      const { owner, network_number } = await aCompany(world)
      await save(owner, network_number, 0, [dns('10.1.0.53')])
      const applied = await world.asSystem(async (system) => {
        await system.sql.selectFrom('account').select('account_id').where('account_id', '=', owner.account_id).forUpdate().execute()
        const answer = draft(world, owner, network_number, [dns('10.1.0.53')], { draft: 1, dry_run })
        const waiting = sql`select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`
        await eventually(async () => expect((await waiting.execute(system.sql)).rows).toHaveLength(1))
        // Nobody holds the draft meanwhile.
        await sql`select from network_draft where network_number = ${network_number} for update nowait`.execute(system.sql)
        return { answer }
      })
      expect((await applied.answer).code).toBe(200)
    },
  )

  it('is refused while it changes a member that has left the network, and the refusal names the change and the member', async () => {
    const { owner, network_number, p } = await aCompany(world)
    await save(owner, network_number, 0, [dns('10.1.0.53'), prefix(p)])
    await world.call(owner, contract.network.remove_member, { network_number, router_name: p })
    const answer = await draft(world, owner, network_number, [dns('10.1.0.53'), prefix(p)], { dry_run: true })
    const msg = `成员 ${p} 已不在组网中，请取消此项`
    expect(answer).toMatchObject({ code: 422, data: { errors: [{ field: 'changes.1', msg }] } })
    expect((await read(owner, network_number)).members).toEqual([{ router_name: p, note: '' }])
    // A login confined to this network learns nothing about a member that is no longer in it.
    const confined = await aSubAccount(world, owner, { designated: [network_number], network_edit: 1 })
    expect((await read(confined, network_number)).members).toEqual([])
  })

  it('is deleted with its network, and is hidden from other accounts', async () => {
    const owner = await world.anOwner()
    await grant(world, owner, 'network_member', 20)
    const [center] = (await hardware(world, owner, 1)) as [string]
    const network_number = await aNetwork(world, owner, '一', [center])
    await save(owner, network_number, 0, [dns('10.1.0.53')])
    const stranger = await world.anOwner()
    expect((await world.call(stranger, READ, { network_number })).code).toBe(204)
    expect((await save(stranger, network_number, 1, [dns('10.1.0.53')])).code).toBe(204)
    await world.call(owner, contract.network.delete, { network_number })
    const { rows } = await world.asSystem(async ({ sql }) => ({
      rows: await sql.selectFrom('network_draft').select('version').where('network_number', '=', network_number).execute(),
    }))
    expect(rows).toEqual([])
  })

  it('is not saved without a change, with a call that cannot be in a draft, or with too long a comment', async () => {
    const { owner, network_number } = await aCompany(world)
    const long = await save(owner, network_number, 0, [dns('10.1.0.53')], '长'.repeat(201))
    expect(long).toMatchObject({ code: 422, data: { errors: [{ field: 'comment' }] } })
    expect(await save(owner, network_number, 0, [])).toMatchObject({ code: 422, data: { errors: [{ field: 'changes' }] } })
    expect(await save(owner, network_number, 0, [{ call: 'delete', input: {} }])).toMatchObject({ code: 422 })
  })
})
