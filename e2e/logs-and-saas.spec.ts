import { expectAccessible, looks, settled } from './axe.ts'
import { bytesOf, rowsOf, savedBy } from './sheets.ts'
import { expect, test } from './test.ts'

test('a log is searched, limited to one member and saved as a file', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ hardware: 1, software: 1 })
  await accounts.past(owner, 23)
  const page = await signedIn(owner)
  await settled(page, '/logs/connect', '连接日志')
  const log = page.getByRole('region', { name: '连接日志' })
  await expect(log.getByText('共 23 条')).toBeVisible()
  await log.getByRole('searchbox').fill('nobody')
  await log.getByRole('button', { name: '查询' }).click()
  await expect(log.getByText('没有符合条件的连接日志')).toBeVisible()
  await log.getByRole('button', { name: '重置' }).click()
  await log
    .getByRole('row')
    .filter({ hasText: owner.hardware[0]! })
    .getByRole('button', { name: /^仅看 / })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`router_name=${owner.hardware[0]}`))
  const file = await savedBy(page, () => log.getByRole('button', { name: '导出' }).click())
  expect(file.suggestedFilename()).toMatch(/^连接日志_\d{8}-\d{4}\.xlsx$/)
  const [headings, first, ...more] = await rowsOf(await bytesOf(file))
  expect(headings).toEqual([
    '成员名称',
    '名称',
    '远端地址',
    '远端端口',
    '固件版本',
    '操作',
    '操作时间（北京时间）',
    '原因',
    '离线时长（秒）',
    '组网',
  ])
  expect(first!.slice(0, 6)).toEqual([owner.hardware[0], expect.stringMatching(/店1$/), '203.0.113.9', '50112', '3.2.1', '上线'])
  expect(more).toHaveLength(22)
  await expect(page.getByText('导出成功')).toBeVisible()
})

test('each kind of tunnel session keeps its own search, and exporting an empty log shows a warning', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ hardware: 1, software: 1 })
  await accounts.past(owner, 1)
  const page = await signedIn(owner)
  await settled(page, '/logs/online', '在线日志')
  const log = page.getByRole('region', { name: '在线日志' })
  await expect(log.getByRole('row', { name: /HUB0001/ })).toContainText('10.128.0.2')
  await page.getByText('POP', { exact: true }).click()
  await expect(log.getByRole('row', { name: /上海一区/ })).toContainText('在线中')
  await log.getByRole('searchbox').fill('203.0.113.200')
  await log.getByRole('searchbox').press('Enter')
  await expect(log.getByText('没有符合条件的在线日志')).toBeVisible()
  await log.getByRole('button', { name: '导出' }).click()
  await expect(page.getByText('导出数据为空')).toBeVisible()
  await page.reload()
  await expect(log.getByText('没有符合条件的在线日志')).toBeVisible()
  await page.getByText('中心（P2P）').click()
  await expect(log.getByRole('row', { name: /HUB0001/ })).toBeVisible()
})

test('a colleague sees the SaaS devices, but not the login records', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner()
  const name = await accounts.saasDevice(owner)
  const page = await signedIn(await accounts.colleague(owner))
  await settled(page, '/saas/router', 'SaaS 设备')
  const navigation = page.getByRole('navigation', { name: '主导航' })
  await navigation.getByText('安全审计').click()
  await expect(navigation.getByRole('link', { name: '连接日志' })).toBeVisible()
  await expect(navigation.getByRole('link', { name: '软件登录记录' })).toHaveCount(0)
  await page.getByRole('link', { name: `查看详情 ${name}` }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('临时扩容中')).toBeVisible()
  await expect(page.getByRole('region', { name: '拨号记录' }).getByRole('row', { name: /10\.64\.1\.2/ })).toContainText('在线中')
  await page.getByText('1 周', { exact: true }).click()
  await expect(page).toHaveURL(/range=1w/)
  await page.getByRole('link', { name: '返回 SaaS 设备' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'SaaS 设备' })).toBeVisible()
})

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
