import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { contract, type NetworkProgress } from '@weft/contract'
import { expectAccessible, settled } from './axe.ts'
import { failing, holding, liveConnection } from './failures.ts'
import { picture } from './picture.ts'
import { startFleet } from './server.ts'
import { callApi, createNetwork } from './sessions.ts'
import { expect, test } from './test.ts'

const NAME = '总部—门店'
const cardOf = '配置下发进度：总部—门店'

test('the palette puts a prefix into the draft, which says of each change whom it touches; and a device is measured', async ({
  signedIn,
  accounts,
  server,
}) => {
  const owner = await accounts.owner({ hardware: 2 })
  const [branch, center] = owner.hardware as [string, string]
  const name = owner.names[branch]!
  const page = await signedIn(owner)
  const network_number = await createNetwork(page, NAME, { center: [center], point: [branch] })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const field = page.getByRole('combobox', { name: '搜索或执行操作' })
  const enter = async (prefix: string) => {
    await page.keyboard.press('Control+k')
    await field.fill(`${name} 前缀`)
    await page.getByRole('option', { name: `给 ${name} 加路由前缀` }).click()
    await page.keyboard.type(prefix)
  }
  await enter('10.77.0.9/16')
  await expect(page.getByText('10.77.0.0/16 没有与其他成员重叠')).toBeVisible()
  await expect(page.getByText('1 个成员会学到这条路由')).toBeVisible()
  await expectAccessible(page, 'the effect of an action')
  await page.getByRole('option', { name: '加入草稿' }).click()
  await expect(page.getByText('已加入草稿')).toBeVisible()
  await enter('10.77.300.0/16')
  await expect(page.getByText('300 大于 255')).toBeVisible()
  await expect(page.getByRole('option', { name: /^改为空闲的/ })).toBeVisible()
  await page.keyboard.press('Escape')

  await callApi(page, 'network/draft_save', {
    network_number,
    version: 1,
    changes: [
      ...(await callApi<{ changes: object[] }>(page, `network/draft?network_number=${network_number}`)).changes,
      { call: 'ciphers', input: { ncp_ciphers: 'sm' } },
    ],
  })
  await settled(page, `/network/detail?network_number=${network_number}`, NAME)
  await page.getByRole('button', { name: '预览并应用' }).click()
  const preview = page.getByRole('dialog')
  await expect(preview.getByRole('listitem').filter({ hasText: '路由前缀' }).first()).toContainText('连接不中断')
  await expect(preview.getByRole('listitem').filter({ hasText: '加密算法' }).first()).toContainText('重建隧道，约 9 秒')
  await expectAccessible(page, 'the changes of a draft')
  await preview.getByRole('button', { name: '应用', exact: true }).click()
  const card = page.getByRole('region', { name: cardOf })
  await expect(card.getByText('版本 2 · 草稿 2 项修改')).toBeVisible()
  await expect(card.getByRole('listitem').filter({ hasText: '加密算法' })).toContainText('重建隧道，约 9 秒')
  await picture(page, 'apply-draft')

  const folder = mkdtempSync(path.join(tmpdir(), 'weft-e2e-check-'))
  const file = path.join(folder, 'fleet.jsonl')
  writeFileSync(file, `${await accounts.fleetMember(owner)}\n`, { mode: 0o600 })
  await settled(page, `/router/detail?router_name=${branch}`, name)
  await expect(page.getByRole('button', { name: '立即检测' })).toHaveCount(0)
  const fleet = startFleet(server, file, {})
  try {
    await expect
      .poll(async () => (await callApi<{ online_status: number }>(page, `router/info?router_name=${branch}`)).online_status)
      .toBe(1)
    await page.reload()
    await page.getByRole('button', { name: '立即检测' }).click()
    await expect(page.getByText('逐跳实测')).toBeVisible()
    await expect(page.getByText(/^网关 192\.168\.255\.1 · 0\.6 ms · 丢包 0%$/)).toBeVisible()
    await expectAccessible(page, 'a measured path')
  } finally {
    await fleet.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('the card says what is saved or undone, who is away, who failed, who went back, what another login changed, and what it cannot know', async ({
  signedIn,
  accounts,
}) => {
  const owner = await accounts.owner({ hardware: 4 })
  const [hub, one, two, three] = owner.hardware as [string, string, string, string]
  const page = await signedIn(owner)
  const cut = await liveConnection(page)
  const network_number = await createNetwork(page, NAME, { center: [hub], point: [one, two, three] })
  await accounts.connect(owner, { lost: three })
  const address = `/network/detail?network_number=${network_number}&tab=settings`
  const card = page.getByRole('region', { name: cardOf })
  const title = card.getByRole('heading')
  const change = (dns: string) => callApi(page, 'network/dns', { network_number, dns: [dns] })

  await settled(page, address, NAME)
  const saved = await holding(page, contract.networkSettings.ciphers.path)
  await page.getByRole('button', { name: '修改 加密算法' }).click()
  await page.getByRole('radio', { name: /^国密算法/ }).click()
  await page.getByRole('button', { name: '保存' }).first().click()
  await page.getByRole('dialog', { name: '切换加密算法' }).getByRole('button', { name: '切换' }).click()
  const saving = page.getByRole('region', { name: '配置下发进度', exact: true })
  await expect(saving.getByRole('heading')).toHaveText('正在保存…')
  await expect(saving.getByText('加密算法')).toBeVisible()
  await picture(page, 'apply-saving')
  saved()
  await expect(title).toHaveText(/^正在下发 0\/\d$/)
  await card.getByRole('button', { name: '撤销' }).click()
  await expect(title).toHaveText(/^正在撤销 0\/\d$/)
  await expect(card.getByText('恢复到版本 1')).toBeVisible()
  // There is no other center that could carry the traffic meanwhile.
  await expect(card.getByText('可以离开本页，进度会继续')).toBeVisible()
  await picture(page, 'apply-undoing')
  await card.getByRole('button', { name: '收起' }).click()
  await expect(card).toHaveCount(0)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^正在撤销 0/ })
    .click()

  await change('223.5.5.5')
  await settled(page, address, NAME)
  await expect(title).toHaveText(/^正在下发 0\/\d$/)
  await picture(page, 'apply-pushing')
  await accounts.connect({ ...owner, hardware: [hub, one, two] }, { lost: '' })
  await page.reload()
  await expect(title).toHaveText('3 个已生效，1 个离线')
  await expect(card.getByText('上线后自动下发版本 4，无需再次保存')).toBeVisible()
  await picture(page, 'apply-offline')

  await change('223.6.6.6')
  await accounts.connect({ ...owner, hardware: [hub] }, { lost: '' })
  await accounts.refuses(owner, one, 'prefix 192.168.31.0/24 overlaps 192.168.31.0/24 of lan')
  await accounts.refuses(owner, two, 'no controller', 'rolled_back')
  await page.reload()
  await expect(title).toHaveText('1 个已生效，2 个失败')
  await expect(card.getByRole('link', { name: new RegExp(owner.names[one]!) }).first()).toBeVisible()
  await expect(card.getByRole('button', { name: '重试 2 个' })).toBeVisible()
  await picture(page, 'apply-part')

  await settled(page, `${address}&panel=dns`, NAME)
  const drawer = page.locator('.ant-drawer-content-wrapper')
  await drawer.getByLabel('DNS 1').fill('119.29.29.29')
  await change('114.114.114.114')
  await drawer.getByRole('button', { name: '保存' }).click()
  await expect(title).toHaveText('没有保存')
  await expect(card.getByText(/您看到的是旧值。设备没有任何变化$/)).toBeVisible()
  await picture(page, 'apply-conflict')
  await card.getByRole('button', { name: '放弃我的修改' }).click()

  await settled(page, address, NAME)
  await expect(title).toHaveText(/^正在下发/)
  await failing(page, contract.networkRevisions.progress.path)
  await cut(title.filter({ hasText: '进度可能不是最新' }))
  await picture(page, 'apply-stale')
})

test('a change of a branch’s prefixes is followed until a real agent has applied it, and so is its undoing', async ({
  signedIn,
  accounts,
  server,
}) => {
  const owner = await accounts.owner({ hardware: 2 })
  const [branch, center] = owner.hardware as [string, string]
  const page = await signedIn(owner)
  const network_number = await createNetwork(page, NAME, { center: [center], point: [branch] })
  const folder = mkdtempSync(path.join(tmpdir(), 'weft-e2e-apply-'))
  const file = path.join(folder, 'fleet.jsonl')
  writeFileSync(file, `${await accounts.fleetMember(owner)}\n`, { mode: 0o600 })
  const fleet = startFleet(server, file, {})
  try {
    const progress = () => callApi<NetworkProgress>(page, `network/progress?network_number=${network_number}`)
    await expect.poll(async () => (await progress()).counts, { timeout: 180_000 }).toMatchObject({ applied: 1, never: 1 })

    await settled(page, `/network/detail?network_number=${network_number}&tab=settings&panel=prefix&node=${branch}`, NAME)
    const drawer = page.locator('.ant-drawer-content-wrapper')
    await drawer.getByRole('button', { name: '添加一行' }).click()
    await page.keyboard.type('10.77.0.0/16')
    await drawer.getByRole('button', { name: '保存' }).click()
    // Nobody is disturbed, so nothing is asked; the drawer makes room for the card.
    const card = page.getByRole('region', { name: cardOf })
    await expect(card.getByRole('heading', { name: /^已生效，用时 \d+\.\d 秒$/ })).toBeVisible()
    await expect(drawer).toHaveCount(0)
    await expect(card.getByText('1 个从未连接，首次上线后自动生效')).toBeVisible()
    await expectAccessible(page, 'the card of a change')
    await picture(page, 'apply-done')

    await page.reload()
    await card.getByRole('button', { name: '撤销' }).click()
    await expect(card.getByRole('heading', { name: /^已撤销/ })).toBeVisible()
    await expect(card.getByText('配置与版本 1 相同，记为版本 3')).toBeVisible()
    await picture(page, 'apply-undone')
    expect(await callApi(page, `network/prefix?network_number=${network_number}`)).toEqual([])
    await expect.poll(async () => (await progress()).counts).toMatchObject({ applied: 1, pending: 0 })
  } finally {
    await fleet.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
