import { expectAccessible, looks } from './axe.ts'
import { grid, withFaults } from './loom.ts'
import { expect, test } from './test.ts'

for (const { name, options } of looks)
  test(`the loom is accessible: ${name}`, async ({ signedIn, accounts }) => {
    const { page } = await withFaults(accounts, signedIn, options)
    await expectAccessible(page, 'the loom')
    await grid(page)
      .getByRole('row')
      .nth(2)
      .getByRole('gridcell', { name: /：中断$/ })
      .first()
      .click()
    await expect(page.getByRole('dialog').getByRole('button', { name: '查看排查步骤' })).toBeVisible()
    await expectAccessible(page, 'a card')
  })
