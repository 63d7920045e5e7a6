import { settled } from './axe.ts'
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
