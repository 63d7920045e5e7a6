import type { Page } from '@playwright/test'
import { TOTP_TRIES } from '@weft/contract'
import { Secret, TOTP } from 'otpauth'
import type { Login } from './accounts.ts'
import { proveIdentity } from './identity.ts'
import { tabTo } from './keyboard.ts'
import { callApi, SignInPage } from './sessions.ts'
import { expect, test } from './test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const field = (page: Page) => page.getByLabel('两步验证码', { exact: true })

/** Returns the authenticator's code; one step later for a code that was not used yet. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Turns the second factor on. @returns the secret of the authenticator */
async function protect(page: Page, who: Login): Promise<string> {
  await page.goto('/dashboard')
  await proveIdentity(page, who)
  const { secret } = await callApi<{ secret: string }>(page, 'account/totp_setup', {})
  await callApi(page, 'account/totp_enable', { code: codeOf(secret) })
  return secret
}

/** Completes the first step of a sign-in: name, password and picture. */
async function enterPassword(page: Page, who: Login): Promise<void> {
  const form = new SignInPage(page)
  await page.goto('/login')
  if (who.ram) await page.getByRole('link', { name: '子账号登录' }).click()
  await form.enter(who)
  await form.code.press('Enter')
  await expect(field(page)).toBeFocused()
}

test('a sub-account with a second factor reaches the requested page with the keyboard alone', async ({ page, signedIn, accounts }) => {
  const colleague = await accounts.colleague(await accounts.owner())
  const secret = await protect(await signedIn(colleague), colleague)
  const form = new SignInPage(page)
  await page.goto('/network/lists')
  await page.reload()
  await expect(form.name).toBeFocused()
  const picture = await form.readPicture()
  await tabTo(page, page.getByRole('link', { name: '子账号登录' }))
  await page.keyboard.press('Enter')
  await tabTo(page, form.name)
  await page.keyboard.type(colleague.username)
  await tabTo(page, form.password)
  await page.keyboard.type(colleague.password)
  await tabTo(page, form.code)
  await page.keyboard.type(picture)
  await page.keyboard.press('Enter')
  await expect(heading(page, '两步验证')).toBeVisible()
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('000000')
  await expect(field(page)).toHaveAccessibleDescription('两步验证码错误')
  await expect(field(page)).toHaveValue('')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(codeOf(secret, 1))
  await expect(heading(page, '组网列表')).toBeVisible()
})

test('wrong codes end the second step, and the password is asked for again', async ({ page, signedIn, accounts }) => {
  const owner = await accounts.owner()
  await protect(await signedIn(owner), owner)
  await enterPassword(page, owner)
  for (let wrong = 1; wrong <= TOTP_TRIES; wrong += 1) {
    const answered = page.waitForResponse(/login\/totp$/)
    await field(page).fill('000000')
    await answered
    await expect(field(page)).toHaveValue('')
  }
  await field(page).fill('000000')
  await expect(heading(page, '登录')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: '两步验证已超时，请重新登录' }).first()).toBeVisible()
  await expect(new SignInPage(page).name).toHaveValue(owner.username)
})

test('a user goes back from the second step to sign in with another name', async ({ page, signedIn, accounts }) => {
  const colleague = await accounts.colleague(await accounts.owner())
  await protect(await signedIn(colleague), colleague)
  await enterPassword(page, colleague)
  await page.getByRole('button', { name: '返回' }).click()
  await expect(page.getByLabel('子账号用户名')).toHaveValue(colleague.username)
  await expect(new SignInPage(page).password).toHaveValue('')
})
