import { expectAccessible, looks, over, settled } from './axe.ts'
import { expect, test } from './desk.ts'

for (const { name, options } of looks)
  test(`the pages of operators are accessible: ${name}`, async ({ desk, accounts }) => {
    const { username } = await accounts.operator('sales')
    const page = await desk('admin', options)
    await settled(page, `/operators?search=${username}`, '运营人员')
    await expect(page.getByRole('link', { name: username })).toBeVisible()
    await expectAccessible(page, 'the list of operators')
    await over(page, 'adding an operator', () => page.getByRole('button', { name: '添加运营人员' }).click())
    await page.getByRole('link', { name: username }).click()
    await expect(page.getByRole('heading', { level: 1, name: username })).toBeVisible()
    await expect(page.getByText('没有登录')).toBeVisible()
    await expectAccessible(page, 'an operator')
    await over(page, 'another role', () => page.getByRole('button', { name: '更换角色' }).click())
  })
