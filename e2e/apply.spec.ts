import { expectAccessible, moved, settled } from './axe.ts'
import { createNetwork } from './sessions.ts'
import { expect, test } from './test.ts'

const NAME = '总部—门店'

test('a draft is there for the next login and in a second tab, and a change that makes members reconnect asks first', async ({
  signedIn,
  accounts,
}) => {
  const owner = await accounts.owner({ hardware: 2 })
  const [branch, center] = owner.hardware as [string, string]
  const page = await signedIn(owner)
  const network_number = await createNetwork(page, NAME, { center: [center], point: [branch] })
  const address = `/network/detail?network_number=${network_number}&tab=settings`
  await settled(page, `${address}&panel=dns`, NAME)
  const drawer = page.locator('.ant-drawer-content-wrapper')
  await drawer.getByLabel('DNS 1').fill('223.5.5.5')
  await drawer.getByRole('button', { name: '加入草稿' }).click()
  await expect(page.getByText('草稿：1 项修改')).toBeVisible()

  const other = await signedIn(owner)
  await settled(other, `${address}&panel=dns`, NAME)
  await expect(other.getByText(`草稿中的值，由 ${owner.username} 保存`)).toBeVisible()
  await expect(other.locator('.ant-drawer-content-wrapper').getByLabel('DNS 1')).toHaveValue('223.5.5.5')
  await other.locator('.ant-drawer-content-wrapper').getByLabel('DNS 1').fill('223.6.6.6')
  await other.locator('.ant-drawer-content-wrapper').getByRole('button', { name: '加入草稿' }).click()
  await settled(page, address, NAME)
  await page.getByRole('button', { name: '预览并应用' }).click()
  await expect(page.getByText('DNS 由无改为 223.6.6.6')).toBeVisible()
  await page
    .locator('.ant-drawer-content-wrapper')
    .getByRole('button', { name: /^取\s?消$/ })
    .click()

  await moved(page, `${address}&panel=center_segments&node=${center}`, NAME)
  const segment = page.locator('.ant-drawer-content-wrapper').getByLabel('网段', { exact: true }).first()
  await segment.fill('10.201.0.0')
  await page.locator('.ant-drawer-content-wrapper').getByRole('button', { name: '保存' }).click()
  const question = page.getByRole('dialog', { name: '有成员的连接会中断' })
  await expect(question.getByText(/个成员重建隧道，约 9 秒/).first()).toBeVisible()
  await expect(question.getByText(/店2/).first()).toBeVisible()
  await expectAccessible(page, 'the question before members are disturbed')
  await question.getByRole('button', { name: /^取\s?消$/ }).click()
  await expect(segment).toHaveValue('10.201.0.0')
})
