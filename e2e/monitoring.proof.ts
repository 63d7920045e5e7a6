import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expectAccessible, follow } from './axe.ts'
import { sharedServer } from './global-setup.ts'
import { awaitLetter } from './outbox.ts'
import { lead } from './relay.ts'
import { expect, test } from './test.ts'

/** Starts a receiver of alerts at a port that the server may call. */
async function receive() {
  const calls: { headers: IncomingMessage['headers']; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => (body += part))
    request.on('end', () => {
      calls.push({ headers: request.headers, body })
      response.end()
    })
  })
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open))
  const { data_dir, webhook_port: port } = sharedServer()
  lead(data_dir, port, (server.address() as AddressInfo).port)
  return { url: `http://127.0.0.1:${port}/alerts`, calls, close: () => new Promise((closed) => server.close(closed)) }
}

test('an owner turns monitoring on, and chooses the watched members and the receivers', async ({ signedIn, accounts, visitor }) => {
  const receiver = await receive()
  const owner = await accounts.owner({ hardware: 3, email: `lin${Date.now()}@example.com` })
  const page = await signedIn(owner, { viewport: { width: 1440, height: 900 } })
  const dialog = (name: string) => page.getByRole('dialog', { name })
  const pressed = (name: string) => page.getByRole('button', { name, exact: true }).click()

  await page.goto('/dashboard')
  await page.getByRole('button', { name: '监控告警' }).click()
  await page.getByRole('link', { name: '告警设置' }).click()
  await expect(page.getByRole('heading', { level: 2, name: '及时知道成员上下线和服务到期' })).toBeVisible()
  await expectAccessible(page, 'monitoring is off')
  await pressed('开启监控')
  await expect(page.getByText('开启成功')).toBeVisible()

  // A channel without a receiver cannot be ticked, and leads to its settings.
  const box = page.getByRole('checkbox', { name: 'Webhook' })
  await box.click()
  await expect(box).not.toBeChecked()
  await expect(page.getByText('请先配置 Webhook')).toBeVisible()
  await expectAccessible(page, 'settings of monitoring')
  await pressed('去配置')
  const webhook = dialog('配置 Webhook')
  await webhook.getByText('其他').click()
  await webhook.getByLabel('Webhook 地址').fill(receiver.url)
  await webhook.getByLabel('加签密钥').fill('orchard-7')
  await webhook.getByRole('button', { name: '如何获取？' }).click()
  await expectAccessible(page, 'webhook')
  await webhook.getByRole('button', { name: '测试' }).click()
  await dialog('发送测试消息').getByRole('button', { name: '发送测试' }).click()
  await expect(webhook.getByText(/^对方已接收：HTTP 200/)).toBeVisible()
  expect(receiver.calls).toHaveLength(1)
  expect(JSON.parse(receiver.calls[0]!.body)).toMatchObject({ account_number: owner.account_number, title: '测试消息' })
  expect(receiver.calls[0]!.headers['x-weft-signature']).toMatch(/^sha256=[0-9a-f]{64}$/)
  await webhook.getByRole('button', { name: '保存' }).click()
  await expect(webhook).toHaveCount(0)
  await expect(page.getByText('其他 · 127.0.0.1').first()).toBeVisible()
  await box.check()

  await page.getByRole('checkbox', { name: '邮件' }).check()
  // Whoever turns monitoring on for the first time watches all hardware, and what is added later.
  await expect(page.getByRole('list', { name: '已选' }).getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('checkbox', { name: '自动监控新硬件' })).toBeChecked()
  await pressed('移出全部')
  await page.getByLabel('在可选中按名称或序列号搜索').fill(owner.hardware[0]!.toLowerCase())
  await pressed(`添加 ${owner.names[owner.hardware[0]!]}`)
  await page.getByLabel('在可选中按名称或序列号搜索').fill('')
  await pressed('全选')
  await pressed(`移出 ${owner.names[owner.hardware[1]!]}`)
  await pressed('保存设置')
  await expect(page.getByText('保存成功').last()).toBeVisible()
  await expect(page.getByText('有未保存的修改')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('list', { name: '已选' }).getByRole('listitem')).toHaveCount(2)
  await expect(box).toBeChecked()

  await pressed('管理联系人')
  const contacts = dialog('联系人')
  await contacts.getByRole('button', { name: '添加联系人' }).click()
  const email = `oncall${Date.now()}@example.com`
  await contacts.getByLabel('姓名').fill('值班')
  await contacts.getByLabel('邮箱').fill(email)
  await contacts.getByRole('button', { name: '添加', exact: true }).click()
  await expect(contacts.getByText('未验证')).toBeVisible()
  await expectAccessible(page, 'contacts')
  const letter = await awaitLetter(page.request, email)
  await contacts.getByRole('button', { name: '向 值班 发送验证邮件' }).click()
  await dialog('发送验证邮件').getByRole('button', { name: '发送' }).click()
  await expect(contacts.getByRole('button', { name: /秒后重试$/ })).toBeDisabled()
  const stranger = await (await visitor()).newPage()
  await stranger.goto(await letter.link())
  await stranger.getByRole('button', { name: '验证邮箱' }).click()
  await expect(stranger.getByText('邮箱验证成功')).toBeVisible()
  await contacts.getByRole('button', { name: '刷新' }).click()
  await expect(contacts.getByText('已验证')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(contacts).toHaveCount(0)

  await follow(page, '/monitor/maintenance')
  await pressed('添加维护窗口')
  const window = dialog('添加维护窗口')
  await window.getByLabel('名称').fill('机房搬迁')
  for (const [label, time] of [
    ['开始时间', '2096-11-24 03:00'],
    ['结束时间', '2096-11-24 05:00'],
  ] as const) {
    await window.getByLabel(label).fill(time)
    await window.getByLabel(label).press('Enter')
  }
  await window.getByText('指定成员').click()
  await pressed(`添加 ${owner.names[owner.hardware[2]!]}`)
  await expectAccessible(page, 'a maintenance window')
  await window.getByRole('button', { name: '添加', exact: true }).click()
  await expect(page.getByRole('cell', { name: '2 小时' })).toBeVisible()
  await follow(page, '/monitor/setting?tab=records')
  await expect(page).toHaveURL('/monitor/incidents')
  await expect(page.getByText('暂无告警记录')).toBeVisible()
  await follow(page, '/monitor/setting')

  await page.setViewportSize({ width: 390, height: 900 })
  await expectAccessible(page, 'settings of monitoring, narrow')
  await pressed('关闭监控')
  await dialog('关闭监控').getByRole('button', { name: '关闭监控' }).click()
  await expect(page.getByRole('button', { name: '开启监控' })).toBeVisible()
  await receiver.close()
})
