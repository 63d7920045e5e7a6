import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { NetworkProgress } from '@weft/contract'
import { countClicks } from './clicks.ts'
import { startFleet } from './server.ts'
import { callApi, createNetwork } from './sessions.ts'
import { paste } from './sheets.ts'
import { expect, test } from './test.ts'

const NAME = '总部—门店'

test('a network of a hub and ten branches takes at most twelve clicks', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ hardware: 11, services: { network_member: 20 } })
  const page = await signedIn(owner)
  const clicks = await countClicks(page)
  const [hub, ...branches] = owner.hardware as [string, ...string[]]
  await page.goto('/dashboard')
  await page
    .getByRole('link', { name: '创建组网' })
    .or(page.getByRole('button', { name: '创建组网' }))
    .first()
    .click()
  await expect(page.getByRole('textbox', { name: '组网名称' })).toBeFocused()
  await page.keyboard.type(NAME)
  await page.getByRole('list', { name: '可选成员' }).getByRole('checkbox', { name: hub }).click()
  await page.getByRole('button', { name: '加入中心' }).click()
  await page.getByRole('button', { name: '创建', exact: true }).click()
  await page.getByRole('button', { name: '添加分支' }).first().click()
  const drawer = page.getByRole('dialog', { name: /^批量添加分支/ })
  await expect(drawer.getByLabel('粘贴内容')).toBeFocused()
  const rows = branches.map((name, i) => `门店${i + 1}\t${name}\t192.168.${60 + i}.0/24\t全部`)
  await paste(page, ['站点名称\t序列号\t内网网段\t接入中心', ...rows].join('\n'))
  await drawer.getByRole('button', { name: '添加 10 个分支' }).click()
  await expect(drawer).toHaveCount(0)
  await expect(page.getByText('成员 11')).toBeVisible()
  expect(clicks()).toBeGreaterThan(0)
  expect(clicks()).toBeLessThanOrEqual(12)
  const number = new URL(page.url()).searchParams.get('network_number')
  const prefixes = await callApi<{ note: string; ip: string }[]>(page, `network/prefix?network_number=${number}`)
  expect(prefixes.map(({ note, ip }) => `${note} ${ip}`).toSorted()).toContain('门店1 192.168.60.0')
  expect(prefixes).toHaveLength(10)
})

/** Opens the page of a member from the overview, by typing its name into the palette: one press of Enter. */
async function openByPalette(page: Page, router_name: string, name: string): Promise<void> {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type(name)
  // Enter opens the line that is marked, which is one moment after it is drawn.
  await expect(page.getByRole('option', { name: new RegExp(router_name), selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
}

test('why a branch was down yesterday takes at most three clicks', async ({ signedIn, accounts, tolerated }) => {
  // The chart that the page opens with is left before its socket is open.
  tolerated.push(/WebSocket is closed before the connection is established/)
  const owner = await accounts.owner({ hardware: 3 })
  const [hub, branch, other] = owner.hardware as [string, string, string]
  const page = await signedIn(owner)
  await createNetwork(page, NAME, { center: [hub], point: [branch, other] })
  await accounts.connect(owner, { lost: other })
  await accounts.outage(owner, branch, { hours: 24, minutes: 42 })
  const clicks = await countClicks(page)
  await openByPalette(page, branch, owner.names[branch]!)
  await expect(page.getByRole('heading', { level: 1, name: owner.names[branch]! })).toBeVisible()
  await page.getByRole('tab', { name: '中断记录' }).click()
  const outage = page.getByRole('tabpanel').getByRole('row').filter({ hasText: '失联' })
  await expect(outage).toContainText('断电或上网线路中断的可能性最大')
  await expect(outage).toContainText('42 分')
  expect(clicks()).toBeGreaterThan(0)
  expect(clicks()).toBeLessThanOrEqual(3)
})

test('changing the LAN prefix of a branch and undoing it takes at most six clicks, while a real agent applies both', async ({
  signedIn,
  accounts,
  server,
  tolerated,
}) => {
  tolerated.push(/WebSocket is closed before the connection is established/)
  const owner = await accounts.owner({ hardware: 2 })
  const [branch, hub] = owner.hardware as [string, string]
  const page = await signedIn(owner)
  const network_number = await createNetwork(page, NAME, { center: [hub], point: [branch] })
  const prefixes = () => callApi<{ ip: string }[]>(page, `network/prefix?network_number=${network_number}`)
  const folder = mkdtempSync(path.join(tmpdir(), 'weft-e2e-jobs-'))
  const file = path.join(folder, 'fleet.jsonl')
  writeFileSync(file, `${await accounts.fleetMember(owner)}\n`, { mode: 0o600 })
  const fleet = startFleet(server, file, {})
  try {
    await callApi(page, 'network/edit_prefix', { network_number, router_name: branch, prefix: [{ ip: '10.77.0.0', mask: 16 }] })
    const progress = () => callApi<NetworkProgress>(page, `network/progress?network_number=${network_number}`)
    await expect.poll(async () => (await progress()).counts, { timeout: 180_000 }).toMatchObject({ applied: 1, pending: 0 })

    const clicks = await countClicks(page)
    await openByPalette(page, branch, owner.names[branch]!)
    await page.getByRole('tab', { name: '配置' }).click()
    await page.getByRole('link', { name: '路由前缀' }).first().click()
    const drawer = page.locator('.ant-drawer-content-wrapper')
    await drawer.getByLabel('网络号').first().click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('10.78.0.0')
    await drawer.getByRole('button', { name: '保存' }).click()
    const card = page.getByRole('region', { name: `配置下发进度：${NAME}` })
    // Until the save is answered, the card still shows the revision before it.
    await expect(card.filter({ hasText: '版本 3' }).getByRole('heading', { name: /^已生效/ })).toBeVisible()
    expect(await prefixes()).toMatchObject([{ ip: '10.78.0.0' }])
    await card.getByRole('button', { name: '撤销' }).click()
    await expect(card.getByRole('heading', { name: /^已撤销/ })).toBeVisible()
    expect(clicks()).toBeGreaterThan(0)
    expect(clicks()).toBeLessThanOrEqual(6)
    expect(await prefixes()).toMatchObject([{ ip: '10.77.0.0' }])
    await expect.poll(async () => (await progress()).counts).toMatchObject({ applied: 1, pending: 0 })
  } finally {
    await fleet.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
