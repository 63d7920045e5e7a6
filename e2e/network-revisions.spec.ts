import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible, looks, settled } from './axe.ts'
import type { Accounts, Owner } from './accounts.ts'
import { callApi, createNetwork } from './sessions.ts'
import { expect, test } from './test.ts'

const detail = (network_number: string, rest = '') => `/network/detail?network_number=${network_number}&tab=members${rest}`
const drawer = (page: Page) => page.locator('.ant-drawer-content-wrapper')

/** Creates an owner with two centers and two branches. */
const anOwner = (accounts: Accounts) => accounts.owner({ hardware: 4, services: { network_center: 1 } })
async function aNetwork(page: Page, { hardware }: Owner) {
  const [one, two, point, other] = hardware as [string, string, string, string]
  return { one, two, point, other, network_number: await createNetwork(page, '总部—门店', { center: [one, two], point: [point, other] }) }
}

/** Drafts a DNS server, a prefix of a branch and one of its links, each from its own panel. */
async function draftThree(page: Page, network_number: string, point: string) {
  const toDraft = async (panel: string, fill: () => Promise<void>) => {
    await settled(page, detail(network_number, panel), '总部—门店')
    await expect(drawer(page)).toBeVisible()
    await fill()
    await drawer(page).getByRole('button', { name: '加入草稿' }).click()
    await expect(page.getByText('已加入草稿')).toBeVisible()
  }
  await toDraft('&panel=dns', () => drawer(page).getByRole('textbox').first().fill('223.5.5.5'))
  await toDraft(`&panel=prefix&node=${point}`, async () => {
    await drawer(page).getByRole('button', { name: '添加一行' }).click()
    await drawer(page).getByRole('textbox').first().fill('10.20.0.0')
    await drawer(page).getByLabel(/掩码/).last().fill('16')
  })
  await toDraft(`&panel=point_link&node=${point}`, () => drawer(page).getByRole('switch').last().click())
  await settled(page, detail(network_number), '总部—门店')
  await expect(page.getByText('草稿：3 项修改')).toBeVisible()
}

test('a draft of three changes is previewed in words, applied as one revision, shown in the history, and undone', async ({
  signedIn,
  accounts,
}) => {
  const owner = await anOwner(accounts)
  const page = await signedIn(owner)
  const { network_number, point } = await aNetwork(page, owner)
  await draftThree(page, network_number, point)

  await page.getByRole('button', { name: '预览并应用' }).click()
  await expect(drawer(page).getByText('DNS 由无改为 223.5.5.5', { exact: true })).toBeVisible()
  await expect(drawer(page).getByText(`${point} 的路由前缀：新增 10.20.0.0/16`)).toBeVisible()
  await expect(drawer(page).getByText(new RegExp(`关闭 ${point} 到 .* 的链路`))).toBeVisible()
  await expect(drawer(page).getByRole('list', { name: '影响' }).getByRole('listitem').first()).toContainText(/\d+ 个成员/)
  await drawer(page).getByRole('button', { name: '应用', exact: true }).click()
  await expect(page.getByText(/^草稿/)).toHaveCount(0)

  await page.getByRole('button', { name: '更多操作', exact: true }).click()
  await page.getByRole('menuitem', { name: '版本历史' }).click()
  const second = drawer(page).getByRole('listitem', { name: '版本 2' })
  await expect(second.getByText('当前版本')).toBeVisible()
  await expect(second.getByText('下发中')).toBeVisible()
  await expect(second.getByText(owner.username)).toBeVisible()
  await second.getByText('变更明细（3 项）').click()
  await expect(second.getByRole('row', { name: /^DNS/ })).toContainText('无223.5.5.5')

  const first = drawer(page).getByRole('listitem', { name: '版本 1' })
  await expect(first.getByText('已被替代')).toBeVisible()
  await first.getByRole('button', { name: '恢复到此版本：版本 1' }).click()
  const question = page.getByRole('dialog', { name: '恢复到版本 1' })
  await expect(question.getByText('DNS 由 223.5.5.5 改为无')).toBeVisible()
  await question.getByRole('button', { name: '恢复', exact: true }).click()
  await expect(drawer(page).getByRole('listitem', { name: '版本 3' }).getByText('恢复到版本 1')).toBeVisible()
  const { network_dns } = await callApi<{ network_dns: string[] }>(page, `network/info?network_number=${network_number}`)
  expect(network_dns).toEqual([])
})

test('a draft that a newer revision overtook is previewed again on top of it', async ({ signedIn, accounts }) => {
  const owner = await anOwner(accounts)
  const page = await signedIn(owner)
  const { network_number, point } = await aNetwork(page, owner)
  await draftThree(page, network_number, point)
  await page.getByRole('switch', { name: '自动刷新' }).click()
  await page.getByRole('button', { name: '预览并应用' }).click()
  await expect(drawer(page).getByText('DNS 由无改为 223.5.5.5', { exact: true })).toBeVisible()
  await callApi(page, 'network/changes', { network_number, changes: [{ call: 'dns', input: { dns: ['1.1.1.1'] } }] })
  await drawer(page).getByRole('button', { name: '应用', exact: true }).click()
  await expect(drawer(page).getByText('组网已有新的修改，已按最新版本重新预览')).toBeVisible()
  await expect(drawer(page).getByText('DNS 由 1.1.1.1 改为 223.5.5.5')).toBeVisible()
  await drawer(page).getByRole('button', { name: '应用', exact: true }).click()
  await expect(page.getByText(/^草稿/)).toHaveCount(0)
  const { revision } = await callApi<{ revision: number }>(page, `network/info?network_number=${network_number}`)
  expect(revision).toBe(3)
})

test('the files of a member are shown and downloaded', async ({ signedIn, accounts }) => {
  const owner = await anOwner(accounts)
  const page = await signedIn(owner)
  const { network_number, one } = await aNetwork(page, owner)
  await settled(page, detail(network_number, `&node=${one}`), '总部—门店')
  await page.getByRole('button', { name: '配置预览' }).click()
  const path = (await drawer(page).getByRole('list', { name: '文件' }).getByRole('button').first().textContent()) ?? ''
  const shown = await drawer(page).locator('pre').textContent()
  const [file] = await Promise.all([page.waitForEvent('download'), drawer(page).getByRole('button', { name: '下载' }).click()])
  expect(file.suggestedFilename()).toBe(path.split('/').at(-1))
  expect(await readFile(await file.path(), 'utf8')).toBe(shown)
})

test('the message of a device that refuses its configuration is shown until another push', async ({ signedIn, accounts }) => {
  const owner = await anOwner(accounts)
  const page = await signedIn(owner)
  const { network_number, point } = await aNetwork(page, owner)
  await accounts.refuses(owner, point, 'openvpn: Options error: bad route')
  await settled(page, detail(network_number, '&panel=history'), '总部—门店')
  const newest = drawer(page).getByRole('listitem', { name: '版本 1' })
  await expect(newest.getByText('失败', { exact: true })).toBeVisible()
  await expect(newest.getByText('openvpn: Options error: bad route')).toBeVisible()
  await newest.getByRole('button', { name: /^重新下发/ }).click()
  await expect(page.getByText('正在重新下发')).toBeVisible()
  await expect(newest.getByText('下发中')).toBeVisible()
  await expect(newest.getByText('openvpn: Options error: bad route')).toHaveCount(0)
})

for (const { name, options } of looks) {
  test(`drafts and history are accessible: ${name}`, async ({ signedIn, accounts }) => {
    const owner = await anOwner(accounts)
    const page = await signedIn(owner, options)
    const { network_number, point, other } = await aNetwork(page, owner)
    await draftThree(page, network_number, point)
    await expectAccessible(page, 'the draft’s bar')
    await page.getByRole('button', { name: '预览并应用' }).click()
    await expect(drawer(page).getByText('DNS 由无改为 223.5.5.5', { exact: true })).toBeVisible()
    await expectAccessible(page, 'the draft’s preview')
    await drawer(page).getByRole('button', { name: '应用', exact: true }).click()
    await expect(page.getByText(/^草稿/)).toHaveCount(0)
    await accounts.refuses(owner, other, 'openvpn: Options error: bad route')
    await settled(page, detail(network_number, '&panel=history'), '总部—门店')
    await drawer(page).getByText('变更明细（3 项）').click()
    await expect(drawer(page).getByText('openvpn: Options error: bad route')).toBeVisible()
    await expectAccessible(page, 'the history')
    await drawer(page).getByRole('button', { name: '恢复到此版本：版本 1' }).click()
    await expect(page.getByRole('dialog', { name: '恢复到版本 1' }).getByText('DNS 由 223.5.5.5 改为无')).toBeVisible()
    await expectAccessible(page, 'the way back')
  })

  test(`files and panels of a member are accessible: ${name}`, async ({ signedIn, accounts }) => {
    const owner = await anOwner(accounts)
    const page = await signedIn(owner, options)
    const { network_number, one, point, other } = await aNetwork(page, owner)
    for (const [panel, node] of [
      ['preview', one],
      ['point_link', point],
      ['fr', undefined],
      ['fr_plan', undefined],
    ] as const) {
      await settled(page, detail(network_number, `&panel=${panel}${node ? `&node=${node}` : ''}`), '总部—门店')
      await expect(drawer(page)).toBeVisible()
      await expect(drawer(page).locator('.ant-skeleton')).toHaveCount(0)
      await expectAccessible(page, panel)
    }
    await settled(page, detail(network_number, `&node=${other}`), '总部—门店')
    await expect(drawer(page).getByRole('button', { name: '重新下发配置' })).toBeVisible()
    await expectAccessible(page, 'what can be set of a member')
  })
}
