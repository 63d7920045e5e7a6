import type { Page } from '@playwright/test'
import { contract } from '@weft/contract'
import type { Owner } from './accounts.ts'
import { holding } from './failures.ts'
import { picture } from './picture.ts'
import { createNetwork } from './sessions.ts'
import { paste } from './sheets.ts'
import { expect, test } from './test.ts'

const drawer = (page: Page) => page.getByRole('dialog', { name: /^批量添加分支/ })

async function withNetwork(page: Page, { hardware }: Owner): Promise<string> {
  return createNetwork(page, '总部—门店', { center: hardware.slice(0, 1), point: hardware.slice(1, 3) })
}

test('two hundred rows can be pasted, are grey while they are checked, and rows beyond are counted', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ hardware: 203, services: { network_member: 300 } })
  const page = await signedIn(owner)
  const number = await withNetwork(page, owner)
  await page.goto(`/network/detail?network_number=${number}&add=branches`)
  await expect(drawer(page).getByLabel('粘贴内容')).toBeFocused()
  const release = await holding(page, contract.branches.add.path)
  const rows = Array.from(
    { length: 201 },
    (_, i) => `门店${i}\t${owner.hardware[i + 2]}\t10.${Math.floor(i / 250) + 20}.${i % 250}.0/24\t全部`,
  )
  await paste(page, rows.join('\n'))
  await expect(page.getByText('一次最多 200 行，后面的 1 行没有读入')).toBeVisible()
  await expect(drawer(page).getByText('正在检查…').first()).toBeVisible()
  await picture(page, 'bulk-checking')
  release()
  await expect(drawer(page).getByText('正在检查…')).toHaveCount(0)
  await expect(drawer(page).getByText('199 行可添加', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await picture(page, 'bulk-200')
})
