import { randomBytes } from 'node:crypto'
import { expectAccessible } from './axe.ts'
import { expect, test } from './desk.ts'

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
