import type { Page } from '@playwright/test'
import type { Accounts, Owner } from './accounts.ts'
import { settled } from './axe.ts'
import { createNetwork } from './sessions.ts'
import { expect } from './test.ts'

export const canvas = (page: Page) => page.getByRole('application', { name: '拓扑图' })
export const node = (page: Page, name: string | RegExp) => canvas(page).getByRole('button', { name })
export const inspector = (page: Page) => page.getByRole('complementary', { name: /^成员信息/ })

/** Opens the page of an owner's network with one center and the given number of branches. */
export async function withBranches(
  accounts: Accounts,
  signedIn: (who: Owner, options?: object) => Promise<Page>,
  branches: number,
  options?: object,
) {
  const owner = await accounts.owner({ hardware: branches + 1, services: { network_member: branches + 1, quagga: 1, default_route: 1 } })
  const page = await signedIn(owner, options)
  const number = await createNetwork(page, '总部 <A&B>', { center: owner.hardware.slice(0, 1), point: owner.hardware.slice(1) })
  await settled(page, `/network/detail?network_number=${number}&look=topology`, '总部 <A&B>')
  await expect(node(page, /^中心/)).toBeVisible()
  return { owner, page, number }
}
