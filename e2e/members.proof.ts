import { choose, chooseOf, dialog, list, mark, menuOf, rowOf, search, SOFTWARE, turnTo } from './member-list.ts'
import { expect, test } from './test.ts'

test('a note is edited from its row, and a member is disabled and enabled', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ software: 1 })
  const [name] = owner.software
  const page = await signedIn(owner)
  await page.goto(SOFTWARE)
  await chooseOf(page, name!, '修改名称')
  const field = dialog(page, '修改名称').getByLabel('名称')
  await expect(field).toBeFocused()
  await field.fill(' 财务部 张三 ')
  await page.keyboard.press('Enter')
  await expect(page.getByText('保存成功')).toBeVisible()
  await expect(rowOf(page, name!)).toContainText('财务部 张三')
  await expect(menuOf(page, name!)).toBeFocused()

  await chooseOf(page, name!, '停用')
  await dialog(page, '停用成员').getByRole('button', { name: '停用' }).click()
  await expect(rowOf(page, name!)).toContainText('已停用')
  await chooseOf(page, name!, '启用')
  await expect(rowOf(page, name!)).toContainText('未登录')
})

test('all members that a search finds are selected and given one note', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ software: 12, services: { software_member: 20 } })
  const page = await signedIn(owner)
  await page.goto(`${SOFTWARE}&search=员工1`)
  await mark(page, owner.software[0]!)
  await page.getByRole('button', { name: '选择全部 4 个符合条件的成员' }).click()
  await expect(page.getByText('已选 4 项')).toBeVisible()
  await page.getByRole('button', { name: '修改名称' }).click()
  const opened = dialog(page, '修改名称')
  await opened.getByLabel('名称').fill('外包团队')
  await page.keyboard.press('Enter')
  await expect(opened.getByText('4 个将更改')).toBeVisible()
  await expect(opened.getByText('杭州员工1', { exact: true })).toBeVisible()
  await opened.getByRole('button', { name: '修改', exact: true }).click()
  await expect(page.getByText('已修改 4 个成员的名称')).toBeVisible()
  await search(page, '外包')
  await expect(list(page).getByText('共 4 条')).toBeVisible()
})

test('a role that may only view members is offered no other action', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ hardware: 1, software: 1 })
  const page = await signedIn(await accounts.colleague(owner))
  await page.goto(SOFTWARE)
  await expect(rowOf(page, owner.software[0]!)).toBeVisible()
  for (const name of [/删除/, /密码/, /手机号/, /名称$/, '添加成员'])
    await expect(page.getByRole('main').getByRole('button', { name })).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await page.getByRole('button', { name: '更多操作', exact: true }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['导出成员', '下载客户端'])
})

test('the palette finds a member by its note and leads to its page, and the first steps on the overview lead to adding one', async ({
  signedIn,
  accounts,
}) => {
  const owner = await accounts.owner({ hardware: 1 })
  const page = await signedIn(owner)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: '概览' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await dialog(page, '搜索或执行操作').getByRole('combobox').fill('杭州')
  await dialog(page, '搜索或执行操作')
    .getByRole('option', { name: /杭州店1/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`/router/detail\\?router_name=${owner.hardware[0]}$`))

  const newcomer = await signedIn(await accounts.owner())
  await newcomer.goto('/dashboard')
  await newcomer.getByRole('link', { name: '先用软件客户端试一试' }).click()
  await expect(dialog(newcomer, '添加成员')).toBeVisible()
  await expect(newcomer).toHaveURL(/\/router\/lists\?type=2$/)
})

test('members selected on two pages are disabled together after the effects are shown, then removed', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ software: 12, services: { software_member: 20 } })
  const page = await signedIn(owner)
  await page.goto(SOFTWARE)
  const first = await page
    .getByRole('checkbox', { name: /^选择 / })
    .first()
    .getAttribute('aria-label')
  await page.getByRole('checkbox', { name: first! }).check()
  await turnTo(page, '2')
  await expect(page.getByRole('checkbox', { name: /^选择 / })).toHaveCount(2)
  const second = await page
    .getByRole('checkbox', { name: /^选择 / })
    .first()
    .getAttribute('aria-label')
  await page.getByRole('checkbox', { name: second! }).check()
  await expect(page.getByText('已选 2 项')).toBeVisible()
  await page.getByRole('button', { name: '停用', exact: true }).click()
  const preview = dialog(page, '停用成员')
  await expect(preview.getByText('2 个将更改')).toBeVisible()
  for (const label of [first, second]) await expect(preview).toContainText(label!.replace('选择 ', ''))
  await preview.getByRole('button', { name: '停用' }).click()
  await expect(page.getByText('已停用 2 个成员')).toBeVisible()
  await expect(page.getByText(/^已选/)).toHaveCount(0)

  await choose(page, '更多操作', '删除已停用成员')
  await dialog(page, '删除已停用成员').getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('已删除 2 个成员')).toBeVisible()
  await expect(list(page).getByText('共 10 条')).toBeVisible()
  await expect(page).toHaveURL(/\?type=2$/)
})
