import { aRow, drawer, members, start } from './member-import.ts'
import { bytesOf, choose, openBatch, rowsOf, savedBy, workbook } from './sheets.ts'
import { expect, test } from './test.ts'

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
