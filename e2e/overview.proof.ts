import type { Page } from '@playwright/test'
import { contract } from '@weft/contract'
import { failing, holding, liveConnection } from './failures.ts'
import { picture } from './picture.ts'
import { createNetwork } from './sessions.ts'
import { expect, test } from './test.ts'

test('the overview begins with three steps, says that all is well, and what it does not know yet or cannot know', async ({
  signedIn,
  accounts,
}) => {
  const owner = await accounts.owner({ hardware: 4 })
  const page = await signedIn(owner)
  const cut = await liveConnection(page)
  const title = page.getByRole('heading', { level: 1 })
  await page.goto('/dashboard')
  await expect(title).toHaveText(/把第一张组网织起来/)
  await picture(page, 'overview-first')

  const [center, ...points] = owner.hardware as [string, ...string[]]
  await createNetwork(page, '总部—门店', { center: [center], point: points })
  await accounts.connect(owner, { lost: '' })
  const known = await holding(page, contract.verdict.read.path)
  await page.reload()
  await expect(page.getByRole('status', { name: '正在加载', exact: true })).toBeVisible()
  await expect(title).toHaveText('概览')
  await picture(page, 'overview-loading')
  known()
  await expect(title).toHaveText(/一切正常/)
  await picture(page, 'overview-ok')

  await accounts.connect(owner, { lost: points[0]! })
  const reader = await signedIn(await accounts.colleague(owner))
  await reader.goto('/dashboard')
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(/1 处需要处理/)
  await expect(reader.getByText('只读', { exact: true })).toBeVisible()
  await expect(reader.getByRole('button', { name: '添加分支' })).toHaveCount(0)
  await picture(reader, 'overview-noperm')

  const mended = await failing(page, contract.networkRevisions.recent.path)
  await page.reload()
  await expect(page.getByRole('region', { name: '最近变更' }).getByRole('button', { name: '重试' })).toBeVisible()
  await expect(title).toHaveText(/1 处需要处理/)
  await picture(page, 'overview-card-error')
  await mended()
  await failing(page, contract.verdict.read.path)
  await page.reload()
  await expect(page.getByRole('alert').getByText('概览加载失败')).toBeVisible()
  await expect(page.getByText(/错误编号 TEST000001/)).toBeVisible()
  await picture(page, 'overview-error')
  await page.unrouteAll()
  await page.reload()
  await expect(title).toHaveText(/1 处需要处理/)
  await cut(page.getByText(/^实时连接已断开，以下是 .* 的状态/))
  await picture(page, 'overview-stale')
})

test('a thousand sites fit in the overview and in the loom', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ hardware: 1001, services: { network_member: 1100 } })
  const page = await signedIn(owner)
  const [center, ...points] = owner.hardware as [string, ...string[]]
  await createNetwork(page, '总部—门店', { center: [center], point: points })
  await accounts.connect(owner, { lost: points[400]!, broken: points[700]! })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/2 处需要处理/)
  await expect(page.getByText(/1,?001 个站点中/)).toBeVisible()
  await picture(page, 'overview-1000')

  await page
    .getByRole('link', { name: /总部—门店/ })
    .first()
    .click()
  const loom = page.getByRole('treegrid')
  // The head, a head for each of 需要处理, 中心 and the group, and all sites: few of them are in the document.
  await expect(loom).toHaveAttribute('aria-rowcount', '1005')
  await expect(loom.getByRole('row').nth(2)).toContainText(points[400]!)
  await expect(loom.getByRole('row').nth(3)).toContainText(points[700]!)
  expect(await loom.getByRole('row').count()).toBeLessThan(60)
  await picture(page, 'loom-1000')
})

/** Records the places, in pixels from the top of the document, at which the shortcuts of the overview are shown. @returns reads them */
async function placesOfShortcuts(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const places = new Set<number>()
    Object.assign(window, { places })
    const look = () => {
      const shortcuts = document.querySelector('nav[aria-label="快捷入口"]')
      if (shortcuts) places.add(Math.round(shortcuts.getBoundingClientRect().top + window.scrollY))
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  return () => page.evaluate(() => [...(window as unknown as { places: Set<number> }).places])
}

// A link that moves between the press and the release of a button is not clicked.
for (const connected of [false, true])
  test(`the shortcuts of the overview keep their place while the rest comes in: ${connected ? 'networks' : 'first steps'}`, async ({
    signedIn,
    accounts,
  }) => {
    const owner = await accounts.owner({ hardware: 4 })
    const page = await signedIn(owner)
    const [center, first, ...others] = owner.hardware as [string, string, ...string[]]
    await createNetwork(page, '总部—门店', { center: [center], point: [first] })
    await createNetwork(page, '备用', { point: others })
    if (connected) await accounts.connect(owner, { lost: first })
    const places = await placesOfShortcuts(page)
    const releases = await Promise.all(
      [contract.networkRevisions.recent, contract.traffic.networks, contract.network.select, contract.router.list].map(({ path }) =>
        holding(page, path),
      ),
    )
    await page.route(/\/assets\/FirstRun-/, async (route) => {
      await new Promise((later) => setTimeout(later, 500))
      await route.continue()
    })
    await page.goto('/dashboard')
    await expect(page.getByRole('navigation', { name: '快捷入口' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(connected ? /1 处需要处理/ : /把第一张组网织起来/)
    for (const release of releases) release()
    await expect(connected ? page.getByText('创建组网').first() : page.getByText(/台硬件/)).toBeVisible()
    expect(await places()).toHaveLength(1)
  })
