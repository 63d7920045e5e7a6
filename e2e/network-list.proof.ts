import type { Page } from '@playwright/test'
import { createNetwork } from './sessions.ts'
import { expect, test } from './test.ts'

const title = { level: 1, name: '组网列表' } as const
const list = (page: Page) => page.getByRole('region', { name: '组网', exact: true })
const link = (page: Page, name: string) => list(page).getByRole('link', { name, exact: true })

test('search, filters and page are in the address and survive a reload', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ hardware: 3, services: { network_member: 20 } })
  const page = await signedIn(owner)
  for (let at = 1; at <= 12; at += 1) await createNetwork(page, `门店${at}网`, { point: owner.hardware.slice(0, 1) })
  await createNetwork(page, '总部', { center: owner.hardware.slice(1, 2), point: owner.hardware.slice(2) })

  await page.goto('/network/lists')
  await expect(list(page).getByText('共 13 条')).toBeVisible()
  await expect(page.getByRole('table').getByRole('button', { name: /的更多操作$/ })).toHaveCount(10)
  await page.getByRole('navigation', { name: '分页' }).getByTitle('2').click()
  await expect(page).toHaveURL(/\?page=2$/)
  await expect(link(page, '门店1网')).toBeVisible()
  await page.reload()
  await expect(link(page, '门店1网')).toBeVisible()
  await expect(page.getByRole('table').getByRole('button', { name: /的更多操作$/ })).toHaveCount(3)

  const search = page.getByRole('searchbox', { name: '搜索组网名称或编号' })
  await search.fill('店1')
  await search.press('Enter')
  await expect(list(page).getByText('共 4 条')).toBeVisible()
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('店1')
  expect(new URL(page.url()).searchParams.has('page')).toBe(false)

  await page.getByRole('combobox', { name: '组网类型' }).click()
  await page.getByTitle('点对点').click()
  await expect.poll(() => new URL(page.url()).searchParams.get('type')).toBe('2')
  await page.reload()
  await expect(search).toHaveValue('店1')
  await expect(list(page).getByText('共 4 条')).toBeVisible()

  await page.goto('/network/lists?type=1')
  await expect(link(page, '总部')).toBeVisible()
  await expect(list(page).getByText('共 1 条')).toBeVisible()
  await page.goto('/network/lists?page=9')
  await expect(page).toHaveURL(/\?page=2$/)
  await expect(link(page, '门店1网')).toBeVisible()
})

test('a list that cannot be loaded says so and can be reloaded, and rows loaded before stay, marked as old', async ({
  signedIn,
  accounts,
}) => {
  const owner = await accounts.owner({ hardware: 1 })
  const page = await signedIn(owner)
  await createNetwork(page, '门店网', { point: owner.hardware })
  await page.route('**/api/v1/network/lists*', (route) => route.abort())
  await page.goto('/network/lists')
  await expect(list(page).getByText('加载失败')).toBeVisible()
  await expect(page.getByText('系统响应超时，请稍后再试')).toBeVisible()
  await page.unroute('**/api/v1/network/lists*')
  await list(page).getByRole('button', { name: '重试' }).click()
  await expect(link(page, '门店网')).toBeVisible()

  await page.route('**/api/v1/network/lists*', (route) => route.abort())
  // The event of another network reads the list again.
  await createNetwork(page, '总部网', { point: owner.hardware })
  await expect(list(page).getByText(/数据可能不是最新，.* 更新/)).toBeVisible()
  await expect(link(page, '门店网')).toBeVisible()
  await page.unroute('**/api/v1/network/lists*')
  await list(page).getByRole('button', { name: '重试' }).click()
  await expect(list(page).getByText(/数据可能不是最新/)).toHaveCount(0)
})

test('columns are hidden, moved and reset, and keep their settings after a reload', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ hardware: 1 })
  const page = await signedIn(owner)
  await createNetwork(page, '门店网', { point: owner.hardware })
  await page.goto('/network/lists')
  const headers = () => page.getByRole('columnheader').allInnerTexts()
  const standard = ['组网名称', '状态', '24 小时', '可用率', '在线成员', 'POP 资源', '配置', '操作']
  await expect.poll(headers).toEqual(standard)
  await page.getByRole('button', { name: '列设置' }).click()
  const panel = page.getByRole('dialog', { name: '列设置' })
  await panel.getByRole('checkbox', { name: 'POP 资源' }).uncheck()
  await panel.getByRole('button', { name: '上移 配置' }).click()
  await panel.getByRole('button', { name: '上移 配置' }).click()
  await expect(page.getByText('已移动「配置」')).toBeVisible()
  await panel.getByText('紧凑').click()
  await page.reload()
  await expect.poll(headers).toEqual(['组网名称', '状态', '24 小时', '可用率', '配置', '在线成员', '操作'])
  await page.getByRole('button', { name: '列设置' }).click()
  await panel.getByRole('button', { name: '恢复默认' }).click()
  await expect.poll(headers).toEqual(standard)
})

test('an empty list and a search without results are distinguished, each with its next step', async ({ signedIn, accounts }) => {
  const page = await signedIn(await accounts.owner({ hardware: 1 }))
  await page.goto('/network/lists?status=0')
  await expect(page.getByText('没有符合条件的组网')).toBeVisible()
  await page.getByRole('button', { name: '清空筛选' }).click()
  await expect(page.getByText('还没有组网')).toBeVisible()
  await expect(page).toHaveURL(/\/network\/lists$/)
  await list(page).getByRole('button', { name: '创建组网' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '创建组网' })).toBeVisible()
})

test('below 992 px the table becomes cards and the filters a drawer', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ hardware: 2 })
  const page = await signedIn(owner, { viewport: { width: 390, height: 844 } })
  await createNetwork(page, '门店网', { point: owner.hardware })
  await page.goto('/network/lists')
  await expect(page.getByRole('heading', title)).toBeVisible()
  const card = list(page).getByRole('listitem').filter({ hasText: '门店网' })
  await expect(card).toContainText('在线成员')
  await expect(page.getByRole('table')).toHaveCount(0)
  await page.getByRole('button', { name: '筛选' }).click()
  const drawer = page.getByRole('dialog', { name: '筛选' })
  await drawer.getByRole('combobox', { name: '状态' }).click()
  await page.getByTitle('不可用').click()
  await drawer.getByRole('button', { name: '完成' }).click()
  await expect(drawer).toBeHidden()
  await expect(page.getByText('没有符合条件的组网')).toBeVisible()
  await expect(page).toHaveURL(/\?status=0$/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
