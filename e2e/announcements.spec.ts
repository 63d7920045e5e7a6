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

test('an announcement on another site opens in a new tab', async ({ signedIn, accounts, publications }) => {
  const title = `版本说明${Date.now()}`
  await publications.announcement({ title, link: 'https://example.com/release' })
  const page = await signedIn(await accounts.owner())
  await page.goto('/account/announcements')
  const link = page.getByRole('link', { name: new RegExp(title) })
  await expect(link).toHaveAttribute('href', 'https://example.com/release')
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', /noopener/)
})

test('an announcement that is unreleased or does not exist is not shown', async ({ signedIn, accounts, publications }) => {
  const title = `明天的公告${Date.now()}`
  const id = await publications.announcement({ title, release_time: Math.floor(Date.now() / 1000) + 86_400 })
  const page = await signedIn(await accounts.owner())
  await page.goto('/account/announcements')
  await expect(page.getByRole('heading', { level: 1, name: '公告' })).toBeVisible()
  await expect(page.getByText(/^共 \d+ 条$|暂无公告/)).toBeVisible()
  await expect(page.getByText(title)).toHaveCount(0)
  for (const address of [`detail?id=${id}`, 'detail?id=999999', 'detail']) {
    await page.goto(`/account/announcements/${address}`)
    await expect(page.getByText('公告不存在或已删除')).toBeVisible()
  }
})
