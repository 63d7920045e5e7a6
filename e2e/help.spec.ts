import { expectAccessible, looks } from './axe.ts'
import { expect, test } from './test.ts'

for (const { name, options } of looks)
  test(`a term leads to the help beside the page, where a reader goes on without leaving the page: ${name}`, async ({
    signedIn,
    accounts,
  }) => {
    const page = await signedIn(await accounts.owner(), options)
    await page.goto('/ram/role')
    await page.getByRole('button', { name: '什么是“角色”' }).click()
    await expect(page.getByText('子账号能做什么')).toBeVisible()
    await expectAccessible(page, 'the meaning of a term')
    await page.getByRole('button', { name: '查看帮助' }).click()
    const help = page.getByRole('dialog', { name: '帮助' })
    await expect(help.getByRole('heading', { name: '子账号与角色' })).toBeVisible()
    await expectAccessible(page, 'the help beside a page')
    await help.getByRole('link', { name: /^下一篇：/ }).click()
    await expect(help.getByRole('heading', { name: '日志与导出' })).toBeVisible()
    await help.getByRole('button', { name: '全部文档' }).click()
    await help.getByRole('searchbox').fill('验证码')
    await help.getByRole('list', { name: '搜索结果' }).getByRole('link').first().click()
    await expect(help.getByRole('article')).toBeVisible()
    await expect(page).toHaveURL('/ram/role')
    await page.keyboard.press('Escape')
    await expect(help).toHaveCount(0)
  })
