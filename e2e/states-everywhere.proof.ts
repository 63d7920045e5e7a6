import type { Page } from '@playwright/test'
import { createNetwork } from './sessions.ts'
import { expect, test } from './test.ts'

const SHOP = 1
const WORDS = { up: /正常|在线/, down: /失联/, degraded: /部分链路中断/ }

/** The pages that show a member, and where each says how it is. */
const places = (number: string, name: string): [path: string, where: (page: Page) => ReturnType<Page['locator']>][] => [
  ['/router/lists', (page) => page.getByRole('row').filter({ hasText: name })],
  [`/router/detail?router_name=${name}`, (page) => page.locator('.weft-page-header')],
  [`/network/detail?network_number=${number}`, (page) => page.getByRole('treegrid').getByRole('row').filter({ hasText: name })],
  [`/network/detail?network_number=${number}&tab=members`, (page) => page.getByRole('row').filter({ hasText: name })],
]

test('every open page shows the same state of a member, and shows when it changes', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ hardware: 4, services: { network_member: 4, network_center: 2 } })
  const shop = owner.hardware[SHOP + 1]!
  const first = await signedIn(owner)
  const number = await createNetwork(first, '总部—门店', { center: owner.hardware.slice(0, 2), point: owner.hardware.slice(2) })
  await accounts.connect(owner, { lost: '' })
  const open = await Promise.all(
    places(number, shop).map(async ([path, where]) => {
      const page = await first.context().newPage()
      await page.goto(path)
      return { path, place: where(page) }
    }),
  )
  const show = async (state: keyof typeof WORDS) => {
    for (const { path, place } of open) await expect(place, path).toContainText(WORDS[state])
  }
  await show('up')
  await accounts.connect(owner, { lost: shop })
  await show('down')
  await accounts.connect(owner, { lost: '', broken: shop })
  await show('degraded')
  await accounts.connect(owner, { lost: '' })
  await show('up')
})
