import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from '@playwright/test'
import type { Owner } from './accounts.ts'
import { createNetwork } from './sessions.ts'
import { expect, test } from './test.ts'

const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1440, 390].map((width): { name: string; options: BrowserContextOptions } => ({
    name: `${colorScheme}, ${width} px wide`,
    options: { colorScheme, viewport: { width, height: 900 } },
  })),
)

/** Nothing that axe can find against WCAG 2.2 A and AA, or against its own good practice. In the dark only colours differ. */
async function expectAccessible(page: Page, what: string): Promise<void> {
  const axe = new AxeBuilder({ page })
  const dark = await page.evaluate(() => document.documentElement.dataset.theme === 'dark')
  const { violations, passes } = await (dark ? axe.withRules('color-contrast') : axe).analyze()
  expect(passes.length, `rules that found something to judge: ${what}`).toBeGreaterThan(dark ? 0 : 10)
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
  expect.soft(found, what).toEqual([])
}

const settled = async (page: Page, address: string, title: string) => {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

/** Opens something over the page, looks at it, and closes it again. */
async function over(page: Page, what: string, open: () => Promise<void>, shown = page.getByRole('dialog')): Promise<void> {
  await open()
  await expect(shown.first()).toBeVisible()
  await expectAccessible(page, what)
  await page.keyboard.press('Escape')
  await expect(shown).toHaveCount(0)
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

async function withNetwork(page: Page, { hardware, software }: Owner): Promise<string> {
  return createNetwork(page, '总部—门店', { center: hardware.slice(0, 1), point: [...hardware.slice(1, 4), ...software.slice(0, 1)] })
}

for (const { name, options } of looks) {
  const narrow = (options.viewport?.width ?? 0) < 992

  test(`pages for everybody are accessible: ${name}`, async ({ visitor }) => {
    const page = await (await visitor(options)).newPage()
    await settled(page, '/login', '登录')
    await expect(page.getByAltText('图形验证码图片')).toBeVisible()
    await expectAccessible(page, 'sign-in')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await expect(page.getByText('用户名不能为空').first()).toBeVisible()
    await expectAccessible(page, 'sign-in with errors')
    await settled(page, '/404/index', '页面不存在')
    await expectAccessible(page, 'unknown address')
  })

  test(`the overview and the frame are accessible: ${name}`, async ({ signedIn, accounts }) => {
    const owner = await accounts.owner({ hardware: 2 })
    const page = await signedIn(owner, options)
    await settled(page, '/dashboard', '概览')
    await expect(page.getByText('组网可用')).toBeVisible()
    await expectAccessible(page, 'overview')
    await over(page, 'palette', () => page.keyboard.press('Control+k'))
    await over(page, 'account menu', () => button(page, '林晓 的账号菜单'), page.getByRole('menu'))
    await over(page, 'theme menu', () => button(page, /^主题/), page.getByRole('menu'))
    await over(page, 'signing out', async () => {
      await button(page, '林晓 的账号菜单')
      await page.getByRole('menuitem', { name: '退出登录' }).click()
    })
    if (narrow) await over(page, 'navigation drawer', () => button(page, '打开菜单'))
    const colleague = await signedIn(await accounts.colleague(owner), options)
    await settled(colleague, '/network/create', '没有访问权限')
    await expectAccessible(colleague, 'no access')
  })

  test(`the list of networks is accessible: ${name}`, async ({ signedIn, accounts }) => {
    const owner = await accounts.owner({ hardware: 4, software: 1 })
    const page = await signedIn(owner, options)
    await settled(page, '/network/lists', '组网列表')
    await expect(page.getByText('还没有组网')).toBeVisible()
    await expectAccessible(page, 'empty list')
    await withNetwork(page, owner)
    await settled(page, '/network/lists', '组网列表')
    await expect(page.getByRole('link', { name: '总部—门店', exact: true })).toBeVisible()
    await expectAccessible(page, 'list')
    await over(page, 'renaming', () => button(page, '重命名 总部—门店'))
    await over(page, 'deleting', () => button(page, '删除'))
    await over(page, 'more of a row', () => button(page, '总部—门店 的更多操作'), page.getByRole('menu'))
    if (narrow) await over(page, 'filters', () => button(page, '筛选'))
    else await over(page, 'column settings', () => button(page, '列设置'))
  })

  test(`building and managing a network is accessible: ${name}`, async ({ signedIn, accounts }) => {
    const owner = await accounts.owner({ hardware: 8, software: 2 })
    const page = await signedIn(owner, options)
    await settled(page, '/network/create', '创建组网')
    await expect(page.getByRole('list', { name: '可选成员' }).getByRole('checkbox').first()).toBeVisible()
    await expectAccessible(page, 'creating')
    await page.getByRole('button', { name: '创建', exact: true }).click()
    await expectAccessible(page, 'creating, with an error')
    const number = await withNetwork(page, owner)
    await settled(page, `/network/edit?network_number=${number}`, '管理成员')
    await page.getByRole('button', { name: `移出 ${owner.hardware[1]}` }).click()
    await expect(page.getByText('待移出')).toBeVisible()
    await expectAccessible(page, 'managing members')
    await over(page, 'asking before members are removed', () => page.getByRole('button', { name: '保存', exact: true }).click())
  })

  test(`the page of a network is accessible: ${name}`, async ({ signedIn, accounts }) => {
    const owner = await accounts.owner({ hardware: 6, software: 1 })
    const page = await signedIn(owner, options)
    const number = await withNetwork(page, owner)
    await settled(page, `/network/detail?network_number=${number}`, '总部—门店')
    await expect(page.getByText('在线 0 / 5')).toBeVisible()
    await expectAccessible(page, 'members')
    await over(page, 'more', () => button(page, '更多'), page.getByRole('menu'))
    await over(page, 'adding a member', () => button(page, '添加成员'))
    await over(page, 'removing a member', () => button(page, `移出 ${owner.hardware[1]}`))
    await page.getByRole('tab', { name: /^链路/ }).click()
    await expect(page.getByRole('tabpanel').getByText('已断开').first()).toBeVisible()
    await expectAccessible(page, 'links')
  })
}
