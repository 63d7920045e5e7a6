import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Accounts, Owner } from './accounts.ts'
import { expectAccessible, looks, settled } from './axe.ts'
import { tabTo } from './keyboard.ts'
import { createNetwork } from './sessions.ts'
import { expect, test } from './test.ts'

const canvas = (page: Page) => page.getByRole('application', { name: '拓扑图' })
const node = (page: Page, name: string | RegExp) => canvas(page).getByRole('button', { name })
const inspector = (page: Page) => page.getByRole('complementary', { name: /^成员信息/ })

/** Opens the page of an owner's network with one center and the given number of branches. */
async function withBranches(
  accounts: Accounts,
  signedIn: (who: Owner, options?: object) => Promise<Page>,
  branches: number,
  options?: object,
) {
  const owner = await accounts.owner({ hardware: branches + 1, services: { network_member: branches + 1, quagga: 1, default_route: 1 } })
  const page = await signedIn(owner, options)
  const number = await createNetwork(page, '总部 <A&B>', { center: owner.hardware.slice(0, 1), point: owner.hardware.slice(1) })
  await settled(page, `/network/detail?network_number=${number}&look=topology`, '总部 <A&B>')
  await expect(node(page, /^中心/)).toBeVisible()
  return { owner, page, number }
}

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

test('a group opens in place, the arrow keys move through its members, and Escape closes it', async ({ signedIn, accounts }) => {
  const { page, owner } = await withBranches(accounts, signedIn, 30)
  const group = node(page, /^分组 上海/)
  await expect(group).toHaveAttribute('aria-expanded', 'false')
  await tabTo(page, group)
  await page.keyboard.press('Space')
  await expect(group).toHaveAttribute('aria-expanded', 'true')
  const chips = canvas(page)
    .getByRole('list', { name: /^上海.*的成员$/ })
    .getByRole('button')
  await expect(chips).toHaveCount(4)
  await page.keyboard.press('Tab')
  await expect(chips.first()).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(chips.nth(1)).toBeFocused()
  await page.keyboard.press('End')
  await expect(chips.last()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(group).toHaveAttribute('aria-expanded', 'false')
  await expect(group).toBeFocused()

  const locate = page.getByRole('combobox', { name: '定位成员' })
  await locate.fill('店')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '个成员符合' })).toBeAttached()
  await expect(locate).toHaveAttribute('aria-expanded', 'true')
  await locate.fill(owner.hardware[5]!)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`node=${owner.hardware[5]}`))
  await expect(canvas(page).getByRole('button', { pressed: true })).toBeInViewport()
})

test('a member leads to the overview of all segments', async ({ signedIn, accounts }) => {
  const { page } = await withBranches(accounts, signedIn, 3)
  await node(page, /^中心/).click()
  await inspector(page).getByRole('button', { name: '网段总览' }).click()
  await expect(page.getByRole('region', { name: '网段总览' })).toBeInViewport()
})

test('filters, grouping and the list show the same members', async ({ signedIn, accounts }) => {
  const { page } = await withBranches(accounts, signedIn, 30)
  await page.getByRole('combobox', { name: '分组方式' }).click()
  await page.getByTitle('不分组').click()
  await expect(node(page, /^分支/)).toHaveCount(30)
  await page.getByRole('combobox', { name: '状态' }).click()
  await page.getByTitle('在线', { exact: true }).click()
  await expect(node(page, /^分支/)).toHaveCount(0)
  await expect(node(page, /^中心/)).toBeVisible()
  await expect(page).toHaveURL(/group=none&show=online/)
  await page.getByRole('combobox', { name: '状态' }).click()
  await page.getByTitle('离线', { exact: true }).click()
  await expect(node(page, /^分支/)).toHaveCount(30)
  await page.getByText('列表', { exact: true }).click()
  await expect(page.getByRole('row')).toHaveCount(21)
  await page.getByRole('row').nth(1).getByRole('button', { name: '杭州店1' }).click()
  await expect(inspector(page)).toBeVisible()
})

test('the drawing is saved as a picture named after the network', async ({ signedIn, accounts }) => {
  const { page } = await withBranches(accounts, signedIn, 3)
  const save = async (format: string) => {
    await page.getByRole('button', { name: '导出', exact: true }).click()
    const waiting = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: format }).click()
    const download = await waiting
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
  }
  const svg = await save('SVG')
  expect(svg.name).toMatch(/^总部 A&B_拓扑图_\d{8}-\d{4}\.svg$/)
  const drawn = svg.content.toString()
  expect(drawn).toContain('总部 &lt;A&amp;B&gt;')
  expect(await page.evaluate((text) => new DOMParser().parseFromString(text, 'image/svg+xml').querySelectorAll('path').length, drawn)).toBe(
    3,
  )
  const png = await save('PNG')
  expect(png.name).toMatch(/\.png$/)
  expect(png.content.subarray(1, 4).toString()).toBe('PNG')
  expect(png.content.length).toBeGreaterThan(5000)
})

test('the header exports the current view of the drawing from every tab', async ({ signedIn, accounts }) => {
  const { page } = await withBranches(accounts, signedIn, 30)
  /** Returns width and height of the exported picture. */
  const sizeOf = async (open: string, choose: string) => {
    await page.getByRole('button', { name: open, exact: true }).click()
    const waiting = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: choose }).click()
    const png = await readFile(await (await waiting).path())
    return [png.readUInt32BE(16), png.readUInt32BE(20)]
  }
  const grouped = await sizeOf('更多操作', '导出拓扑图')
  await node(page, /^分组 上海/).press('Space')
  const opened = await sizeOf('导出', 'PNG')
  expect(opened).not.toEqual(grouped)
  expect(await sizeOf('更多操作', '导出拓扑图')).toEqual(opened)
  await page.getByRole('tab', { name: /^成员/ }).click()
  expect(await sizeOf('更多操作', '导出拓扑图')).toEqual(opened)
})

test('at 390 px the inspector covers the page and nothing is wider than the screen', async ({ signedIn, accounts }) => {
  const { page } = await withBranches(accounts, signedIn, 3, { viewport: { width: 390, height: 844 } })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await node(page, /^中心/).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('link', { name: /查看成员详情/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(page).not.toHaveURL(/node=/)
})

for (const { name, options } of looks)
  test(`the topology is accessible: ${name}`, async ({ signedIn, accounts }) => {
    const { page, number, owner } = await withBranches(accounts, signedIn, 30, options)
    await expectAccessible(page, 'groups')
    await node(page, /^分组 上海/).press('Enter')
    await expectAccessible(page, 'an open group')
    await settled(page, `/network/detail?network_number=${number}&look=topology&node=${owner.hardware[0]}`, '总部 <A&B>')
    await expect(page.getByRole('link', { name: /查看成员详情/ })).toBeVisible()
    await expectAccessible(page, 'a member')
    await settled(page, `/network/detail?network_number=${number}&look=list`, '总部 <A&B>')
    await expectAccessible(page, 'the list')
  })
