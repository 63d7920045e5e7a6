import { expectAccessible, looks, settled } from './axe.ts'
import { withQuality } from './link-quality.ts'
import { expect, test } from './test.ts'

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
