import type { Page } from '@playwright/test'
import { tabTo } from './keyboard.ts'
import { awaitLetter, texted } from './outbox.ts'
import { SignInPage } from './sessions.ts'
import { expect, test } from './test.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const press = async (page: Page, name: string, key = 'Enter') => {
  await tabTo(page, button(page, name))
  await page.keyboard.press(key)
}
const type = async (page: Page, label: string, text: string) => {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.type(text)
}

/** Requests a code with the keyboard and types it; the focus moves to the field by itself. */
async function enterCode(page: Page, label: string, to: string): Promise<void> {
  const letter = await awaitLetter(page.request, to)
  await press(page, '获取验证码')
  const code = await letter.code()
  await expect(page.getByLabel(label, { exact: true })).toBeFocused()
  await expect(page.getByRole('button', { name: /^\d+ 秒后重试$/ })).toBeDisabled()
  await page.keyboard.type(code)
}

/** Proves the identity and waits for the second step. */
async function prove(page: Page, label: string, to: string): Promise<void> {
  await enterCode(page, label, to)
  await page.keyboard.press('Enter')
  await expect(button(page, '提交')).toBeVisible()
}

const email = () => `lin${Math.random().toString(36).slice(2, 10)}@example.com`

test('the password is changed with the keyboard alone, and the new one signs in', async ({ page: stranger, signedIn, accounts }) => {
  const owner = await accounts.owner({ email: email() })
  const page = await signedIn(owner)
  await page.goto('/account')
  await tabTo(page, page.getByRole('link', { name: /^账号密码/ }))
  await page.keyboard.press('Enter')
  await expect(heading(page, '修改密码')).toBeFocused()
  await prove(page, '短信验证码', texted(owner.phone!))
  await type(page, '新密码', 'Another-20260-and-more')
  // What is too long stays as it was typed, and says so.
  await expect(page.getByLabel('新密码', { exact: true })).toHaveValue('Another-20260-and-more')
  await type(page, '确认新密码', 'Another-20260-but')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('新密码', { exact: true })).toHaveAccessibleDescription(/18/)
  await expect(page.getByLabel('确认新密码', { exact: true })).toHaveAccessibleDescription(/两次输入的密码不一致/)

  await press(page, '上一步')
  await tabTo(page, page.getByRole('radio', { name: '手机验证' }))
  await page.keyboard.press('ArrowRight')
  await prove(page, '邮箱验证码', owner.email!)
  await expect(page.getByLabel('新密码', { exact: true })).toHaveValue('')
  await type(page, '新密码', 'Another-2026')
  await type(page, '确认新密码', 'Another-2026')
  await page.keyboard.press('Enter')
  await expect(heading(page, '密码修改成功')).toBeVisible()
  await press(page, '返回账号主页')
  await expect(heading(page, '账号主页')).toBeFocused()

  const form = new SignInPage(stranger)
  await stranger.goto('/login')
  await form.enter({ ...owner, password: 'Another-2026' })
  await form.submit.press('Enter')
  await expect(stranger.getByRole('heading', { level: 1, name: '概览' })).toBeVisible()
})

test('the phone is changed with the keyboard alone, and the page shows the new one', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner()
  const page = await signedIn(owner)
  await page.goto('/account/phone')
  await expect(page.getByText(`${owner.phone!.slice(0, 3)}****${owner.phone!.slice(-4)}`)).toBeVisible()
  await prove(page, '短信验证码', texted(owner.phone!))
  await type(page, '新手机号', owner.phone!)
  await press(page, '获取验证码')
  await expect(page.getByLabel('新手机号', { exact: true })).toHaveAccessibleDescription('新手机号不能与当前手机号相同')

  const another = `139${owner.phone!.slice(3)}`
  await tabTo(page, page.getByLabel('新手机号', { exact: true }))
  await page.keyboard.press('Control+A')
  await page.keyboard.type(another)
  await tabTo(page, page.getByLabel('短信验证码', { exact: true }))
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await enterCode(page, '短信验证码', texted(another))
  const reloaded = page.waitForEvent('load')
  await page.keyboard.press('Enter')
  await expect(heading(page, '手机号修改成功')).toBeVisible()
  await expect(page.getByText('其他设备上的登录已退出，即将返回账号主页')).toBeVisible()
  await reloaded
  await expect(heading(page, '账号主页')).toBeVisible()
  await expect(page.getByText(`139****${another.slice(-4)}`)).toBeVisible()
})

test('an e-mail is bound and then changed with the keyboard alone', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner()
  const [first, second] = [email(), email()]
  const page = await signedIn(owner)
  await page.goto('/account/email')
  await expect(heading(page, '绑定邮箱')).toBeVisible()
  await type(page, '邮箱', 'nobody@')
  await press(page, '获取验证码')
  await expect(page.getByLabel('邮箱', { exact: true })).toHaveAccessibleDescription('请输入正确的邮箱')
  await page.keyboard.press('Control+A')
  await page.keyboard.type(first)
  await enterCode(page, '邮箱验证码', first)
  const reloaded = page.waitForEvent('load')
  await page.keyboard.press('Enter')
  await expect(heading(page, '邮箱绑定成功')).toBeVisible()
  await reloaded
  await expect(heading(page, '账号主页')).toBeVisible()

  await page.goto('/account/email')
  await expect(heading(page, '修改邮箱')).toBeVisible()
  await prove(page, '短信验证码', texted(owner.phone!))
  await type(page, '新邮箱', second)
  await enterCode(page, '邮箱验证码', second)
  const again = page.waitForEvent('load')
  await page.keyboard.press('Enter')
  await expect(heading(page, '邮箱修改成功')).toBeVisible()
  await again
  await expect(heading(page, '账号主页')).toBeVisible()
  await expect(page.getByText(`${second.slice(0, 2)}***@example.com`)).toBeVisible()
})
