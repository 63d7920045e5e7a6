import { randomUUID } from 'node:crypto'
import { contract, doorBase, exportColumns, XLSX } from '@weft/contract'
import { sql as statement } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { BusEvent } from '../../../adapters/bus/events.ts'
import { plainCell } from '../../../adapters/spreadsheet/text-rows.ts'
import { exportMembers } from './export.service.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { partsOf, rowsIn } from '../../../../test/member-file-fixtures.ts'
import { aMember, many } from '../../../../test/member-fixtures.ts'
import { aSubAccount, hardware } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'
import { eventually } from '../../../../test/eventually.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

let owner: Person
beforeEach(async () => {
  owner = await world.anOwner()
})

const ask = (who: Pick<Person, 'access_token'> = owner, query: Record<string, string> = { type: '2' }) =>
  world.apps.console.inject({
    url: `${doorBase.console}/${contract.memberFiles.export.path}`,
    query,
    headers: { authorization: `Bearer ${who.access_token}` },
  })
async function exported(who: Pick<Person, 'access_token'> = owner, query?: Record<string, string>): Promise<Record<string, string>[]> {
  return (await rowsIn((await ask(who, query)).rawPayload, exportColumns)).map(({ cells }) => cells)
}
/** Records a login of a member at a time, without the login call. */
const login = (router_name: string, time: string) =>
  world.asSystem(({ sql }) =>
    statement`insert into software_login_log (account_id, router_name, ip, create_time) values (${owner.account_id}, ${router_name}, '1.2.3.4', ${time})`.execute(
      sql,
    ),
  )
const change = (router_name: string, values: Record<string, unknown>) =>
  world.asSystem(({ sql }) => sql.updateTable('member').set(values).where('router_name', '=', router_name).execute())

describe('the export', () => {
  it('is a workbook with the day in Beijing in its name', async () => {
    await aMember(world, owner, 'zhangsan')
    const answer = await ask()
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([200, XLSX, 'no-store'])
    const day = new Date(world.infrastructure.clock.now().getTime() + 8 * 3600_000).toISOString().slice(0, 10).replaceAll('-', '')
    expect(answer.headers['content-disposition']).toContain(encodeURIComponent(`软件成员-${day}.xlsx`))
  })

  it('has the members that the list shows under the same filter, the worst first, and those that were selected', async () => {
    const [zhang, li, wang] = [
      await aMember(world, owner, 'zhangsan', { note: '合肥店' }),
      await aMember(world, owner, 'lisi'),
      await aMember(world, owner, 'wangwu', { note: '合肥二店' }),
    ]
    await change(wang, { status: 0 })
    const found = async (query: Record<string, string>) => (await exported(owner, query)).map((cells) => Object.values(cells).slice(0, 2))
    expect(await found({ search: '合肥' })).toEqual(
      expect.arrayContaining([
        ['合肥店', zhang],
        ['合肥二店', wang],
      ]),
    )
    expect(await found({ search: '合肥', status: '0' })).toEqual([['合肥二店', wang]])
    expect((await ask(owner, { search: '没有' })).json()).toMatchObject({ code: 422, msg: '导出数据为空' })
    const selected = await world.apps.console.inject({
      method: 'POST',
      url: `${doorBase.console}/${contract.memberFiles.export_selected.path}`,
      headers: { authorization: `Bearer ${owner.access_token}` },
      payload: { router_name: [li, zhang] },
    })
    expect((await rowsIn(selected.rawPayload, exportColumns)).map(({ cells }) => Object.values(cells).slice(0, 2))).toEqual([
      ['', li],
      ['合肥店', zhang],
    ])
  })

  it('lists every software member by name, with its phone masked and its latest login', async () => {
    const zhang = await aMember(world, owner, 'zhangsan', { phone: '13800138001', note: '销售部' })
    const li = await aMember(world, owner, 'lisi')
    await hardware(world, owner, 2)
    await change(zhang, { province: '安徽', city: '合肥', tags: ['旗舰店', '夜班'], os: 'windows', version: '1.4.2', online_status: 1 })
    await change(li, { status: 0 })
    const today = new Date().toISOString().slice(0, 10)
    await login(zhang, `${today}T01:02:03Z`)
    await login(zhang, `${today}T04:05:06Z`)
    expect(await exported()).toEqual([
      { 名称: '', 序列号: li, 地区: '', 标签: '', 型号: '', 手机号: '', 状态: '已停用', 系统: '', 版本: '', 最近登录: '' },
      {
        名称: '销售部',
        序列号: zhang,
        地区: '安徽 合肥',
        标签: '旗舰店、夜班',
        型号: '',
        手机号: '86 138****8001',
        状态: '正常',
        系统: 'windows',
        版本: '1.4.2',
        最近登录: `${today} 12:05:06`,
      },
    ])
  })

  it('lists hardware members, or both kinds together', async () => {
    const zhang = await aMember(world, owner, 'zhangsan')
    const [device] = (await hardware(world, owner, 1)) as [string]
    await change(device, { note: '合肥政务店', router_model: 'WR-210' })
    expect(await exported(owner, { type: '1' })).toMatchObject([{ 名称: '合肥政务店', 序列号: device, 型号: 'WR-210', 最近登录: '' }])
    expect(new Set((await exported(owner, {})).map((row) => row.序列号))).toEqual(new Set([device, zhang]))
    expect((await ask(owner, {})).headers['content-disposition']).toContain(encodeURIComponent('成员-'))
  })

  it('has a row for every member, across pages', async () => {
    const names = await many(world, owner, 'user', 1_045)
    expect((await exported()).map((row) => row.序列号)).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)))
  })

  it('is complete if the members fill exactly one page', async () => {
    await many(world, owner, 'user', 1000)
    expect(await exported()).toHaveLength(1000)
  })

  it('has no member of another account', async () => {
    const other = await world.anOwner()
    await aMember(world, other, 'secret', { note: '机密' })
    await aMember(world, owner, 'zhangsan')
    const bytes = (await ask()).rawPayload
    for (const part of partsOf(bytes).values()) expect(Buffer.from(part).toString()).not.toMatch(/secret|机密/)
  })

  it('is refused with an envelope if there is no software member', async () => {
    await hardware(world, owner, 1)
    const answer = await ask()
    expect([answer.statusCode, answer.json()]).toMatchObject([422, { code: 422, msg: '导出数据为空' }])
  })
})

describe('a cell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+8613800138000', "'+8613800138000"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', "'\r=1"],
    ['a=1', 'a=1'],
    ['_x003D_1+1', '_x005F_x003D_1+1'],
    ['a\u0000\ufffeb', 'ab'],
    ['\u0001=1', "'=1"],
    ['', ''],
  ])('holds %j as text and never as a formula', (text, cell) => expect(plainCell(text)).toBe(cell))

  it('is text in the export, whatever was typed', async () => {
    const notes = ['=HYPERLINK("http://e")', '+1', '-1+1', '@SUM(1)', '<b>&amp;"', '_x003D_1', ']]>']
    for (const [i, note] of notes.entries()) await aMember(world, owner, `user${i}`, { note })
    const bytes = (await ask()).rawPayload
    const sheet = Buffer.from(partsOf(bytes).get('xl/worksheets/sheet1.xml')!).toString()
    expect(sheet).not.toMatch(/<f[ >]/)
    expect((await exported()).map((row) => row.名称)).toEqual(notes.map((note) => (/^[=+@-]/.test(note) ? `'${note}` : note)))
  })
})

describe('the progress of an export', () => {
  async function progressDuring(work: () => Promise<unknown>): Promise<Extract<BusEvent, { type: 'progress' }>[]> {
    const progress: Extract<BusEvent, { type: 'progress' }>[] = []
    const stop = world.infrastructure.bus.subscribe((event) => void (event.type === 'progress' && progress.push(event)))
    await work()
    await eventually(() => expect(progress.some(({ done, total }) => done === total)).toBe(true))
    stop()
    return progress
  }

  it('is sent to the session that asked, in finished rows, and once at the end', async () => {
    await many(world, owner, 'user', 1_500)
    const id = randomUUID()
    // Each page seems to take so long that it is worth a report.
    let now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000))
    onTestFinished(() => clock.mockRestore())
    const progress = await progressDuring(async () => expect((await ask(owner, { progress: id })).statusCode).toBe(200))
    clock.mockRestore()
    expect(progress).toMatchObject([1000, 1500].map((done) => ({ id, account_id: owner.account_id, done, total: 1500 })))
    const session = await world.asSystem(({ sql }) =>
      sql.selectFrom('session').select('session_id').where('account_id', '=', owner.account_id).executeTakeFirstOrThrow(),
    )
    expect(new Set(progress.map(({ session_id }) => session_id))).toEqual(new Set([session.session_id]))
  })

  it('is not sent if nobody asked, and its id must be a UUID', async () => {
    await aMember(world, owner, 'zhangsan')
    const listener = vi.fn<(event: BusEvent) => void>()
    const stop = world.infrastructure.bus.subscribe(listener)
    await ask()
    expect((await ask(owner, { progress: 'x' })).json()).toMatchObject({ code: 422 })
    await progressDuring(() => ask(owner, { progress: randomUUID() }))
    stop()
    expect(listener.mock.calls.filter(([{ type }]) => type === 'progress')).toHaveLength(1)
  })
})

it('every role may export, and a caller without a session may not', async () => {
  await aMember(world, owner, 'zhangsan')
  expect((await ask(await aSubAccount(world, owner, {}))).statusCode).toBe(200)
  expect((await ask({ access_token: 'x' })).json()).toMatchObject({ code: 2001 })
})

it('an export that fails midway does not end like a whole file', async () => {
  await many(world, owner, 'user', 1_500)
  const { account_id } = owner
  const actor = { account_id, session_id: randomUUID() } as Actor
  let pages = 0
  const failing: typeof world.db = {
    ...world.db,
    account: (id, mode, work) => (++pages > 1 ? Promise.reject(new Error('the database is away')) : world.db.account(id, mode, work)),
  }
  const { body } = await world.db.account(account_id, 'read', (db) =>
    exportMembers({ db: failing, clock: world.infrastructure.clock }, { actor, db, input: { type: '2', search: '' } }),
  )
  const read = async () => {
    for await (const _ of body as AsyncIterable<Uint8Array>);
  }
  await expect(read()).rejects.toThrow('the database is away')
})
