import { randomBytes } from 'node:crypto'
import { expectAccessible, looks, over } from './axe.ts'
import { expect, test } from './desk.ts'
import { signInByApi } from './sessions.ts'

test('of two operators who edit at once, the second loses nothing and decides which text stays', async ({ desk, publications }) => {
  const title = `同时${randomBytes(4).toString('hex')}`
  const id = await publications.announcement({ title })
  const [one, other] = [await desk('support'), await desk('support')]
  for (const page of [one, other]) {
    await page.goto(`/announcements/edit?id=${id}`)
    await expect(page.getByLabel('标题')).toHaveValue(title)
  }
  await one.getByLabel('标题').fill(`${title}甲`)
  await one.getByRole('button', { name: '保存' }).click()
  await expect(one.getByText('保存成功')).toBeVisible()
  await other.getByLabel('标题').fill(`${title}乙`)
  await other.getByRole('button', { name: '保存' }).click()
  await expect(other.getByText(/已修改这条公告，您填写的内容没有丢失$/)).toBeVisible()
  await expect(other.getByLabel('标题')).toHaveValue(`${title}乙`)
  await expectAccessible(other, 'a conflict')
  await other.getByRole('button', { name: '保留我的内容，再次保存时覆盖' }).click()
  await other.getByRole('button', { name: '保存' }).click()
  await expect(other.getByText('保存成功')).toBeVisible()
})

for (const { name, options } of looks)
  test(`an announcement is drafted, previewed, published, read, and taken down: ${name}`, async ({ desk, visitor, accounts, server }) => {
    const title = `割接${randomBytes(4).toString('hex')}`
    const context = await visitor({ baseURL: server.console, ...options })
    await signInByApi(context, await accounts.owner())
    const customer = await context.newPage()
    const page = await desk('support', options)
    const find = async () => {
      await page.goto(`/announcements?search=${encodeURIComponent(title)}`)
      await expect(page.getByText(title).first()).toBeVisible()
    }

    await page.goto('/announcements/create')
    await page.getByLabel('标题').fill(title)
    await page.getByLabel('标签').fill('维护,夜间')
    await page.getByRole('textbox', { name: '内容' }).fill('今晚零点割接，约十分钟。')
    await expectAccessible(page, 'writing an announcement')
    await over(page, 'the preview', () => page.getByRole('button', { name: '预览' }).click())
    await page.getByRole('button', { name: '存为草稿' }).click()
    await expect(page.getByText('草稿已保存，客户看不到')).toBeVisible()
    await find()
    await expect(page.getByText('草稿', { exact: true })).toBeVisible()
    await customer.goto('/account/announcements')
    await expect(customer.getByRole('heading', { level: 1, name: '公告' })).toBeVisible()
    await expect(customer.getByText(title)).toHaveCount(0)

    await page.getByRole('link', { name: title, exact: true }).click()
    await page.getByRole('button', { name: '发布', exact: true }).click()
    await expect(page.getByText('发布成功')).toBeVisible()
    // The list that the customer has open shows it by itself.
    await customer.getByRole('link', { name: title }).click()
    await expect(customer.getByRole('heading', { level: 1, name: title })).toBeVisible()

    await find()
    await expect(page.getByText('1 人（1 个账号）')).toBeVisible()
    await expectAccessible(page, 'announcements with their readers')
    await page.getByRole('button', { name: `下线 ${title}` }).click()
    await page.getByRole('dialog', { name: '下线公告' }).getByRole('button', { name: '下线' }).click()
    await expect(page.getByText('公告已下线')).toBeVisible()
    await expect(page.getByText('已下线', { exact: true })).toBeVisible()
    await customer.goto('/account/announcements')
    await expect(customer.getByRole('heading', { level: 1, name: '公告' })).toBeVisible()
    await expect(customer.getByText(title)).toHaveCount(0)
  })
