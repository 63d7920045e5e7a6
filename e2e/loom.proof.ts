import { contract } from '@weft/contract'
import { settled } from './axe.ts'
import { failing, holding, liveConnection } from './failures.ts'
import { grid, row, withFaults } from './loom.ts'
import { picture } from './picture.ts'
import { createNetwork } from './sessions.ts'
import { expect, test } from './test.ts'

test('a loom without branches, one without hubs, one of ten hubs, and one that is loaded or no longer live say so', async ({
  signedIn,
  accounts,
}) => {
  const owner = await accounts.owner({ hardware: 12, services: { network_member: 20, network_center: 10 } })
  const page = await signedIn(owner)
  const cut = await liveConnection(page)
  const hardware = owner.hardware
  const open = async (name: string, members: { center?: string[]; point?: string[] }) => {
    const number = await createNetwork(page, name, members)
    await accounts.connect(owner, { lost: '' })
    await settled(page, `/network/detail?network_number=${number}`, name)
    return number
  }
  await open('只有中心', { center: hardware.slice(0, 1) })
  await expect(page.getByText('还没有分支', { exact: true })).toBeVisible()
  await expect(page.getByText('经线已就位：1 个中心。添加分支后，每条链路会在这里结成一个节点')).toBeVisible()
  await picture(page, 'loom-empty')

  await open('两店直连', { point: hardware.slice(0, 2) })
  await expect(page.getByText('没有成员可被拨入，至少需要 1 个公网地址')).toBeVisible()
  await picture(page, 'loom-p2p-nobody')

  await accounts.reachable(hardware.slice(2, 5))
  await open('门店直连', { point: hardware.slice(2, 8) })
  // Of two that can be dialled the first dials, so the last of the three has the most links.
  for (const [at, links] of [
    [4, 5],
    [3, 4],
    [2, 3],
  ] as const)
    await expect(
      grid(page).getByRole('columnheader', { name: `${owner.names[hardware[at]!]}，${links}/${links} 条链路正常` }),
    ).toBeVisible()
  await expect(row(page, new RegExp(hardware[5]!)).getByRole('gridcell', { name: /：正常$/ })).toHaveCount(3)
  await expect(row(page, new RegExp(hardware[4]!)).getByRole('gridcell', { name: /：正常$/ })).toHaveCount(0)
  await expect(page.getByText('3 个成员有公网地址，可被拨入')).toBeVisible()
  await picture(page, 'loom-p2p')

  await open('十个中心', { center: hardware.slice(0, 10), point: hardware.slice(10) })
  const first = grid(page).getByRole('columnheader').filter({ hasText: owner.names[hardware[0]!]! })
  await expect(first).toBeVisible()
  await expect(grid(page).getByRole('columnheader').filter({ hasText: owner.names[hardware[9]!]! })).toHaveCount(1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await picture(page, 'loom-threads')

  const number = await open('一店', { center: hardware.slice(0, 1), point: hardware.slice(1, 2) })
  const known = await holding(page, contract.network.info.path)
  await page.reload()
  await expect(page.getByRole('status', { name: '正在加载', exact: true })).toBeVisible()
  await picture(page, 'loom-loading')
  known()
  await expect(row(page, new RegExp(hardware[1]!))).toBeVisible()
  await picture(page, 'loom-1')
  await page.getByRole('textbox', { name: '搜索站点或序列号' }).fill('没有这个站点')
  await expect(page.getByText('没有符合条件的站点')).toBeVisible()
  await picture(page, 'loom-none')
  await page.getByRole('button', { name: '清空筛选' }).click()
  await expect(row(page, new RegExp(hardware[1]!))).toBeVisible()

  const reader = await signedIn(await accounts.colleague(owner))
  await settled(reader, `/network/detail?network_number=${number}&add=branches`, '一店')
  await expect(reader.getByText('只读', { exact: true })).toBeVisible()
  await expect(reader.getByRole('button', { name: '添加分支' })).toHaveCount(0)
  await expect(reader.getByRole('dialog')).toHaveCount(0)
  await picture(reader, 'loom-noperm')

  // The page asks by itself while nothing is pushed, so it is out of date only if that fails too.
  await failing(page, contract.network.status.path)
  await cut(page.getByText(/^实时连接已断开，以下是 .* 的状态/))
  await picture(page, 'loom-stale')
  await failing(page, contract.network.info.path)
  await page.reload()
  await expect(page.getByText('设备之间的隧道不受影响')).toBeVisible()
  await expect(page.getByRole('button', { name: '重试' })).toBeVisible()
  await picture(page, 'loom-error')
})

test('at 390 px a card is a sheet at the foot, and nothing is wider than the screen', async ({ signedIn, accounts }) => {
  const { page, owner } = await withFaults(accounts, signedIn, { viewport: { width: 390, height: 844 } })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await grid(page)
    .getByRole('row')
    .nth(2)
    .getByRole('gridcell', { name: /：中断$/ })
    .first()
    .click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('button', { name: '查看排查步骤' })).toBeVisible()
  await sheet.getByRole('button', { name: '打开站点' }).click()
  await expect(page).toHaveURL(new RegExp(`router_name=${owner.hardware[2]}`))
})
