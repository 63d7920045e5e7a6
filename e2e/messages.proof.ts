import type { Page } from '@playwright/test'
import type { Owner } from './accounts.ts'
import type { Publications } from './publications.ts'
import { expect, test } from './test.ts'

const tick = (page: Page, name: string) => page.getByRole('checkbox', { name: `选择 ${name}` }).check()
const badge = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^我的消息，\d+ 条未读$/ })
const unread = (page: Page, count: number) => expect(badge(page)).toHaveAccessibleName(`我的消息，${count} 条未读`)
const title = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

async function open(page: Page): Promise<void> {
  await page.goto('/account/message')
  await expect(page.getByRole('heading', { level: 1, name: '我的消息' })).toBeVisible()
}

/** Sends the account messages 1 to `count`; the last is the newest. */
async function send(publications: Publications, { account_id }: Owner, count: number): Promise<void> {
  for (let at = 1; at <= count; at++) await publications.message(account_id, `通知${at}`)
}

test('reading in one tab changes the badge and the list of the other', async ({ signedIn, accounts, publications }) => {
  const owner = await accounts.owner()
  await send(publications, owner, 3)
  const page = await signedIn(owner)
  await open(page)
  await unread(page, 3)
  const other = await page.context().newPage()
  await open(other)
  await unread(other, 3)

  await title(page, '通知2').click()
  await expect(dialog(page, '通知2').getByText('通知2的内容')).toBeVisible()
  await unread(page, 2)
  await unread(other, 2)
  await expect(other.getByRole('row', { name: /通知2/ }).getByText('未读')).toHaveCount(0)
  await expect(other.getByRole('row', { name: /通知3/ }).getByText('未读')).toHaveCount(1)
})

test('the state filters the list, and all messages are marked and deleted at once', async ({ signedIn, accounts, publications }) => {
  const owner = await accounts.owner()
  await send(publications, owner, 2)
  const page = await signedIn(owner)
  await open(page)
  await title(page, '通知1').click()
  await unread(page, 1)
  await page.keyboard.press('Escape')
  await page.getByText('未读', { exact: true }).first().click()
  await expect(page).toHaveURL(/status=0/)
  await expect(title(page, '通知1')).toHaveCount(0)
  await expect(title(page, '通知2')).toBeVisible()

  await page.getByRole('button', { name: '全部已读' }).click()
  await dialog(page, '全部已读').getByRole('button', { name: '全部已读' }).click()
  await unread(page, 0)
  await expect(page.getByText('没有符合条件的消息')).toBeVisible()
  await page.getByRole('button', { name: '清空筛选' }).click()
  await page.getByRole('button', { name: '全部删除' }).click()
  const deleting = dialog(page, '全部删除')
  await expect(deleting.getByText('确定要删除全部消息吗？删除后无法恢复')).toBeVisible()
  await deleting.getByRole('button', { name: '全部删除' }).click()
  await expect(page.getByText('暂无消息')).toBeVisible()
})

test('a message that a colleague deletes remains for the owner', async ({ signedIn, accounts, publications }) => {
  const owner = await accounts.owner()
  await send(publications, owner, 1)
  const colleague = await signedIn(await accounts.colleague(owner))
  await open(colleague)
  await colleague.getByRole('button', { name: '全部删除' }).click()
  await dialog(colleague, '全部删除').getByRole('button', { name: '全部删除' }).click()
  await expect(colleague.getByText('暂无消息')).toBeVisible()
  const page = await signedIn(owner)
  await open(page)
  await expect(title(page, '通知1')).toBeVisible()
  await unread(page, 1)
})

test('selected messages are marked and deleted, and a page that becomes empty is left', async ({ signedIn, accounts, publications }) => {
  const owner = await accounts.owner()
  await send(publications, owner, 11)
  const page = await signedIn(owner)
  await open(page)
  await page.getByRole('button', { name: '标为已读', exact: true }).click()
  await expect(page.getByText('请选择消息标题')).toBeVisible()

  await tick(page, '通知11')
  await tick(page, '通知10')
  await expect(page.getByText('已选 2 项')).toBeVisible()
  await page.getByRole('button', { name: '标为已读', exact: true }).click()
  const marking = dialog(page, '标为已读')
  await expect(marking.getByText('确定将选中的 2 条消息标为已读？')).toBeVisible()
  await marking.getByRole('button', { name: '标为已读' }).click()
  await expect(page.getByText('操作成功')).toBeVisible()
  await unread(page, 9)

  await page.goto('/account/message?page=2')
  await tick(page, '通知1')
  await page.getByRole('button', { name: '删除', exact: true }).click()
  await dialog(page, '删除消息').getByRole('button', { name: '删除' }).click()
  await expect(page).toHaveURL(/\/account\/message$/)
  await expect(title(page, '通知11')).toBeVisible()
  await expect(page.getByText('共 10 条')).toBeVisible()

  await page.getByRole('button', { name: '删除 通知11' }).click()
  await page.getByRole('tooltip').getByRole('button', { name: '删除' }).click()
  await expect(title(page, '通知11')).toHaveCount(0)
})
