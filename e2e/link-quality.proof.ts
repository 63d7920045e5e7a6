import type { Page } from '@playwright/test'
import { tabTo } from './keyboard.ts'
import { withQuality } from './link-quality.ts'
import { expect, test } from './test.ts'

const card = (page: Page, words: string | RegExp) => page.getByRole('region', { name: words })

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
