import type { APIRequestContext, Page } from '@playwright/test'
import { add, aPhone, dialog, finish, openMembers, PASSWORD } from './member-drawer.ts'
import { awaitLetter, texted } from './outbox.ts'
import { expect, test } from './test.ts'

const row = (page: Page, router_name: string) => page.getByRole('row').filter({ hasText: router_name })

async function chooseOf(page: Page, router_name: string, item: string): Promise<void> {
  await row(page, router_name)
    .getByRole('button', { name: /的更多操作$/ })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Signs in as a client. @returns the code of the envelope */
async function signInAsClient(request: APIRequestContext, agent: string, username: string, password: string): Promise<number> {
  const device = { os: 'Windows', version: '2.4.1', sys_brand: 'Lenovo', sys_model: 'ThinkPad X13', sys_version: 'Windows 11' }
  const answer = await request.post(`${agent}/agent/v1/login`, { data: { username, password, device } })
  return (await answer.json()).code as number
}

test('a phone is given to a member, moved to the next one by its code, changed and removed', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner()
  const page = await signedIn(owner)
  const [first, second] = [`zhang.san@${owner.account_number}`, `li.si@${owner.account_number}`]
  const [phone, other] = [aPhone(), aPhone()]
  const masked = (number: string) => `${number.slice(0, 3)}****${number.slice(-4)}`
  await openMembers(page)
  await add(page, 'zhang.san', phone)
  await finish(page)
  await expect(row(page, first)).toContainText(masked(phone))

  await add(page, 'li.si', phone)
  const drawer = dialog(page, '添加成员')
  await expect(drawer.getByText('该手机号已绑定其他成员，验证后可绑定')).toBeVisible()
  const letter = await awaitLetter(page.request, texted(phone))
  await drawer.getByRole('button', { name: '获取验证码' }).click()
  await drawer.getByLabel('验证码').fill(await letter.code())
  await drawer.getByRole('button', { name: '添加', exact: true }).click()
  await finish(page)
  await expect(row(page, second)).toContainText(masked(phone))
  await expect(row(page, first)).not.toContainText(masked(phone))

  await row(page, second).getByRole('button', { name: /^更换/ }).click()
  const change = dialog(page, '更换手机号')
  await expect(change.getByText(`当前绑定：${masked(phone)}`)).toBeVisible()
  await change.getByLabel('手机号', { exact: true }).fill(other)
  await change.getByRole('button', { name: '更换', exact: true }).click()
  await expect(change).toHaveCount(0)
  await expect(row(page, second)).toContainText(masked(other))

  await row(page, second).getByRole('button', { name: /^更换/ }).click()
  await dialog(page, '更换手机号').getByRole('button', { name: '解除绑定' }).click()
  await dialog(page, '解除绑定').getByRole('button', { name: '解除绑定' }).click()
  await expect(change).toHaveCount(0)
  await expect(row(page, second)).not.toContainText('****')
})

test("a member's sign-in leaves a record, and a new password signs the member out", async ({ signedIn, accounts, server }) => {
  const owner = await accounts.owner()
  const page = await signedIn(owner)
  const name = `wang.wu@${owner.account_number}`
  await openMembers(page)
  await add(page, 'wang.wu')
  await finish(page)
  expect(await signInAsClient(page.request, server.agent, name, PASSWORD)).toBe(200)
  await chooseOf(page, name, '详情')
  const logins = page.getByRole('region', { name: '登录记录' })
  await expect(logins.getByRole('row').filter({ hasText: 'ThinkPad X13' })).toContainText('Windows 11')
  await page.getByRole('tab', { name: '拨号记录' }).click()
  await expect(page.getByText('所选时间内没有拨号记录')).toBeVisible()
  await page.goBack()

  await chooseOf(page, name, '修改密码')
  const change = dialog(page, '修改密码')
  await expect(change.getByText('修改后该成员将立即下线，需使用新密码重新登录')).toBeVisible()
  await expect(change.getByLabel('新密码')).toBeFocused()
  await change.getByRole('button', { name: '生成随机密码' }).click()
  await expect(change.getByLabel('新密码')).not.toHaveValue('')
  const fresh = await change.getByLabel('新密码').inputValue()
  await change.getByRole('button', { name: '修改', exact: true }).click()
  await expect(change).toHaveCount(0)
  expect(await signInAsClient(page.request, server.agent, name, PASSWORD)).not.toBe(200)
  expect(await signInAsClient(page.request, server.agent, name, fresh)).toBe(200)
})
