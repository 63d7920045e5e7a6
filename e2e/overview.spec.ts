import { expectAccessible, looks } from './axe.ts'
import { picture } from './picture.ts'
import { createNetwork } from './sessions.ts'
import { expect, test } from './test.ts'

for (const { name, options } of looks)
  test(`the overview says what is wrong, and leads to it: ${name}`, async ({ signedIn, accounts }) => {
    const owner = await accounts.owner({ hardware: 4 })
    const [center, ...points] = owner.hardware as [string, ...string[]]
    const page = await signedIn(owner, options)
    const network_number = await createNetwork(page, '总部—门店', { center: [center], point: points })
    await accounts.connect(owner, { lost: points[0]! })

    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('概览：1 处需要处理')
    const problems = page.getByRole('region', { name: '需要处理' })
    await expect(problems.getByRole('listitem').first()).toContainText('上海店2')
    const card = page.getByRole('region', { name: '组网', exact: true }).getByRole('link', { name: /总部—门店/ })
    await expect(card).toContainText('1 处')
    await expect(page.getByRole('region', { name: '最近变更' })).toContainText('创建组网')
    if (name.startsWith('1440')) await picture(page, 'overview')
    const traffic = page.getByRole('region', { name: '24 小时流量' })
    await traffic.scrollIntoViewIfNeeded()
    await expect(traffic.getByRole('img')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    await expectAccessible(page, 'overview')

    await card.click()
    await expect(page).toHaveURL(new RegExp(`network_number=${network_number}`))
    await page.goBack()
    await problems.getByRole('link', { name: /^查看排查步骤/ }).click()
    await expect(page).toHaveURL(new RegExp(`/router/detail\\?router_name=${points[0]}`))
  })
