import { readFileSync } from 'node:fs'
import { type Download, expect, type Page } from '@playwright/test'
import { addColumns, DELETE_COLUMN } from '@weft/contract'
import { readXlsx, writeXlsx } from 'hucre'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
type Rows = string[][]

/** Returns a workbook as an office program writes it. */
export async function workbook(rows: Rows): Promise<Buffer> {
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'Sheet1', rows }] }))
}
/** Returns a list of members to add; each row is 用户名, 密码, 区号, 手机号, 备注. */
export const addList = (rows: Rows): Promise<Buffer> => workbook([Object.values(addColumns), ...rows])
export const deleteList = (names: string[]): Promise<Buffer> => workbook([[DELETE_COLUMN], ...names.map((name) => [name])])

/** Returns the rows of the first sheet, as text. */
export async function rowsOf(bytes: Uint8Array): Promise<Rows> {
  const { sheets } = await readXlsx(bytes)
  return sheets[0]!.rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell))))
}

export const bytesOf = async (download: Download): Promise<Buffer> => readFileSync(await download.path())

/** Returns the file that a click saves. */
export async function savedBy(page: Page, click: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()])
  return download
}

/** Chooses a file in the upload area of the open dialog. */
export const choose = (page: Page, buffer: Buffer, name = '成员.xlsx'): Promise<void> =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: XLSX, buffer })

/** Opens one of the batch actions in the list of software members. */
export async function openBatch(page: Page, action: string): Promise<void> {
  await page.goto('/router/lists?type=2')
  await expect(page.getByRole('heading', { level: 1, name: '成员列表' })).toBeVisible()
  await page.getByRole('button', { name: '更多操作', exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Copies a text, as another program would, and pastes it with the keyboard. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('Control+V')
}
