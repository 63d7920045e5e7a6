import { stopClock } from './clock.ts'
import { tabTo } from './keyboard.ts'
import { awaitLetter, texted } from './outbox.ts'
import { button, field, newName, newPhone, PASSWORD, signIn, type, waiting } from './registration-form.ts'
import { expect, test } from './test.ts'

test('a visitor with a phone opens an account with the keyboard alone, and signs in with it', async ({ page }) => {
  const [username, phone] = [newName(), newPhone()]
  await page.clock.install()
  await page.goto('/login')
  await tabTo(page, page.getByRole('link', { name: '注册账号' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle(/^注册账号 - /)
  await type(page, '昵称', '林晓')
  await type(page, '用户名', username)
  await type(page, '手机号', phone)
  const letter = await awaitLetter(page.request, texted(phone))
  await tabTo(page, button(page, '获取验证码'))
  await page.keyboard.press('Enter')
  await expect(field(page, '短信验证码')).toBeFocused()
  await expect(waiting(page)).toBeDisabled()
  await page.keyboard.type(await letter.code())
  await type(page, '密码', PASSWORD)
  await expect(page.getByText('密码强度：较强')).toBeVisible()
  await type(page, '确认密码', PASSWORD)
  await tabTo(page, page.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await tabTo(page, button(page, '注册'))
  await stopClock(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '注册成功' })).toBeFocused()
  await page.clock.resume()
  await expect(page.getByRole('heading', { level: 1, name: '登录' })).toBeVisible()
  await signIn(page, username)
})
