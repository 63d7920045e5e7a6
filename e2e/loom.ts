import type { BrowserContextOptions, Page } from '@playwright/test'
import type { Accounts, Owner } from './accounts.ts'
import { settled } from './axe.ts'
import { createNetwork } from './sessions.ts'
import { expect } from './test.ts'

const NAME = '总部—门店'
export const grid = (page: Page) => page.getByRole('treegrid', { name: '链路：行是站点，列是中心和 POP' })
export const row = (page: Page, name: string | RegExp) => grid(page).getByRole('row', { name })

/** Opens an owner's network of two centers and eight branches, of which 杭州店3 is lost and 上海店4 has a broken link. */
export async function withFaults(
  accounts: Accounts,
  signedIn: (who: Owner, options?: object) => Promise<Page>,
  options: BrowserContextOptions = {},
) {
  const owner = await accounts.owner({ hardware: 10, services: { network_member: 10, network_center: 2 } })
  const page = await signedIn(owner, options)
  const number = await createNetwork(page, NAME, { center: owner.hardware.slice(0, 2), point: owner.hardware.slice(2) })
  await accounts.connect(owner, { lost: owner.hardware[2]!, broken: owner.hardware[3]! })
  await settled(page, `/network/detail?network_number=${number}`, NAME)
  await expect(grid(page)).toBeVisible()
  return { owner, page, number }
}
