import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { aRow, drawer, members, start } from './member-import.ts'
import { addList, bytesOf, choose, deleteList, openBatch, rowsOf, savedBy } from './sheets.ts'
import { expect, test } from './test.ts'

const remove = (page: Page) => page.getByRole('dialog').getByRole('button', { name: '删除', exact: true })

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

test('a list with three bad rows shows each of them and adds no member', async ({ signedIn, accounts }) => {
  const page = await signedIn(await accounts.owner({ software: 1 }))
  await openBatch(page, '批量添加')
  const good = Array.from({ length: 25 }, (_, at) => aRow(`good${at}`))
  await choose(page, await addList([aRow('王芸'), ...good, aRow('zhao', '12'), aRow('user1'), aRow('last')]))
  await expect(page.getByText('共 29 行，3 行有误，未添加任何成员')).toBeVisible()
  const problem = (row: number) =>
    drawer(page)
      .getByRole('row')
      .filter({ has: page.getByRole('cell', { name: String(row), exact: true }) })
  await expect(problem(2)).toContainText('第 2 行：用户名为 3–18 位字母、数字、下划线或点')
  await expect(problem(28)).toContainText('第 28 行：请输入正确的手机号')
  await expect(problem(29)).toContainText('user1第 29 行：成员 user1 已存在')
  await expect(drawer(page).getByRole('row')).toHaveCount(4)
  await expect(start(page)).toBeDisabled()
  const table = await savedBy(page, () => page.getByRole('button', { name: '下载失败明细' }).click())
  expect((await bytesOf(table)).toString('utf8').split('\r\n')[2]).toMatch(/^28,zhao,请输入正确的手机号$/)
  await page.getByRole('switch', { name: '只看有误的行' }).click()
  await expect(page.getByRole('row', { name: /good3/ })).toBeVisible()
  expect(await members(page)).toBe(1)
})

test('members are deleted by file once the phrase is typed, and a missing name is reported', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ software: 3 })
  const page = await signedIn(owner)
  await openBatch(page, '按文件批量删除')
  const template = await savedBy(page, () => page.getByRole('button', { name: '下载模板' }).click())
  expect((await rowsOf(await bytesOf(template)))[0]).toEqual(['用户名'])
  await choose(page, await deleteList(['user1', owner.software[2]!, 'nobody']), '离职.xlsx')
  await remove(page).click()
  await page.getByLabel('请输入 确认删除 以确认').fill('确认删除')
  expect(await members(page)).toBe(3)
  await remove(page).last().click()
  await expect(page.getByText('已删除 2 个成员')).toBeVisible()
  await expect(page.getByRole('row', { name: /nobody@/ })).toContainText('成员不存在')
  // The list behind the drawer may still contain it.
  await expect(drawer(page).getByRole('row', { name: new RegExp(owner.software[0]!) })).toContainText('删除成功')
  const table = await savedBy(page, () => page.getByRole('button', { name: '下载结果' }).click())
  expect((await bytesOf(table)).toString('utf8')).toContain('成员不存在')
  expect(await members(page)).toBe(1)
})
