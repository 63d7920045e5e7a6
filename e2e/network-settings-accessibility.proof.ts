import { expectAccessible, looks, settled } from './axe.ts'
import { aNetwork, anOwner, drawer, NAME, press } from './network-panels.ts'
import { callApi } from './sessions.ts'
import { expect, test } from './test.ts'

for (const { name, options } of looks)
  test(`the settings of a network and their panels are accessible: ${name}`, async ({ signedIn, accounts }) => {
    const owner = await anOwner(accounts)
    const page = await signedIn(owner, options)
    const { network_number, one, point } = await aNetwork(page, owner)
    await callApi(page, 'network/edit_prefix', { network_number, router_name: point, prefix: [{ ip: '10.20.0.0', mask: 16 }] })
    await settled(page, `/network/detail?network_number=${network_number}&tab=settings`, NAME)
    await expect(page.getByText('10.20.0.0/16')).toBeVisible()
    await expectAccessible(page, 'the settings')
    const center = owner.names[one]!
    const ways: [button: string, choice?: string][] = [
      ['修改 DNS'],
      ['修改 加密算法'],
      ['修改 中心网段', center],
      ['修改 固定端口', center],
      ['修改 主备线路'],
      ['修改 双中心互联'],
      ['修改 IP 地址池'],
      [`修改 ${owner.names[point]} 路由前缀`],
    ]
    for (const [way, choice] of ways) {
      await page.getByRole('button', { name: way, exact: true }).first().click()
      if (choice !== undefined) await page.getByRole('menuitem', { name: choice, exact: true }).click()
      await expect(drawer(page).getByRole('button', { name: /^(保存|启用)$/ })).toBeEnabled()
      await expectAccessible(page, way)
      if (way !== ways.at(-1)![0]) await press(page, '取消')
    }
    await press(page, '批量粘贴')
    await drawer(page).getByLabel('每行一条，例如 10.1.0.0/16').fill('10.1.0.0/16\nabc')
    await expectAccessible(page, 'many prefixes')
  })
