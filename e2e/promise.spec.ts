import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { opsContract } from '@weft/contract'
import { freePorts, type Running, startFleet, startWeft } from './server.ts'
import { SignInPage } from './sessions.ts'
import { expect, test as base } from './test.ts'

/** A member's state travels from its connection over the gateway and the bus to the page; the page also asks every 10 s. */
const SOON = { timeout: 30_000 }
const NAME = '西湖专网'
const rowOf = (page: Page, router_name: string) => page.getByRole('tabpanel').getByRole('row').filter({ hasText: router_name })

/** A device that nobody else runs, given to the demonstration's company: its name and the code that activates it. */
async function ownDevice(page: Page, ops: string, operator: { username: string; password: string }, owner: string) {
  const ask = async (endpoint: { path: string; method: string }, input: Record<string, unknown>, token = '') => {
    const address = new URL(`${ops}/ops/v1/${endpoint.path}`)
    const get = endpoint.method === 'GET'
    if (get) for (const [name, value] of Object.entries(input)) address.searchParams.set(name, String(value))
    const answer = await page.request.fetch(address.href, {
      method: endpoint.method,
      headers: { authorization: `Bearer ${token}` },
      ...(get ? {} : { data: input }),
    })
    const { code, msg, data } = await answer.json()
    if (code !== 200) throw new Error(`${endpoint.path} answered ${code} ${msg}`)
    return data
  }
  const { access_token: token } = await ask(opsContract.session.login, operator)
  const [account] = await ask(opsContract.accounts.list, { search: owner }, token)
  const router_name = 'WR210M25099001'
  const { activation_code } = await ask(opsContract.devices.register, { router_name, router_model: 'WR-210', kind: 'router' }, token)
  await ask(opsContract.devices.assign, { router_name, account_number: account.account_number }, token)
  return { router_name, activation_code: activation_code as string }
}

const test = base.extend<{ started: <T extends Running>(program: T) => T }>({
  /** Ends whatever a test that failed has left running, and shows what it said. */
  started: async ({}, use, info) => {
    const all: Running[] = []
    await use((program) => {
      all.push(program)
      return program
    })
    for (const program of all.toReversed()) {
      await program.stop()
      if (info.status !== info.expectedStatus) console.log(program.output())
    }
  },
})

test('from a fresh start: sign in, create a network, see a device go and come back, stop, start, and all is there', async ({
  visitor,
  started,
}) => {
  test.setTimeout(180_000)
  const data_dir = mkdtempSync(path.join(tmpdir(), 'weft-promise-'))
  const ports = await freePorts(4)
  let weft = started(await startWeft({ data_dir, ports, demo: true }))
  const login = (where: string) => {
    const found = weft.logins.find((one) => one.where === where)
    if (!found) throw new Error(`no login of ${where} was printed`)
    return { username: found.name, password: found.password }
  }
  const owner = login('console')
  const page = await (await visitor({ baseURL: weft.addresses.console })).newPage()
  const device = await ownDevice(page, weft.addresses.ops, login('operators'), owner.username)
  const members = path.join(data_dir, 'own-fleet.jsonl')
  writeFileSync(members, `${JSON.stringify({ ...device, kind: 'router' })}\n`, { mode: 0o600 })
  let fleet = started(startFleet(weft.addresses, members))

  await test.step('they sign in through the image code and see the overview', async () => {
    const form = new SignInPage(page)
    await page.goto('/')
    await form.enter(owner)
    await form.submit.click()
    await expect(page.getByRole('heading', { level: 1, name: '概览' })).toBeVisible()
    await expect(page.getByText('组网可用')).toBeVisible()
  })

  const software = await test.step('they create a network of a hub, two hardware branches and a software branch', async () => {
    await page.getByRole('navigation', { name: '主导航' }).getByRole('button', { name: '智能组网' }).click()
    await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '组网列表' }).click()
    await expect(page.getByRole('link', { name: '总部—门店' })).toBeVisible()
    await page.getByRole('button', { name: '创建组网' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '创建组网' })).toBeVisible()
    await page.getByRole('textbox', { name: '组网名称' }).fill(NAME)
    const list = page.getByRole('list', { name: '可选成员' })
    const search = page.getByLabel('按名称或备注搜索')
    const pick = async (words: string, place: '加入中心' | '加入分支') => {
      await search.fill(words)
      const only = list.getByRole('checkbox')
      await expect(only).toHaveCount(1)
      const name = (await list.getByRole('listitem').innerText()).split('\n')[0]!.trim()
      await only.check()
      await page.getByRole('button', { name: place }).click()
      return name
    }
    await pick('上海总部机房', '加入中心')
    await pick('杭州西湖店', '加入分支')
    await pick(device.router_name, '加入分支')
    await page.getByRole('tab', { name: '软件成员' }).click()
    const name = await pick('曹阳', '加入分支')
    await page.getByRole('button', { name: '创建', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible()
    return name
  })

  await test.step('they land on its page and see the members online', async () => {
    await expect(page).toHaveURL(/\/network\/detail\?network_number=\d{10}$/)
    await expect(page.getByText('在线 4 / 4')).toBeVisible(SOON)
    await expect(rowOf(page, software)).toContainText('分支')
    await page.getByRole('tab', { name: /^链路/ }).click()
    await expect(page.getByRole('tabpanel').getByText('已连接')).toHaveCount(3, SOON)
    await page.getByRole('tab', { name: /^成员/ }).click()
  })

  await test.step('a device goes away and comes back, and the page shows both by itself', async () => {
    expect(await fleet.stop()).toBe(0)
    await expect(rowOf(page, device.router_name).getByText('离线')).toBeVisible(SOON)
    fleet = started(startFleet(weft.addresses, members))
    await expect(rowOf(page, device.router_name).getByText('在线')).toBeVisible(SOON)
  })

  const address = page.url()
  await test.step('they stop it, start it again, and everything is still there', async () => {
    expect(await weft.stop(), weft.output()).toBe(0)
    weft = started(await startWeft({ data_dir, ports, demo: true }))
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible()
    await expect(page.getByText('在线 4 / 4')).toBeVisible(SOON)
    await page.goto('/network/lists')
    await expect(page.getByRole('link', { name: NAME })).toBeVisible()
    await expect(page.getByText('共 5 条')).toBeVisible()
  })

  expect(await fleet.stop()).toBe(0)
  expect(await weft.stop(), weft.output()).toBe(0)
  rmSync(data_dir, { recursive: true, force: true })
})
