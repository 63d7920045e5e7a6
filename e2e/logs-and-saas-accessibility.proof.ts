import { expectAccessible, looks, settled } from './axe.ts'
import { expect, test } from './test.ts'

for (const { name, options } of looks)
  test(`logs and SaaS devices are accessible: ${name}`, async ({ signedIn, accounts }) => {
    const owner = await accounts.owner({ hardware: 1, software: 1 })
    await accounts.past(owner, 12)
    const device = await accounts.saasDevice(owner)
    const page = await signedIn(owner, options)
    for (const [address, title, shown] of [
      ['/logs/software_login', '软件登录记录', 'Lenovo'],
      ['/logs/online', '在线日志', 'HUB0001'],
      ['/logs/connect', '连接日志', '50112'],
      ['/saas/router', 'SaaS 设备', device],
      [`/saas/detail?router_name=${device}`, device, '203.0.113.20:40211'],
    ] as const) {
      await settled(page, address, title)
      await expect(page.getByText(shown).first()).toBeVisible()
      await expectAccessible(page, title)
    }
  })
