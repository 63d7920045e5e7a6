import { tabTo } from './keyboard.ts'
import { available, centers, create, detail, manage, member, points, press, threeMembers } from './network-form.ts'
import { callApi } from './sessions.ts'
import { expect, test } from './test.ts'

test('a network is built with the keyboard alone', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ hardware: 5, software: 2 })
  const page = await signedIn(owner)
  await page.goto('/network/lists')
  await expect(page.getByText('还没有组网')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: '创建组网' }).first())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: '组网名称' })).toBeVisible()
  await expect(available(page).getByRole('checkbox').first()).toBeVisible()
  await tabTo(page, page.getByRole('textbox', { name: '组网名称' }))
  await page.keyboard.type('华东生产网')
  const names = await available(page)
    .getByRole('checkbox')
    .evaluateAll((all) => all.map((box) => box.closest('label')?.innerText ?? ''))
  const [hub, first, second] = names.map((text) => text.split('\n')[0]!)

  await tabTo(page, member(page, hub!))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: '加入中心' }))
  await page.keyboard.press('Enter')
  await expect(centers(page).getByText(hub!)).toBeVisible()

  await page.keyboard.press('Shift+Tab')
  await expect(available(page).getByRole('checkbox', { name: first! })).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(available(page).getByRole('checkbox', { name: second! })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText('已选 2 项')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: '加入分支' }))
  await page.keyboard.press('Enter')
  await expect(points(page).getByRole('listitem')).toHaveCount(2)

  // A list is one Tab stop; the arrow keys move between its rows.
  await tabTo(page, page.getByRole('button', { name: `移出 ${first}` }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('button', { name: `移出 ${second}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(points(page).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByText('已用成员 2 / 10')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: '创建', exact: true }))
  await page.keyboard.press('Enter')
  await expect(detail(page, '华东生产网')).toBeFocused()
  await expect(page).toHaveURL(/\/network\/detail\?network_number=\d{10}$/)
})

test('unsaved input is not discarded without a confirmation', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ hardware: 1 })
  const page = await signedIn(owner)
  await create(page)
  await page.keyboard.type('半成品')
  const question = page.getByRole('dialog', { name: '放弃未保存的修改？' })
  await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '概览' }).click()
  await question.getByRole('button', { name: '继续编辑' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByLabel('组网名称')).toHaveValue('半成品')

  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => location.reload()))
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await expect(page.getByLabel('组网名称')).toHaveValue('半成品')

  await press(page, '取消')
  await question.getByRole('button', { name: '放弃' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '组网列表' })).toBeFocused()
})

test('managing members removes, adds and renames in one save, and asks before it disconnects members', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ hardware: 4 })
  const page = await signedIn(owner)
  const number = await threeMembers(owner, page)
  await manage(page, number)
  await expect(page).toHaveTitle(/^总部—门店 - 管理成员 - /)
  await press(page, `移出 ${owner.names[owner.hardware[1]!]}`)
  await expect(available(page).getByText('待移出')).toBeVisible()
  await member(page, owner.hardware[3]!).check()
  await press(page, '加入分支')
  await expect(points(page).getByText('新加入')).toBeVisible()
  await page.getByLabel('组网名称').fill('华东网')
  await press(page, '保存')
  const question = page.getByRole('dialog', { name: '移出成员' })
  await expect(question.getByText(/^将移出 .+，移出后立即断开/)).toBeVisible()
  await expect(question.getByRole('button', { name: '取消' })).toBeFocused()
  await question.getByRole('button', { name: '移出' }).click()
  await expect(detail(page, '华东网')).toBeVisible()
  const { member: kept } = await callApi<{ member: { router_name: string }[] }>(page, `network/info?network_number=${number}`)
  expect(kept.map(({ router_name }) => router_name).toSorted()).toEqual(
    [owner.hardware[0]!, owner.hardware[2]!, owner.hardware[3]!].toSorted(),
  )
})
