import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { callApi } from './sessions.ts'
import { addList, bytesOf, choose, openBatch, rowsOf, savedBy } from './sheets.ts'
import { expect, test } from './test.ts'

const start = (page: Page) => page.getByRole('button', { name: '开始导入' })
const members = async (page: Page) => (await callApi<{ software: number }>(page, 'router/quantity')).software
/** Returns a row of a list of members to add. */
const aRow = (username: string, phone = '', note = '') => [username, 'abc12345', '', phone, note]

test('a file that is no list is refused where it is dropped or by the server, and adds no member', async ({ signedIn, accounts }) => {
  const page = await signedIn(await accounts.owner())
  await openBatch(page, '批量添加')
  await choose(page, Buffer.from('a,b'), 'members.csv')
  await expect(page.getByText('仅支持 xlsx 格式')).toHaveCount(2)
  await choose(page, Buffer.alloc(2 * 1024 * 1024 + 1))
  await expect(page.getByText('文件大小不能超过 2 MB')).toHaveCount(2)
  await expect(page.getByRole('button', { name: '重新选择' })).toHaveCount(0)
  await choose(page, Buffer.from('not a workbook at all'))
  await expect(page.getByText('仅支持 xlsx 格式的文件')).toBeVisible()
  await choose(page, await addList(Array.from({ length: 1001 }, (_, at) => aRow(`u${at}x`))))
  await expect(page.getByText('一次最多 1000 行，文件中有 1001 行')).toBeVisible()
  await choose(page, await addList(Array.from({ length: 11 }, (_, at) => aRow(`u${at}x`))))
  await expect(page.getByText('软件成员数量不能超过 10，剩余 10')).toBeVisible()
  expect(await members(page)).toBe(0)
})

test('a file that changed after its check is not imported', async ({ signedIn, accounts }, info) => {
  const page = await signedIn(await accounts.owner())
  await openBatch(page, '批量添加')
  const file = info.outputPath('members.xlsx')
  writeFileSync(file, await addList([aRow('first')]))
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByText('检查通过，共 1 行')).toBeVisible()
  writeFileSync(file, await addList([aRow('second'), aRow('third')]))
  await start(page).click()
  await expect(page.getByText('文件已被修改或移动，请重新选择')).toBeVisible()
  expect(await members(page)).toBe(0)
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByText('检查通过，共 2 行')).toBeVisible()
})

test('a list is chosen, checked and imported without a mouse', async ({ signedIn, accounts }) => {
  const page = await signedIn(await accounts.owner())
  await openBatch(page, '批量添加')
  // The opened drawer takes the focus; a focus set earlier would be lost.
  await expect(page.locator('.ant-drawer:focus-within')).toBeVisible()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^将文件拖到此处，或点击选择/ }).press('Enter')
  await (await chooser).setFiles({ name: 'a.xlsx', mimeType: '', buffer: await addList([aRow('keys')]) })
  await expect(page.getByRole('button', { name: '重新选择' })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: '检查通过，共 1 行' })).toBeVisible()
  await start(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '已添加 1 个成员' })).toBeVisible()
})

test('an account without software members is warned that there is nothing to export', async ({ signedIn, accounts }) => {
  const page = await signedIn(await accounts.owner())
  await openBatch(page, '导出成员')
  await expect(page.getByText('导出数据为空')).toBeVisible()
})

test('an interrupted export says so and can be tried again', async ({ signedIn, accounts, tolerated }) => {
  tolerated.push(/ERR_/)
  const page = await signedIn(await accounts.owner({ software: 2 }))
  await page.route('**/api/v1/router/export*', (route) => route.abort(), { times: 1 })
  await openBatch(page, '导出成员')
  const strip = page.getByRole('region', { name: '导出失败' })
  await expect(strip).toContainText('请检查网络后重试')
  const file = await savedBy(page, () => strip.getByRole('button', { name: '重试' }).click())
  expect(await rowsOf(await bytesOf(file))).toHaveLength(3)
})

test('the export contains every member, shows its progress, and leaves the page usable', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ software: 4000 })
  const page = await signedIn(owner)
  const frames: string[] = []
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => void frames.push(String(payload))))
  const download = page.waitForEvent('download', { timeout: 300_000 })
  await openBatch(page, '导出成员')
  await page
    .getByRole('searchbox', { name: /搜索名称/ })
    .first()
    .fill('user39')
  const file = await download
  await expect(page.getByText('导出成功')).toBeVisible()
  expect(file.suggestedFilename()).toMatch(/^软件成员-\d{8}\.xlsx$/)
  const [headings, ...rows] = await rowsOf(await bytesOf(file))
  expect(headings).toEqual(['名称', '序列号', '地区', '标签', '型号', '手机号', '状态', '系统', '版本', '最近登录'])
  expect(new Set(rows.map(([, name]) => name))).toEqual(new Set(owner.software))
  const progressRows = () => frames.filter((frame) => frame.includes('"progress"')).map((frame) => JSON.parse(frame))
  await expect.poll(() => progressRows().at(-1)).toMatchObject({ done: 4000, total: 4000 })
})
