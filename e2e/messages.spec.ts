import { dialog, open, send, title, unread } from './message-list.ts'
import { expect, test } from './test.ts'

test('a message that arrives is shown in every tab', async ({ signedIn, accounts, publications }) => {
  const owner = await accounts.owner()
  const page = await signedIn(owner)
  await open(page)
  await expect(page.getByText('暂无消息')).toBeVisible()
  await send(publications, owner, 1)
  await unread(page, 1)
  await expect(title(page, '通知1')).toBeVisible()
})

test('the open message is in the address, leads to its neighbours and returns the focus when closed', async ({
  signedIn,
  accounts,
  publications,
}) => {
  const owner = await accounts.owner()
  await send(publications, owner, 3)
  const page = await signedIn(owner)
  await open(page)
  await title(page, '通知3').focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page, '通知3')).toBeVisible()
  await expect(page).toHaveURL(/message_id=\d+$/)
  await page.getByRole('button', { name: '下一条' }).click()
  await expect(dialog(page, '通知2').getByText('通知2的内容')).toBeVisible()
  await page.reload()
  await expect(dialog(page, '通知2').getByText('通知2的内容')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/account\/message$/)

  await title(page, '通知1').focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page, '通知1')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(title(page, '通知1')).toBeFocused()
})

test('each checkbox is one Tab stop', async ({ signedIn, accounts, publications }) => {
  const owner = await accounts.owner()
  await send(publications, owner, 1)
  const page = await signedIn(owner)
  await open(page)
  // Without rows the checkbox that selects all is disabled, and Tab skips it.
  await expect(title(page, '通知1')).toBeVisible()
  await page.getByRole('button', { name: '列设置' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('checkbox', { name: '全选' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText('已选 1 项')).toBeVisible()
  await page.getByRole('checkbox', { name: '全选' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('checkbox', { name: '选择 通知1' })).toBeFocused()
})
