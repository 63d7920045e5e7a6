import { tabTo } from './keyboard.ts'
import { expect, test } from './test.ts'
import { inspector, node, withBranches } from './topology.ts'

test('a user without a mouse goes through the drawing, opens a member and returns to it', async ({ signedIn, accounts }) => {
  const { page, owner } = await withBranches(accounts, signedIn, 3)
  const center = node(page, /^中心 杭州店1，离线，3 条链路$/)
  await tabTo(page, center)
  await page.keyboard.press('Tab')
  await expect(node(page, /^分支/).first()).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(inspector(page)).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`node=${owner.hardware[0]}`))
  await page.keyboard.press('Escape')
  await expect(inspector(page)).toHaveCount(0)
  await expect(center).toBeFocused()
  const before = await center.boundingBox()
  await page.keyboard.press('-')
  await expect.poll(async () => (await center.boundingBox())!.width).toBeLessThan(before!.width)
  await page.keyboard.press('0')
  await expect.poll(async () => (await center.boundingBox())!.width).toBeCloseTo(before!.width, 0)
})
