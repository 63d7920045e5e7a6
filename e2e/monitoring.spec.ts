import { expectAccessible, follow, looks } from './axe.ts'
import { expect, test } from './test.ts'

for (const look of looks)
  test(`an alert is found, looked into and acknowledged, ${look.name}`, async ({ signedIn, accounts }) => {
    const owner = await accounts.owner({ hardware: 5 })
    await accounts.incidents(owner)
    const [lost, back, branch] = owner.hardware.map((router_name) => owner.names[router_name]!) as [string, string, string]
    const page = await signedIn(owner, look.options)
    const records = page.getByRole('region', { name: '告警记录' })
    const rows = records.getByText('硬件离线', { exact: true })

    await page.goto('/monitor/incidents')
    await expect(rows).toHaveCount(2)
    await expect(records.getByText('已静默')).toBeVisible()
    await expectAccessible(page, 'alert records')

    // On a narrow screen the filters are behind a button.
    const narrow = look.options.viewport!.width < 992
    if (narrow) await page.getByRole('button', { name: /^筛选/ }).click()
    const choosePeriod = async (period: string) => {
      await page.getByRole('combobox', { name: '时间范围' }).click()
      await page.getByTitle(period, { exact: true }).last().click()
    }
    await choosePeriod('近 24 小时')
    await expect(page).toHaveURL(/range=24h/)
    await expect(rows).toHaveCount(1)
    await choosePeriod('近 90 天')
    if (narrow) await page.keyboard.press('Escape')
    await page.getByRole('searchbox', { name: '搜索名称、序列号或组网' }).fill(back)
    await page.getByRole('searchbox', { name: '搜索名称、序列号或组网' }).press('Enter')
    await expect(rows).toHaveCount(1)
    await expect(records.getByText('已恢复', { exact: true }).first()).toBeVisible()
    // A branch is found in the incident of the center that it was lost with.
    await page.getByRole('searchbox', { name: '搜索名称、序列号或组网' }).fill(branch)
    await page.getByRole('searchbox', { name: '搜索名称、序列号或组网' }).press('Enter')
    await expect(rows).toHaveCount(1)
    await expect(records.getByText(/及 3 个分支$/)).toBeVisible()
    await page.goto('/monitor/incidents')
    await records.getByRole('button', { name: `仅看 ${lost}` }).click()
    await expect(rows).toHaveCount(1)

    await (narrow
      ? records.locator('summary').filter({ hasText: lost })
      : records.getByRole('button', { name: `硬件离线 ${lost} 的分支和通知` })
    ).click()
    await expect(records.getByRole('region', { name: '随之失联的分支' }).getByText(branch)).toBeVisible()
    await expect(records.getByText('li***@example.com')).toBeVisible()
    await expect(records.getByText('失败', { exact: true })).toBeVisible()
    await expectAccessible(page, 'the deliveries of an alert')

    await records.getByRole('button', { name: `确认告警 硬件离线 ${lost}` }).click()
    await expect(records.getByText(`已确认 · ${owner.username} · `)).toBeVisible()
    await follow(page, '/monitor/incidents?state=unacknowledged')
    await expect(records.getByText(lost)).toHaveCount(0)
    await expect(records.getByText(back, { exact: true })).toBeVisible()
  })
