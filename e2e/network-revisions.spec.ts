import { settled } from './axe.ts'
import { aNetwork, anOwner, detail, drawer } from './network-panels.ts'
import { expect, test } from './test.ts'

test('the message of a device that refuses its configuration is shown until another push', async ({ signedIn, accounts }) => {
  const owner = await anOwner(accounts)
  const page = await signedIn(owner)
  const { network_number, point } = await aNetwork(page, owner)
  await accounts.refuses(owner, point, 'openvpn: Options error: bad route')
  await settled(page, detail(network_number, '&panel=history'), '总部—门店')
  const newest = drawer(page).getByRole('listitem', { name: '版本 1' })
  await expect(newest.getByRole('link', { name: /下发失败/ })).toBeVisible()
  await expect(newest.getByText('openvpn: Options error: bad route')).toBeVisible()
  await newest.getByRole('button', { name: /^重新下发/ }).click()
  await expect(page.getByText('正在重新下发')).toBeVisible()
  await expect(newest.getByText('4 个上线后下发')).toBeVisible()
  await expect(newest.getByText('openvpn: Options error: bad route')).toHaveCount(0)
})
