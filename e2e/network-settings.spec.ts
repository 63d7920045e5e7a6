import { aNetwork, drawer, info, openPanel, press, saved } from './network-panels.ts'
import { createNetwork } from './sessions.ts'
import { expect, test } from './test.ts'

test('a segment that another network uses is refused during typing, and a free one is offered', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ hardware: 5, services: { network_center: 1, network_member: 5 } })
  const page = await signedIn(owner)
  const { network_number, one } = await aNetwork(page, owner)
  const fifth = owner.hardware[4]!
  const other = await createNetwork(page, 'ERP 专网', { center: [fifth] })
  const { gateway } = (await info(page, other)).member[0]!
  const { gateway: theirs, mask } = gateway!.router

  await openPanel(page, network_number, 'center_segments', one)
  await drawer(page).getByLabel('网段', { exact: true }).first().fill(theirs)
  await expect(drawer(page).getByText(`与组网「ERP 专网」中心 ${fifth} 的硬件互联网段的 ${theirs}/${mask} 重叠`)).toBeVisible()
  await drawer(page)
    .getByRole('button', { name: /^使用空闲网段/ })
    .click()
  await press(page, '保存')
  await saved(page)
})

test('a panel, a filter or a tab that writes the address leaves the page where it is scrolled', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ hardware: 4, services: { network_center: 1 } })
  const page = await signedIn(owner, { viewport: { width: 1280, height: 480 } })
  const { network_number, point } = await aNetwork(page, owner)
  const scrolled = () => page.evaluate(() => Math.round(scrollY))

  await page.goto(`/network/detail?network_number=${network_number}&tab=settings`)
  const dns = page.getByRole('button', { name: /DNS$/ }).first()
  await dns.scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollTo(0, Math.max(200, scrollY)))
  const before = await scrolled()
  expect(before).toBeGreaterThan(0)
  await dns.click()
  await expect(page).toHaveURL(/panel=dns/)
  await press(page, '取消')
  await expect(drawer(page)).toHaveCount(0)
  expect(await scrolled()).toBe(before)

  await page.goto(`/router/detail?router_name=${point}&tab=device`)
  const tab = page.getByRole('tab', { name: '连接记录' })
  await tab.scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollTo(0, Math.max(100, scrollY)))
  await tab.click()
  await expect(page).toHaveURL(/tab=records/)
  await expect(page.getByText('暂无连接记录')).toBeVisible()
  expect(await scrolled()).toBeGreaterThan(0)
})
