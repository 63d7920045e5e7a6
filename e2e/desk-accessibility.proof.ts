import { expectAccessible, loaded, looks, over, settled } from './axe.ts'
import { expect, test } from './desk.ts'

for (const { name, options } of looks)
  test(`the operator desk is accessible: ${name}`, async ({ desk, accounts }) => {
    const owner = await accounts.owner()
    const page = await desk('admin', options)
    await settled(page, `/accounts/detail?account_number=${owner.account_number}`, '林晓')
    await expect(page.getByText('该账号没有设备')).toBeVisible()
    await expectAccessible(page, 'an account')
    await over(page, 'granting', () => page.getByRole('button', { name: '开通服务' }).click())
    for (const [address, title] of [
      ['/start', '工作台'],
      ['/accounts', '客户账号'],
      ['/services', '服务'],
      ['/devices', '设备'],
      ['/messages', '消息'],
      ['/health', '运行状况'],
      ['/audit', '操作审计'],
      ['/security', '登录安全'],
    ] as const) {
      await settled(page, address, title)
      await loaded(page, title)
      if (address === '/health') await expect(page.getByText('控制台、接入网关、后台任务')).toBeVisible()
      await expectAccessible(page, title)
    }
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: '搜索客户、设备、工单' }).fill(owner.account_number)
    await expect(page.getByRole('option', { name: owner.account_number })).toBeVisible()
    await expectAccessible(page, 'the search')
    await page.keyboard.press('Escape')
    await page.goto('/devices')
    await over(page, 'registering a list', () => page.getByRole('button', { name: '批量登记' }).click())
  })
