import { tabTo } from './keyboard.ts'
import { texted } from './outbox.ts'
import { SignInPage } from './sessions.ts'
import { expect, test } from './test.ts'
import { email, home, heading, press, prove, type } from './wizard-steps.ts'

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
  await expect(home(page)).toBeFocused()

  const form = new SignInPage(stranger)
  await stranger.goto('/login')
  await form.enter({ ...owner, password: 'Another-2026' })
  await form.submit.press('Enter')
  await expect(stranger.getByRole('heading', { level: 1, name: '概览' })).toBeVisible()
})
