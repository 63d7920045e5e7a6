import type { Page } from '@playwright/test'
import type { NetworkInfo } from '@weft/contract'
import type { Accounts, Owner } from './accounts.ts'
import { moved, settled } from './axe.ts'
import { callApi, createNetwork } from './sessions.ts'
import { expect } from './test.ts'

export const NAME = '总部—门店'
export const drawer = (page: Page) => page.locator('.ant-drawer-content-wrapper')
export const press = (page: Page, name: string) => drawer(page).getByRole('button', { name, exact: true }).click()
export const info = (page: Page, network_number: string) => callApi<NetworkInfo>(page, `network/info?network_number=${network_number}`)

/** Creates an owner of two centers and two branches. */
export const anOwner = (accounts: Accounts) => accounts.owner({ hardware: 4, services: { network_center: 1 } })

/** Creates a network of two centers and two branches. */
export async function aNetwork(page: Page, { hardware }: Owner) {
  const [one, two, point, other] = hardware as [string, string, string, string]
  return { one, two, point, other, network_number: await createNetwork(page, NAME, { center: [one, two], point: [point, other] }) }
}

/** Returns the address of a network's members, and of a panel over them. */
export const detail = (network_number: string, rest = '') => `/network/detail?network_number=${network_number}&tab=members${rest}`

/** Opens a panel over the settings page: by its address if no page is open yet, otherwise within the page. */
export async function openPanel(page: Page, network_number: string, panel: string, node?: string) {
  const open = page.url() === 'about:blank' ? settled : moved
  await open(page, `/network/detail?network_number=${network_number}&tab=settings&panel=${panel}${node ? `&node=${node}` : ''}`, NAME)
  await expect(drawer(page).getByRole('button', { name: /^(保存|启用|保存)$/ })).toBeEnabled()
}

/** Agrees to the question, if members are disturbed, and waits until the drawer is closed. */
export async function saved(page: Page) {
  const question = page.getByRole('dialog', { name: '有成员的连接会中断' })
  await question.or(page.locator('body:not(:has(.ant-drawer-content-wrapper))')).first().waitFor()
  if (await question.isVisible()) await question.getByRole('button', { name: /^(保存|启用|保存)$/ }).click()
  await expect(drawer(page)).toHaveCount(0)
}

/** Drafts a DNS server, a prefix of a branch and one of its links, each from its own panel. */
export async function draftThree(page: Page, network_number: string, point: string) {
  const toDraft = async (panel: string, fill: () => Promise<void>) => {
    await settled(page, detail(network_number, panel), NAME)
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
  await settled(page, detail(network_number), NAME)
  await expect(page.getByText('草稿：3 项修改')).toBeVisible()
}
