import type { Page } from '@playwright/test'
import type { Accounts, Owner } from './accounts.ts'
import { expectAccessible, looks, settled } from './axe.ts'
import { tabTo } from './keyboard.ts'
import { createNetwork } from './sessions.ts'
import { expect, test } from './test.ts'

const NAME = '总部—门店'
const card = (page: Page, words: string | RegExp) => page.getByRole('region', { name: words })

/** Opens 链路质量 of a network: one branch loses packets, one is well, and one was lost. */
async function withQuality(accounts: Accounts, signedIn: (who: Owner, options?: object) => Promise<Page>, options?: object) {
  const owner = await accounts.owner({ hardware: 4, services: { network_member: 4 } })
  const [center, bad, good, lost] = owner.hardware as [string, string, string, string]
  const page = await signedIn(owner, options)
  const number = await createNetwork(page, NAME, { center: [center], point: [bad, good, lost] })
  await accounts.connect(owner, { lost })
  await accounts.quality(owner, number, [bad, center], { rtt: 35, loss: 0.1 })
  await accounts.quality(owner, number, [good, center], { rtt: 12 })
  await settled(page, `/network/detail?network_number=${number}&tab=quality`, NAME)
  const nameOf = (router_name: string) => owner.names[router_name]!
  return { page, router_name: bad, bad: nameOf(bad), good: nameOf(good), lost: nameOf(lost), center: nameOf(center) }
}

test('the worst link comes first, is found by its name, and opens with three figures that the arrow keys read', async ({
  signedIn,
  accounts,
}) => {
  const { page, bad, good, lost, center } = await withQuality(accounts, signedIn)
  await expect(page.locator('.quality-card').first()).toHaveAccessibleName(
    new RegExp(`^${bad} 到 ${center}：质量差，RTT 35 ms，丢包 10\\.0%`),
  )
  await expect(card(page, new RegExp(`^${good} 到 ${center}：正常，RTT 12 ms，丢包 0\\.0%`))).toBeVisible()
  await expect(card(page, `${lost} 到 ${center}：中断`)).toBeVisible()
  await page.getByRole('textbox', { name: '搜索站点' }).fill(good)
  await expect(page.locator('.quality-card')).toHaveCount(1)
  await page.getByRole('textbox', { name: '搜索站点' }).fill('')
  await expect(page.locator('.quality-card')).toHaveCount(3)

  await page.getByText('数据表', { exact: true }).click()
  await expect(page.getByRole('row', { name: new RegExp(`${bad}.*质量差.*35 ms`) })).toBeVisible()
  await page.getByRole('button', { name: `查看 ${bad} 到 ${center} 的详情` }).click()
  await expect(card(page, `${bad} 到 ${center}`)).toBeVisible()
  const pane = page.getByRole('slider', { name: /的丢包/ })
  await tabTo(page, pane)
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  // The crosshair of the pane above moves with it, with the figures beside it.
  await expect(page.locator('.quality-tip').filter({ hasText: /35(\.\d)? ms/ })).toBeVisible()
  await expect(pane).toHaveAttribute('aria-valuetext', /35(\.\d)? ms · \d/)
  await page.getByRole('button', { name: '查看数据表' }).click()
  await expect(page.getByRole('region', { name: /的数据表$/ }).getByRole('row')).not.toHaveCount(1)
  await page.goBack()
  await expect(page.getByRole('row', { name: new RegExp(`${bad}.*质量差`) })).toBeVisible()
})

for (const { name, options } of looks)
  test(`the quality of links is accessible: ${name}`, async ({ signedIn, accounts }) => {
    const { page, router_name, bad } = await withQuality(accounts, signedIn, options)
    await expect(page.locator('.quality-card canvas')).toHaveCount(3)
    await expectAccessible(page, 'curves')
    await page.getByRole('button', { name: new RegExp(`^查看 ${bad} 到 .* 的详情$`) }).click()
    await expect(page.locator('.quality-one canvas')).toHaveCount(3)
    await page.getByRole('button', { name: '查看数据表' }).click()
    await expectAccessible(page, 'one link')
    await settled(page, `/router/detail?router_name=${router_name}&tab=quality`, bad)
    await expect(page.locator('.quality-card canvas')).toHaveCount(1)
    await expectAccessible(page, 'the links of a member')
  })
