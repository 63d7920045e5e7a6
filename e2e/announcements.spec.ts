import { expect, test } from './test.ts'

const PIXEL = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

test('an announcement is found from the overview and from the list, and read', async ({ signedIn, accounts, publications }) => {
  const name = `割接公告${Date.now()}`
  await publications.announcement({
    title: name,
    tag: '维护,华东,重要,夜间',
    content: `<h2>影响范围</h2><p>见<a href="/network/lists">组网列表</a></p><p><img src="${PIXEL}" width="320" height="120"></p>`,
  })
  const page = await signedIn(await accounts.owner())
  await page.goto('/dashboard')
  await page.getByRole('region', { name: '公告' }).getByRole('link', { name: '更多' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '公告' })).toBeFocused()
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row).toContainText('维护')
  await expect(row).toContainText('+1')
  await row.getByRole('link', { name }).click()

  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
  await expect(page).toHaveTitle(new RegExp(`^${name} - 公告详情 - `))
  await expect(page.getByText(/^发布时间：/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: '影响范围' })).toBeVisible()

  const picture = page.getByRole('button', { name: '查看大图：公告图片 1' })
  await picture.focus()
  await page.keyboard.press('Enter')
  const preview = page.getByRole('dialog', { name: '公告图片 1' })
  await expect(preview).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(preview).toHaveCount(0)
  await expect(picture).toBeFocused()

  await page.getByRole('article').getByRole('link', { name: '组网列表' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '组网列表' })).toBeFocused()
  await page.goBack()
  await page.getByRole('link', { name: '返回公告列表' }).click()
  await expect(page).toHaveURL(/\/account\/announcements$/)
})
