import { readFile } from 'node:fs/promises'
import { tabTo } from './keyboard.ts'
import { expect, test } from './test.ts'
import { canvas, inspector, node, withBranches } from './topology.ts'

test('a member leads to the overview of all segments', async ({ signedIn, accounts }) => {
  const { page } = await withBranches(accounts, signedIn, 3)
  await node(page, /^中心/).click()
  await inspector(page).getByRole('button', { name: '网段总览' }).click()
  await expect(page.getByText('下一个空闲的 /24：')).toBeVisible()
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
  await expect(page.getByRole('row')).toHaveCount(11)
  await page.getByRole('row').nth(1).getByRole('button', { name: '杭州店1' }).click()
  await expect(inspector(page)).toBeVisible()
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
