import { addColumns, contract, DELETE_COLUMN, doorBase, type Endpoint, SHEET_MAX_ROWS, XLSX } from '@weft/contract'
import { type Cell, readXlsx, type WriteSheet, writeXlsx } from 'hucre'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addAll, deleteAll, partsOf } from '../../../../test/member-file-fixtures.ts'
import { aMember } from '../../../../test/member-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
let owner: Person
beforeAll(async () => {
  world = await createWorld()
  owner = await world.anOwner()
})
afterAll(() => world.close())

const { template, deleteTemplate } = contract.memberFiles
const ask = (endpoint: Endpoint) =>
  world.apps.console.inject({
    url: `${doorBase.console}/${endpoint.path}`,
    headers: { authorization: `Bearer ${owner.access_token}` },
  })
async function sheetOf(endpoint: Endpoint) {
  const bytes = (await ask(endpoint)).rawPayload
  const { sheets } = await readXlsx(bytes, { readStyles: true })
  return { sheet: sheets[0]!, text: Buffer.from(partsOf(bytes).get('xl/worksheets/sheet1.xml')!).toString() }
}
/** Returns the template with rows typed into it, as an office program would save it. */
async function filled(endpoint: Endpoint, rows: string[][], keepExample = true): Promise<Uint8Array> {
  const { sheet } = await sheetOf(endpoint)
  const typed = new Map<string, Partial<Cell>>()
  rows.forEach((row, i) =>
    row.forEach((value, column) => void typed.set(`${i + (keepExample ? 2 : 1)},${column}`, { value, type: 'string' })),
  )
  const cells = new Map<string, Partial<Cell>>([...(sheet.cells ?? []), ...typed])
  return writeXlsx({ sheets: [{ ...sheet, cells } as WriteSheet] })
}

describe.each([
  ['软件成员批量添加模板.xlsx', template, Object.values(addColumns)],
  ['软件成员批量删除模板.xlsx', deleteTemplate, [DELETE_COLUMN]],
] as const)('%s', (name, endpoint, columns) => {
  it('is a workbook with this file name', async () => {
    const answer = await ask(endpoint)
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([200, XLSX, 'no-store'])
    expect(answer.headers['content-disposition']).toContain(`filename*=UTF-8''${encodeURIComponent(name)}`)
  })

  it('has frozen headings with a note each, and an example row', async () => {
    const { sheet, text } = await sheetOf(endpoint)
    expect(sheet.rows[0]).toEqual(columns)
    expect(sheet.rows[1]).toHaveLength(columns.length)
    for (let i = 0; i < columns.length; i++) expect(sheet.cells?.get(`0,${i}`)?.comment?.text).toMatch(/填|位|代码/)
    expect(text).toContain('state="frozen"')
  })

  it('formats every cell as text, in as many rows as a list may have', async () => {
    const { text } = await sheetOf(endpoint)
    const styles = Buffer.from(partsOf((await ask(endpoint)).rawPayload).get('xl/styles.xml')!).toString()
    const formats = [...styles.matchAll(/<xf numFmtId="(\d+)"/g)].slice(1).map(([, id]) => id)
    expect(styles).toContain('numFmtId="164" formatCode="@"')
    const last = [...text.matchAll(new RegExp(`<c r="[A-E]${SHEET_MAX_ROWS + 1}" s="(\\d)"/>`, 'g'))]
    expect(last.map(([, style]) => formats[Number(style)])).toEqual(columns.map(() => '164'))
  })

  it('counts as empty if it was only opened and saved', async () => {
    const send = endpoint === template ? addAll : deleteAll
    expect(await send(world, owner, await filled(endpoint, []))).toMatchObject({ code: 422, msg: '文件中没有数据' })
  })
})

it('rows typed into the template are added, below the example or over it', async () => {
  const row = (username: string) => [username, 'abc12345', '86', '', '']
  expect(await addAll(world, owner, await filled(template, [row('zhang.one')]), '1')).toMatchObject({
    code: 200,
    data: { total: 1, rows: [{ row: 3 }] },
  })
  expect(await addAll(world, owner, await filled(template, [row('zhang.one')], false), '1')).toMatchObject({
    code: 200,
    data: { rows: [{ row: 2 }] },
  })
})

it('members typed into the deletion template are deleted', async () => {
  const name = await aMember(world, owner, 'zhangsan')
  expect((await deleteAll(world, owner, await filled(deleteTemplate, [['zhangsan']]))).data).toMatchObject([
    { router_name: name, deleted: 1 },
  ])
})

it('the template offers dial codes and accepts others, and its hints fit what a spreadsheet program shows', async () => {
  const { sheet } = await sheetOf(template)
  const codes = sheet.dataValidations!.find(({ type }) => type === 'list')
  expect(codes).toMatchObject({ range: `C2:C${SHEET_MAX_ROWS + 1}` })
  expect(codes!.showErrorMessage ?? false).toBe(false)
  for (const { inputTitle, inputMessage } of sheet.dataValidations!) {
    expect(inputTitle!.length).toBeLessThanOrEqual(32)
    expect(inputMessage!.length).toBeLessThanOrEqual(255)
  }
})
