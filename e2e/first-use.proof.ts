import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { freePorts } from '../apps/server/test/free-port.ts'
import { endOwnFleet, type Running, startFleet, startWeft } from './server.ts'
import { SignInPage } from './sessions.ts'
import { expect, test as base } from './test.ts'

/** A member's state goes from its connection through the gateway and the bus to the page; the page also polls every 10 s. */
const SOON = { timeout: 120_000 }
/** A simulated branch disconnects within 50 s of connecting. */
const ONE_ABSENCE = { timeout: 300_000 }
const NAME = '西湖专网'
const rowOf = (page: Page, router_name: string) => page.getByRole('tabpanel').getByRole('row').filter({ hasText: router_name })

/** Writes a file with the named members of the demonstration and their credentials, as `weft fleet` reads it. */
function membersOf(data_dir: string, names: string[]): string {
  const file = path.join(data_dir, 'small-fleet.jsonl')
  for (const suffix of ['', '.state']) {
    const lines = readFileSync(path.join(data_dir, `demo-fleet.jsonl${suffix}`), 'utf8').split('\n')
    const kept = lines.filter((line) => names.some((name) => line.includes(`"${name}"`)))
    writeFileSync(file + suffix, `${kept.join('\n')}\n`, { mode: 0o600 })
  }
  return file
}

interface Fixtures {
  data_dir: string
  /** Stops a program when its test ends, and shows its output if the test failed. */
  started: <T extends Running>(program: T) => T
}
const test = base.extend<Fixtures>({
  data_dir: async ({}, use) => {
    const data_dir = mkdtempSync(path.join(tmpdir(), 'weft-e2e-first-'))
    await use(data_dir)
    rmSync(data_dir, { recursive: true, force: true })
  },
  started: async ({ data_dir: _stillThere }, use, info) => {
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

test('an owner signs in after a first start, creates a network, sees a device go and return, and finds all of it after a restart', async ({
  visitor,
  data_dir,
  started,
}) => {
  test.setTimeout(1_800_000)
  const ports = await freePorts(4)
  let weft = started(await startWeft({ data_dir, ports, demo: true }))
  const login = (where: string) => {
    const found = weft.logins.find((one) => one.where === where)
    if (!found) throw new Error(`no login of ${where} was printed`)
    return { username: found.name, password: found.password }
  }
  const owner = login('console')
  const page = await (await visitor({ baseURL: weft.addresses.console })).newPage()
  await test.step('they sign in through the image code and see the overview', async () => {
    const form = new SignInPage(page)
    await page.goto('/')
    await form.enter(owner)
    await form.submit.click()
    await expect(page.getByRole('heading', { level: 1, name: '概览' })).toBeVisible()
    await expect(page.getByRole('region', { name: '组网', exact: true }).getByRole('link')).toHaveCount(4)
  })

  const names = await test.step('they create a network of a center, two hardware branches and a software branch', async () => {
    await page.getByRole('navigation', { name: '主导航' }).getByRole('button', { name: '智能组网' }).click()
    await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '组网列表' }).click()
    await expect(page.getByRole('link', { name: '总部—门店' })).toBeVisible()
    await page.getByRole('button', { name: '创建组网' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '创建组网' })).toBeVisible()
    await page.getByRole('textbox', { name: '组网名称' }).fill(NAME)
    const list = page.getByRole('list', { name: '可选成员' })
    const search = page.getByLabel('按名称或序列号搜索')
    const pick = async (words: string, place: '加入中心' | '加入分支') => {
      await search.fill(words)
      const only = list.getByRole('checkbox')
      await expect(only).toHaveCount(1)
      const name = /W[RH]\w+|\S+@\d+/.exec(await list.getByRole('listitem').innerText())![0]
      await only.check()
      await page.getByRole('button', { name: place }).click()
      return name
    }
    const hardware = [await pick('上海总部机房', '加入中心'), await pick('杭州西湖店', '加入分支'), await pick('杭州滨江店', '加入分支')]
    await page.getByRole('tab', { name: '软件成员' }).click()
    const software = await pick('曹阳', '加入分支')
    await page.getByRole('button', { name: '创建', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible()
    return [...hardware, software]
  })

  await test.step('they land on its page and see the members online', async () => {
    await expect(page).toHaveURL(/\/network\/detail\?network_number=\d{10}$/)
    await page.getByRole('tab', { name: /^成员/ }).click()
    await expect(page.getByText('在线 4 / 4')).toBeVisible(SOON)
    for (const name of names) await expect(rowOf(page, name).getByText('正常', { exact: true })).toBeVisible()
    await page.getByRole('tab', { name: /^链路 \d/ }).click()
    await expect(page.getByRole('tabpanel').getByText('正常', { exact: true })).toHaveCount(3, SOON)
    await page.getByRole('tab', { name: /^成员/ }).click()
  })

  await test.step('a device goes away and comes back, and the page shows both by itself', async () => {
    endOwnFleet(weft)
    const fleet = started(startFleet(weft.addresses, membersOf(data_dir, names), { flap: 1 }))
    await expect(page.getByText('在线 3 / 4')).toBeVisible(ONE_ABSENCE)
    const away = page.getByRole('tabpanel').getByText(/^(失联|未登录)/)
    await expect(away.first()).toBeVisible()
    await expect(page.getByText('在线 4 / 4')).toBeVisible(SOON)
    await expect(away).toHaveCount(0)
    expect(await fleet.stop()).toBe(0)
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

  expect(await weft.stop(), weft.output()).toBe(0)
})
