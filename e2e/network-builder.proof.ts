import type { Page } from '@playwright/test'
import type { Owner } from './accounts.ts'
import { available, centers, create, detail, member, points, press } from './network-form.ts'
import { createNetwork } from './sessions.ts'
import { expect, test } from './test.ts'

const manage = async (page: Page, network_number: string) => {
  await page.goto(`/network/edit?network_number=${network_number}`)
  await expect(available(page)).toBeVisible()
}

async function threeMembers(owner: Owner, page: Page): Promise<string> {
  const [hub, ...branches] = owner.hardware
  return createNetwork(page, '总部—门店', { center: [hub!], point: branches.slice(0, 2) })
}

test('limits are shown where they are reached, without a call to the server', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ hardware: 12, software: 1 })
  const page = await signedIn(owner)
  const posted: string[] = []
  page.on('request', (request) => request.url().includes('network/create') && request.method() === 'POST' && posted.push(request.url()))
  await create(page)
  await press(page, '创建')
  await expect(page.getByLabel('组网名称')).toHaveAccessibleDescription('请输入组网名称')
  await expect(page.getByLabel('组网名称')).toBeFocused()
  await page.keyboard.type('𠮷'.repeat(30))
  await expect(page.getByText('24 / 24')).toBeVisible()
  await press(page, '创建')
  await expect(page.getByText('请至少添加一个成员').first()).toBeVisible()

  await member(page, owner.hardware[0]!).check()
  await member(page, owner.hardware[1]!).check()
  await press(page, '加入中心')
  await expect(centers(page).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByText('中心最多支持 1 个').first()).toBeVisible()

  await page.getByRole('tab', { name: '软件成员' }).click()
  await member(page, owner.software[0]!).check()
  await expect(page.getByRole('button', { name: '加入中心' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: '加入中心' }).hover()
  await expect(page.getByRole('tooltip', { name: '软件成员不能作为中心' })).toBeVisible()
  await press(page, '加入分支')
  await expect(points(page).getByText(owner.software[0]!)).toBeVisible()

  await page.getByRole('tab', { name: '硬件成员' }).click()
  await page.getByRole('checkbox', { name: /^全选/ }).check()
  await press(page, '加入分支')
  await expect(page.getByText('成员名额已满（10/10），请申请扩容').first()).toBeVisible()
  await expect(page.getByText('已用成员 10 / 10')).toBeVisible()
  expect(posted).toEqual([])
})

test('a taken name keeps everything that was filled in, and the name gets the focus', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ hardware: 2 })
  const page = await signedIn(owner)
  await createNetwork(page, '一号网', { point: owner.hardware.slice(0, 1) })
  await create(page)
  await page.keyboard.type('一号网')
  await member(page, owner.hardware[1]!).check()
  await press(page, '加入中心')
  await press(page, '创建')
  const name = page.getByLabel('组网名称')
  await expect(page.getByText('组网名称已存在').first()).toBeVisible()
  await expect(name).toHaveAccessibleDescription('组网名称已存在')
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('一号网')
  await expect(centers(page).getByText(owner.hardware[1]!)).toBeVisible()
  await name.fill('二号网')
  await expect(name).not.toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('Enter')
  await expect(detail(page, '二号网')).toBeVisible()
})

test('the later of two managers of a network is warned, loads the latest and keeps own choices', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ hardware: 5 })
  const page = await signedIn(owner)
  const number = await threeMembers(owner, page)
  const second = await page.context().newPage()
  await manage(page, number)
  await manage(second, number)

  await member(second, owner.hardware[4]!).check()
  await press(second, '加入分支')
  await member(page, owner.hardware[3]!).check()
  await press(page, '加入分支')
  await press(page, '保存')
  await expect(detail(page, '总部—门店')).toBeVisible()

  await press(second, '保存')
  await expect(second.getByText('内容已被他人修改，请刷新后重试').first()).toBeVisible()
  await expect(points(second).getByText(owner.hardware[4]!)).toBeVisible()
  await press(second, '载入最新内容并保留我的选择')
  await expect(second.getByText('已载入最新内容，您的选择已保留，请确认后重新保存')).toBeVisible()
  await expect(points(second).getByText(owner.hardware[3]!)).toBeVisible()
  await expect(points(second).getByText(owner.hardware[4]!)).toBeVisible()
  await press(second, '保存')
  await expect(detail(second, '总部—门店')).toBeVisible()
  await expect(second.getByRole('tab', { name: '成员 5' })).toBeVisible()
})
