import { expect, test } from './test.ts'

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
