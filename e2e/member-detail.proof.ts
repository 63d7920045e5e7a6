import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page, WebSocketRoute } from '@playwright/test'
import { expectAccessible, looks } from './axe.ts'
import { freePorts } from '../apps/server/test/free-port.ts'
import { endOwnFleet, startWeft, type Weft } from './server.ts'
import { callApi, signInByApi } from './sessions.ts'
import { expect, test } from './test.ts'

/** Members send their traffic every second while someone watches. */
const SOON = { timeout: 120_000 }
/** A lost socket is opened again after 10 s. */
const AGAIN = { timeout: 120_000 }

let weft: Weft
let data_dir: string
// The demonstration's members are connected over the real protocol; its server starts once for all these tests.
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  data_dir = mkdtempSync(path.join(tmpdir(), 'weft-e2e-member-'))
  weft = await startWeft({ data_dir, ports: await freePorts(4), demo: true })
})
test.afterAll(async () => {
  await weft?.stop()
  rmSync(data_dir, { recursive: true, force: true })
})

type Visitor = Parameters<Parameters<typeof test>[2]>[0]['visitor']
async function signIn(visitor: Visitor): Promise<Page> {
  const login = weft.logins.find(({ where }) => where === 'console')
  if (!login) throw new Error('no login was printed')
  const context = await visitor({ baseURL: weft.addresses.console })
  await signInByApi(context, { username: login.name, password: login.password, ram: 0 })
  const page = await context.newPage()
  await page.goto('/router/lists')
  await expect(page.getByRole('heading', { level: 1, name: '成员列表' })).toBeVisible()
  return page
}
interface Listed {
  router_name: string
  online: 0 | 1
}
/** Returns the name of a device of the demonstration by its note. */
async function deviceOf(page: Page, note: string): Promise<string> {
  const rows = await callApi<Listed[]>(page, `router/lists?type=1&search=${encodeURIComponent(note)}`)
  const [row] = rows
  if (!row) throw new Error(`no device ${note}`)
  return row.router_name
}
const chart = (page: Page) => page.getByRole('img', { name: /^(当前|最近)下行 [\d.]+ Mbit\/s（[\d.]+ MB\/s），上行 .*，峰值 / })

test('live points arrive for each interface, the chart recovers after its socket is dropped, and does not change while paused', async ({
  visitor,
}) => {
  const page = await signIn(visitor)
  const name = await deviceOf(page, '杭州西湖店')
  const sockets: WebSocketRoute[] = []
  await page.routeWebSocket(/\/router\/traffic\?/, (socket) => {
    socket.connectToServer()
    sockets.push(socket)
  })
  await page.goto(`/router/detail?router_name=${name}`)
  await expect(page).toHaveTitle(/杭州西湖店/)
  const card = page.getByRole('region', { name: '实时流量' })
  await expect(chart(page)).toBeVisible(SOON)
  await expect(card.locator('.ant-tag')).toHaveText('实时')

  await page.getByRole('button', { name: '查看数据表' }).click()
  const rows = page.getByRole('region', { name: '流量数据' }).getByRole('row')
  await expect(rows.nth(3)).toBeVisible(SOON)

  const interfaces = page.getByRole('radiogroup', { name: '接口' })
  const other = interfaces.getByRole('radio').nth(1)
  await interfaces.locator('label').nth(1).click()
  await expect(other).toBeChecked()
  await expect(page).toHaveURL(/interface=/)
  await expect(chart(page)).toBeVisible(SOON)

  const opened = sockets.length
  await sockets.at(-1)?.close()
  await expect(card.locator('.ant-tag')).toHaveText(/^重连中（\d+ 秒）$/)
  await expect(card.locator('.ant-tag')).toHaveText('实时', AGAIN)
  // A busy machine may lose it once more.
  expect(sockets.length).toBeGreaterThan(opened)

  await page.getByRole('button', { name: '暂停', exact: true }).click()
  await expect(card.locator('.ant-tag')).toHaveText('已暂停')
  const before = await chart(page).getAttribute('aria-label')
  // Another tab that watches the same member receives two new values.
  const beside = await page.context().newPage()
  await beside.goto(page.url())
  for (let news = 0; news < 2; news++) {
    const said = (await chart(beside).getAttribute('aria-label', SOON)) ?? ''
    await expect(chart(beside)).not.toHaveAccessibleName(said, SOON)
  }
  await beside.close()
  expect(await chart(page).getAttribute('aria-label')).toBe(before)
  await page.getByRole('button', { name: '继续' }).click()
  await expect(card.locator('.ant-tag')).toHaveText('实时', SOON)
  await page.goto('/dashboard')
})

test('each range shows its points, and both exports hold them', async ({ visitor }) => {
  const page = await signIn(visitor)
  const name = await deviceOf(page, '杭州西湖店')
  await page.goto(`/router/detail?router_name=${name}&range=12h`)
  await expect(chart(page)).toBeVisible(SOON)
  const ranges = page.getByRole('radiogroup', { name: '时间范围' })
  for (const [label, range] of [
    ['1 天', '1d'],
    ['1 周', '1w'],
    ['1 月', '1m'],
    ['全部', 'all'],
  ] as const) {
    await ranges.getByText(label, { exact: true }).click()
    await expect(ranges.getByRole('radio', { name: label })).toBeChecked()
    await expect(page).toHaveURL(new RegExp(`range=${range}`))
    await expect(chart(page)).toBeVisible()
  }
  const saved = async (button: string) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()])
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
  }
  const table = await saved('导出表格')
  expect(table.name).toMatch(new RegExp(`^流量 ${name}_\\w+_全部_\\d{8}-\\d{4}\\.csv$`))
  expect(table.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  expect(table.bytes.toString().split('\r\n').length).toBeGreaterThan(10)
  const picture = await saved('导出图片')
  expect(picture.bytes.subarray(1, 4).toString()).toBe('PNG')
  expect(picture.bytes.readUInt32BE(16)).toBe(1920)
})

test('the address of an unknown member leads to the list', async ({ visitor }) => {
  const page = await signIn(visitor)
  await page.goto('/router/detail?router_name=NOBODY-0000')
  await expect(page).toHaveURL(/\/router\/lists$/)
  await page.goto('/router/detail')
  await expect(page).toHaveURL(/\/router\/lists$/)
})

test('a lost site leads from the list of members to steps that can be copied, at every width and in both themes', async ({ visitor }) => {
  const page = await signIn(visitor)
  const name = await deviceOf(page, '苏州园区店')
  endOwnFleet(weft)
  await page.goto(`/router/lists?search=${encodeURIComponent('苏州园区店')}`)
  // The list hears of it as soon as the server gives the member up.
  await expect(page.getByRole('cell', { name: /失联 \d+/ })).toBeVisible({ timeout: 300_000 })
  await page.getByRole('link', { name: /苏州园区店/ }).click()
  const panel = page.getByRole('region', { name: '断电或上网线路中断的可能性最大' })
  await expect(panel).toBeVisible()
  await expect(page.getByRole('link', { name: /^失联/ })).toBeVisible()
  await expect(page.getByRole('heading', { level: 3 }).first()).toContainText('设备')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await panel.getByRole('button', { name: '复制给现场同事' }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(`苏州园区店（${name}）`)
  expect(copied).toContain('1. 电源灯不亮：检查插座和适配器')
  for (const { options } of looks) {
    await page.setViewportSize(options.viewport!)
    await expectAccessible(page, `a lost site, ${options.viewport!.width}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
  // Yesterday's outage, from anywhere on the page: one click.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('tab', { name: '中断记录' }).click()
  await expect(page.getByRole('cell', { name: '断电或上网线路中断的可能性最大' }).first()).toBeVisible()
})
