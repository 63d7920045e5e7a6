import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import type { Login } from './accounts.ts'
import { proveInDialog } from './identity.ts'
import { SignInPage } from './sessions.ts'
import { expect, test } from './test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Returns the authenticator's code; one step later for a code that was not used yet. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Completes the first step of a sign-in: name, password and picture. */
async function enterPassword(page: Page, who: Login): Promise<void> {
  const form = new SignInPage(page)
  await page.goto('/login')
  if (who.ram) await page.getByRole('link', { name: '子账号登录' }).click()
  await form.enter(who)
  await form.submit.click()
  await expect(heading(page, '两步验证')).toBeVisible()
}

test('the second factor is switched on, asked for at the next sign-in, and switched off with a recovery code', async ({
  signedIn,
  visitor,
  accounts,
}) => {
  const owner = await accounts.owner()
  const page = await signedIn(owner)
  await page.goto('/account/security')
  await button(page, '开启').click()
  await proveInDialog(page, owner)
  const dialog = page.getByRole('dialog', { name: '开启两步验证' })
  const picture = dialog.getByRole('img', { name: /二维码/ })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const secret = (await dialog.locator('.weft-mono').textContent())!
  expect(secret).toMatch(/^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/)
  await dialog.getByLabel('两步验证码').fill(codeOf(secret))
  await page.keyboard.press('Enter')

  const codes = page.getByRole('list', { name: '恢复码' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = await codes.allTextContents()
  const file = page.waitForEvent('download')
  await button(page, '下载').click()
  const kept = await (await file).createReadStream()
  const text = (await kept.toArray()).join('')
  for (const code of recovery) expect(text).toContain(code)
  await expect(button(page, '完成')).toBeDisabled()
  await page.getByLabel('我已保存恢复码').check()
  await button(page, '完成').click()
  await expect(page.getByText('已开启')).toBeVisible()

  const elsewhere = await (await visitor()).newPage()
  await enterPassword(elsewhere, owner)
  await elsewhere.getByLabel('两步验证码').fill('000000')
  await expect(elsewhere.getByText('两步验证码错误').first()).toBeVisible()
  await elsewhere.getByLabel('两步验证码').fill(codeOf(secret, 1))
  await expect(elsewhere.getByRole('heading', { level: 1, name: '概览' })).toBeVisible()

  const lost = await (await visitor()).newPage()
  await enterPassword(lost, owner)
  await button(lost, '使用恢复码').click()
  await lost.getByLabel('恢复码').fill(recovery[0]!)
  await button(lost, '验证并登录').click()
  await expect(lost.getByRole('heading', { level: 1, name: '概览' })).toBeVisible()

  await lost.goto('/account/security')
  await button(lost, '关闭').click()
  const off = lost.getByRole('dialog', { name: '关闭两步验证' })
  await off.getByLabel('两步验证码或恢复码').fill(recovery[0]!)
  await button(lost, '关闭').last().click()
  await expect(off.getByLabel('两步验证码或恢复码')).toHaveAccessibleDescription(/两步验证码错误/)
  await off.getByLabel('两步验证码或恢复码').fill(recovery[1]!)
  await button(lost, '关闭').last().click()
  await expect(lost.getByText('关闭成功')).toBeVisible()
  await expect(lost.getByText('未开启')).toBeVisible()
})

test('a session that is ended from another browser is signed out at once, and the other session stays', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner()
  const other = await signedIn(owner, {
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Mobile/15E148 Safari/604.1',
  })
  await other.goto('/dashboard')
  await expect(other.getByRole('heading', { level: 1, name: '概览' })).toBeVisible()
  const page = await signedIn(owner)
  await page.goto('/account/security')
  const devices = page.getByRole('list', { name: '登录设备' }).getByRole('listitem')
  await expect(devices).toHaveCount(2)
  await expect(devices.filter({ hasText: '此设备' })).toHaveCount(1)
  const theirs = devices.filter({ hasText: 'Safari' })
  await theirs.getByRole('button', { name: /^退出此设备/ }).click()
  await page.getByRole('dialog', { name: '退出此设备' }).getByRole('button', { name: '退出此设备', exact: true }).click()
  await expect(page.getByText('已退出该设备')).toBeVisible()
  await expect(devices).toHaveCount(1)
  await expect(other).toHaveURL(/\/login/)
  await page.reload()
  await expect(page.getByRole('heading', { name: '登录方式', exact: true })).toBeVisible()
})
