import { deviceColumns, deviceKindNames, opsContract } from '@weft/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { digest } from '../kernel/secrets.ts'
import { aWorkbook, rowsIn, upload, uploadForFile } from '../../test/member-file-fixtures.ts'
import { aDevice, anOperator, type OperatorPerson } from '../../test/ops-people.ts'
import { createWorld, type World } from '../../test/world.ts'

let world: World
let engineer: OperatorPerson
beforeAll(async () => {
  world = await createWorld()
  engineer = await anOperator(world, 'network')
})
afterAll(() => world.close())

const { devices } = opsContract
const headings = Object.values(deviceColumns)
const { router, saas } = deviceKindNames
const aSheet = (...rows: (string | number)[][]) => aWorkbook([headings, ...rows])
const kept = (names: string[]) =>
  world.asSystem(({ sql }) => sql.selectFrom('device').selectAll().where('router_name', 'in', names).orderBy('router_name').execute())

it('a list registers every device and returns their codes in a file', async () => {
  const file = await aSheet(
    ['SHEET0001', 'WR-900', '3C:52:82:1A:00:01', router, '', ''],
    ['SHEET0002', 'SA-520', '', saas, 100, '2027-12-31'],
  )
  const answer = await uploadForFile(world, engineer, devices.batch, file)
  expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain('设备激活码-')
  const codes = await rowsIn(answer.rawPayload, ['设备编号', '型号', '种类', '激活码'])
  const rows = await kept(['SHEET0001', 'SHEET0002'])
  expect(rows).toMatchObject([
    {
      router_name: 'SHEET0001',
      router_model: 'WR-900',
      router_mac: '3C:52:82:1A:00:01',
      kind: 'router',
      bandwidth: null,
      account_id: null,
    },
    // The last second of that day in Shanghai.
    { router_name: 'SHEET0002', kind: 'saas', bandwidth: 100, expire_date: Date.parse('2027-12-31T15:59:59Z') / 1000 },
  ])
  expect(codes.map(({ cells }) => digest(cells.激活码!))).toEqual(rows.map(({ activation_hash }) => activation_hash))
})

it('a faulty list is refused with all its problems, and none of its devices is registered', async () => {
  const { router_name } = await aDevice(world, engineer)
  const file = await aSheet(
    ['SHEET0010', 'WR-900', '', router, '', ''],
    ['SHEET0011', 'WR-900', '3C:52', '坦克', 'many', '2027-13-01'],
    ['SHEET0010', 'WR-900', '', router, '', ''],
    [router_name, 'WR-900', '', router, '', ''],
    ['', '', '', '', 5, ''],
    ['sheet0010', 'WR-900', '', router, '', ''],
    [router_name.toLowerCase(), 'WR-900', '', router, '', ''],
  )
  const answer = await upload(world, engineer, devices.batch, file)
  expect(answer).toMatchObject({ status: 422, code: 422, msg: '第 3 行：MAC 地址格式不正确', data: { total: 7 } })
  expect((answer.data as { errors: { row: number; field: string }[] }).errors.map(({ row, field }) => `${row} ${field}`)).toEqual([
    '3 router_mac',
    '3 kind',
    '3 bandwidth',
    '3 expire_date',
    '4 router_name',
    '5 router_name',
    '6 router_name',
    '6 router_model',
    '6 kind',
    '7 router_name',
    '8 router_name',
    '8 router_name',
  ])
  expect((answer.data as { errors: { msg: string }[] }).errors.at(-1)!.msg).toBe(`设备 ${router_name} 已登记`)
  expect(await kept(['SHEET0010', 'SHEET0011'])).toEqual([])
})

it('a list without rows or with other headings is refused', async () => {
  expect(await upload(world, engineer, devices.batch, await aSheet())).toMatchObject({ code: 422, msg: '文件中没有数据' })
  expect(await upload(world, engineer, devices.batch, await aWorkbook([['设备编号']]))).toMatchObject({
    code: 422,
    msg: `表头不正确，应为：${headings.join('、')}`,
  })
})

it('the template is accepted once it is filled in, but not with only its example', async () => {
  const response = await world.apps.ops.inject({
    url: `/ops/v1/${devices.template.path}`,
    headers: { authorization: `Bearer ${engineer.access_token}` },
  })
  expect(await rowsIn(response.rawPayload, headings)).toHaveLength(1)
  expect(await upload(world, engineer, devices.batch, response.rawPayload)).toMatchObject({ code: 422, msg: '文件中没有数据' })
})

it('a device that two lists name at the same time is registered once', async () => {
  const answers = await Promise.all(
    [1, 2, 3, 4].map(async (n) =>
      uploadForFile(
        world,
        engineer,
        devices.batch,
        await aSheet(['SHEET0020', 'WR-900', '', router, '', ''], [`SHEET003${n}`, 'WR-900', '', router, '', '']),
      ),
    ),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(await kept(['SHEET0020', 'SHEET0031', 'SHEET0032', 'SHEET0033', 'SHEET0034'])).toHaveLength(2)
})
