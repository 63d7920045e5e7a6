import { type ChangeAuthor, contract, type InputOf, RECENT_CHANGES, type RecentChange } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aNetwork, aSubAccount, hardware } from '../../../../test/network-fixtures.ts'
import { aCompany, rename, set } from '../../../../test/network-setting-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** Returns a page of the recent changes that somebody sees. */
const page = async (
  who: Person,
  input: Partial<InputOf<typeof contract.networkRevisions.recent>>,
  headers: Record<string, string> = {},
) => {
  const answer = await world.call(who, contract.networkRevisions.recent, { page: 1, limit: 20, ...input }, { headers })
  expect(answer.code, answer.msg).toBe(200)
  return { count: answer.count, rows: answer.data as RecentChange[] }
}
/** Returns the recent changes as the first page of the console asks for them. */
const recent = async (who: Person, headers: Record<string, string> = {}): Promise<RecentChange[]> =>
  (await page(who, { limit: RECENT_CHANGES }, headers)).rows

describe('the recent changes of all networks of an account', () => {
  it('are newest first, each with its network, summary, author, and how many members run the newest revision of the network', async () => {
    const { owner, network_number, a, p } = await aCompany(world)
    const [lone] = (await hardware(world, owner, 1)) as [string]
    await world.pass(1)
    const other = await aNetwork(world, owner, '仓库', [lone])
    await world.pass(1)
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

  it('are the newest if there are more than asked for, and are summarized in the language of the caller', async () => {
    const { owner, network_number } = await aCompany(world)
    expect((await recent(owner, { 'accept-language': 'en' }))[0]).toMatchObject({ summary: 'Network created' })
    for (let count = 0; count < RECENT_CHANGES; count += 1)
      await set(world, owner, 'ciphers', { network_number, ncp_ciphers: count % 2 === 0 ? 'sm' : 'default' })
    const rows = await recent(owner, { 'accept-language': 'en' })
    expect(rows).toHaveLength(RECENT_CHANGES)
    expect(rows[0]).toMatchObject({ revision: RECENT_CHANGES + 1, summary: expect.stringMatching(/^[\w ]+/) })
  })

  it('are those of the designated networks for a confined sub-account, and none for another account', async () => {
    const { owner, network_number } = await aCompany(world)
    const [lone] = (await hardware(world, owner, 1)) as [string]
    await aNetwork(world, owner, '仓库', [lone])
    const confined = await aSubAccount(world, owner, { designated: [network_number] })
    expect((await recent(confined)).map((row) => row.network_number)).toEqual([network_number])
    expect(await recent(await world.anOwner())).toEqual([])
  })

  it('are returned in pages and by network, with the number of all that match', async () => {
    const { owner, network_number } = await aCompany(world)
    const [lone] = (await hardware(world, owner, 1)) as [string]
    const other = await aNetwork(world, owner, '仓库', [lone])
    await rename(world, owner, network_number, '分部')
    const second = await page(owner, { page: 2, limit: 2 })
    expect([second.count, second.rows.map((row) => row.revision)]).toEqual([3, [1]])
    const own = await page(owner, { network_number: other })
    expect([own.count, own.rows.map((row) => row.network_number)]).toEqual([1, [other]])
  })

  it('can be filtered by author, and every author is listed', async () => {
    const { owner, network_number } = await aCompany(world)
    const editor = await aSubAccount(world, owner, { network_edit: 1 })
    await rename(world, editor, network_number, '分部')
    await world.asSystem(({ sql }) =>
      sql
        .insertInto('network_revision')
        .values({
          account_id: owner.account_id,
          network_number,
          revision: 3,
          create_time: new Date(),
          summary: '套餐',
          patch: '[]',
          by_kind: 'operator',
          by_name: null,
          guard_until: null,
          restores: null,
        })
        .execute(),
    )
    const authors = async (who: Person): Promise<ChangeAuthor[]> => (await world.call(who, contract.networkRevisions.authors, {})).data
    const found = await authors(owner)
    expect(found.map((author) => author.by).toSorted()).toEqual([owner.username, editor.username, '运营商'].toSorted())
    const editorId = found.find((author) => author.by === editor.username)?.author
    expect((await page(owner, { author: editorId! })).rows.map((row) => [row.by, row.revision])).toEqual([[editor.username, 2]])
    expect((await page(owner, { author: 'operator:' })).count).toBe(1)
    expect(await authors(await world.anOwner())).toEqual([])
  })
})
