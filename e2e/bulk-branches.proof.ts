import type { Page } from '@playwright/test'
import { contract } from '@weft/contract'
import type { Owner } from './accounts.ts'
import { expectAccessible, looks } from './axe.ts'
import { holding } from './failures.ts'
import { picture } from './picture.ts'
import { createNetwork } from './sessions.ts'
import { paste } from './sheets.ts'
import { expect, test } from './test.ts'

const cell = (page: Page, name: string) => drawer(page).getByLabel(name, { exact: true })
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

for (const { name, options } of looks)
  test(`the sheet of branches can be corrected with the keyboard: ${name}`, async ({ signedIn, accounts }) => {
    const owner = await accounts.owner({ hardware: 9, services: { network_member: 8 } })
    const page = await signedIn(owner, options)
    await page.goto('/network/lists')
    const number = await withNetwork(page, owner)
    await page.goto(`/network/detail?network_number=${number}&add=branches`)
    await expect(drawer(page).getByText('填入全部')).toBeVisible()
    await expectAccessible(page, 'an empty sheet')
    if (name.startsWith('1440')) await picture(page, 'bulk-empty')
    const [, , member, one, two, three] = owner.hardware as [string, string, string, string, string, string]
    await drawer(page).getByLabel('粘贴内容').focus()
    await paste(
      page,
      [
        `苏州吴中店\t${one}\t192.168.61.10/24\t全部`,
        `苏州昆山店\t${two}x\t192.168.62.0/24\t全部`,
        `常州天宁店\t${three}\t192.168.63.0/24\t杭州机房`,
        `南通崇川店\t${member}\t192.168.64.0/24\t`,
      ].join('\n'),
    )
    await expect(drawer(page).getByText('192.168.61.10 不是 /24 的网络地址')).toBeVisible()
    await expect(drawer(page).getByText('4 行有问题', { exact: true })).toBeVisible()
    await expectAccessible(page, 'a sheet with problems')
    if (name.startsWith('1440')) await picture(page, 'bulk')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await expect(cell(page, '第 1 行 站点名称')).toBeFocused()
    await page.keyboard.press('F8')
    await expect(cell(page, '第 1 行 内网网段')).toBeFocused()
    await page.keyboard.press('F8')
    await expect(cell(page, '第 2 行 序列号')).toBeFocused()
    await drawer(page).getByRole('button', { name: '采用全部建议（4）' }).click()
    await expect(drawer(page).getByRole('button', { name: '添加 3 个分支' })).toBeEnabled()
    if (name.startsWith('1440')) await picture(page, 'bulk-ok')
    await drawer(page).getByRole('button', { name: '添加 3 个分支' }).click()
    await expect(drawer(page).getByText('跳过 1 行')).toHaveCount(0)
    await expect(page.getByRole('region', { name: /^配置下发进度：/ })).toBeVisible()
  })
