import { randomBytes } from 'node:crypto'
import { follow, over } from './axe.ts'
import { expect, test } from './desk.ts'
import { signInByApi } from './sessions.ts'

const word = () => randomBytes(4).toString('hex').toUpperCase()

test('accounts are filtered in the address and exported, and a sent message tells who has read it', async ({
  desk,
  accounts,
  visitor,
  server,
}) => {
  const owner = await accounts.owner()
  const page = await desk('support')
  await page.goto(`/accounts?search=${owner.username}&status=1&ending=30`)
  await expect(page.getByText('没有符合条件的客户账号')).toBeVisible()
  await expect(page.getByRole('button', { name: '导出' })).toBeDisabled()
  await follow(page, `/accounts?search=${owner.username}&status=1`)
  await expect(page.getByRole('link', { name: owner.account_number })).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^客户账号-\d{8}\.xlsx$/)
  await page.getByRole('combobox', { name: '状态', exact: true }).click()
  await page.getByTitle('已停用').click()
  await expect(page).toHaveURL(/status=0/)
  await expect(page.getByText('没有符合条件的客户账号')).toBeVisible()

  const title = `维护${word()}`
  const sent = await page.request.post(`${server.ops}/ops/v1/messages/send`, {
    headers: {
      authorization: `Bearer ${await page.evaluate(() => JSON.parse(localStorage.getItem('weft.operator') ?? '{}').token as string)}`,
    },
    data: { account_number: owner.account_number, title, type: '维护通知', content: '<p>今晚<b>维护</b></p>' },
  })
  expect((await sent.json()).code).toBe(200)
  await page.goto('/messages')
  const opened = page.getByRole('dialog', { name: title })
  await page.getByRole('button', { name: title }).click()
  await expect(opened.getByText('0 人')).toBeVisible()
  await page.keyboard.press('Escape')
  const context = await visitor({ baseURL: server.console })
  await signInByApi(context, owner)
  const customer = await context.newPage()
  await customer.goto('/account/message')
  await customer.getByText(title).first().click()
  await expect(customer.getByRole('dialog').getByText('今晚')).toBeVisible()
  await page.reload()
  await over(page, 'a sent message', async () => {
    await page.getByRole('button', { name: title }).click()
    await expect(opened.getByText('1 人（1 个账号）')).toBeVisible()
  })
})
