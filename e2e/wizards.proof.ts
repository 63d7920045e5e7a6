import type { Page } from '@playwright/test'
import { stopClock } from './clock.ts'
import { tabTo } from './keyboard.ts'
import { texted } from './outbox.ts'
import { expect, test } from './test.ts'
import { email, home, enterCode, heading, press, prove, type } from './wizard-steps.ts'

/** Lets the clock go on, and waits until the page has left by itself. */
const reloaded = (page: Page) => Promise.all([page.waitForEvent('load'), page.clock.resume()])

test('the phone is changed with the keyboard alone, and the page shows the new one', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner()
  const page = await signedIn(owner)
  await page.clock.install()
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
  await stopClock(page)
  await page.keyboard.press('Enter')
  await expect(heading(page, '手机号修改成功')).toBeVisible()
  await expect(page.getByText('其他设备上的登录已退出，即将返回账号主页')).toBeVisible()
  await reloaded(page)
  await expect(home(page)).toBeVisible()
  await expect(page.getByText(`139****${another.slice(-4)}`, { exact: true })).toBeVisible()
})

test('an e-mail is bound and then changed with the keyboard alone', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner()
  const [first, second] = [email(), email()]
  const page = await signedIn(owner)
  await page.clock.install()
  await page.goto('/account/email')
  await expect(heading(page, '绑定邮箱')).toBeVisible()
  await type(page, '邮箱', 'nobody@')
  await press(page, '获取验证码')
  await expect(page.getByLabel('邮箱', { exact: true })).toHaveAccessibleDescription('请输入正确的邮箱')
  await page.keyboard.press('Control+A')
  await page.keyboard.type(first)
  await enterCode(page, '邮箱验证码', first)
  await stopClock(page)
  await page.keyboard.press('Enter')
  await expect(heading(page, '邮箱绑定成功')).toBeVisible()
  await reloaded(page)
  await expect(home(page)).toBeVisible()

  await page.goto('/account/email')
  await expect(heading(page, '修改邮箱')).toBeVisible()
  await prove(page, '短信验证码', texted(owner.phone!))
  await type(page, '新邮箱', second)
  await enterCode(page, '邮箱验证码', second)
  await stopClock(page)
  await page.keyboard.press('Enter')
  await expect(heading(page, '邮箱修改成功')).toBeVisible()
  await reloaded(page)
  await expect(home(page)).toBeVisible()
  await expect(page.getByText(`${second.slice(0, 2)}***@example.com`, { exact: true })).toBeVisible()
})
