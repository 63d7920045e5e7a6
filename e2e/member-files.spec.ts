import type { Page } from '@playwright/test'
import { addList, bytesOf, choose, deleteList, openBatch, rowsOf, savedBy, workbook } from './sheets.ts'
import { callApi } from './sessions.ts'
import { expect, test } from './test.ts'

const drawer = (page: Page) => page.getByRole('dialog')
const start = (page: Page) => page.getByRole('button', { name: '开始导入' })
const members = async (page: Page) => (await callApi<{ software: number }>(page, 'router/quantity')).software
/** Returns a row of a list of members to add. */
const aRow = (username: string, phone = '', note = '') => [username, 'abc12345', '', phone, note]
const remove = (page: Page) => page.getByRole('dialog').getByRole('button', { name: '删除', exact: true })

test('the template is downloaded, filled in, checked and imported', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner()
  const page = await signedIn(owner)
  await openBatch(page, '批量添加')
  const template = await savedBy(page, () => page.getByRole('button', { name: '下载模板' }).click())
  expect(template.suggestedFilename()).toMatch(/模板\.xlsx$/)
  const [headings, example] = await rowsOf(await bytesOf(template))
  expect(headings).toEqual(['用户名', '密码', '区号', '手机号', '备注'])
  expect(example).toHaveLength(5)

  await choose(page, await workbook([headings!, aRow('wang.yun', '13912345678', '销售部'), aRow('chen_hao')]))
  await expect(page.getByText('检查通过，共 2 行')).toBeVisible()
  await expect(drawer(page).getByRole('row', { name: /wang\.yun/ })).toContainText('+86 13912345678')
  expect(await members(page)).toBe(0)
  await start(page).click()
  await expect(page.getByText('已添加 2 个成员')).toBeVisible()
  await expect(drawer(page).getByRole('row', { name: /chen_hao@/ })).toContainText('添加成功')
  await drawer(page).getByRole('button', { name: '关闭', exact: true }).last().click()
  await expect(drawer(page)).toHaveCount(0)
  await expect(page.getByRole('row', { name: /wang\.yun@/ })).toContainText('销售部')
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
