import { contract } from '@weft/contract'
import { holding, liveConnection } from './failures.ts'
import { picture } from './picture.ts'
import { createNetwork } from './sessions.ts'
import { expect, test } from './test.ts'

test('the page of a member and the list say what is broken, what is normal for a client, and what it does not know yet or cannot know', async ({
  signedIn,
  accounts,
}) => {
  const owner = await accounts.owner({ hardware: 6, software: 2, services: { network_center: 2 } })
  const [hub, spare, lost, broken, well, never] = owner.hardware as [string, string, string, string, string, string]
  const page = await signedIn(owner)
  const cut = await liveConnection(page)
  const network_number = await createNetwork(page, '总部—门店', {
    center: [hub, spare],
    point: [lost, broken, well, never, ...owner.software],
  })
  await accounts.connect({ ...owner, hardware: [hub, spare, lost, broken, well] }, { lost, broken })
  const open = async (name: string, on = page) => {
    await on.goto(`/router/detail?router_name=${encodeURIComponent(name)}`)
    await expect(on.getByRole('heading', { level: 1, name: owner.names[name]! })).toBeVisible()
    await expect(on.getByRole('heading', { name: '连通路径' })).toBeVisible()
  }
  await open(lost)
  await expect(page.getByText('断电或上网线路中断的可能性最大')).toBeVisible()
  await picture(page, 'site')
  await open(broken)
  await expect(page.getByRole('region', { name: '连通路径' }).getByText('中断').first()).toBeVisible()
  await picture(page, 'site-degraded')
  await open(never)
  await expect(page.getByText('等待首次上线').first()).toBeVisible()
  await expect(page.getByRole('button', { name: '复制开通步骤' })).toBeVisible()
  await picture(page, 'site-never')
  await accounts.signIn(owner, owner.software[0]!, network_number, { signedOut: true })
  await open(owner.software[0]!)
  await expect(page.getByText('未登录，属于正常状态')).toBeVisible()
  await expect(page.getByRole('button', { name: '复制登录说明' })).toBeVisible()
  await picture(page, 'site-softoff')
  await accounts.signIn(owner, owner.software[1]!, network_number)
  await open(owner.software[1]!)
  await expect(page.getByText(/^已登录 3 小时/).first()).toBeVisible()
  await expect(page.getByText('Windows · 客户端 2.4.1')).toBeVisible()
  await expect(page.getByText('7 天登录时长')).toBeVisible()
  await expect(page.getByText('11.0 小时')).toBeVisible()
  await expect(page.getByRole('button', { name: '强制下线' })).toBeVisible()
  await picture(page, 'site-soft')

  await page.goto('/router/lists')
  const rows = page.getByRole('row')
  await expect(rows.nth(1)).toContainText(owner.names[lost]!)
  await expect(rows.nth(1)).toContainText(/失联 \d+ 分钟/)
  await expect(rows.nth(2)).toContainText(owner.names[broken]!)
  await expect(rows.filter({ hasText: owner.software[0]! })).toContainText('未登录')
  await picture(page, 'members')

  const reader = await signedIn(await accounts.colleague(owner))
  await open(lost, reader)
  await expect(reader.getByText('只读', { exact: true })).toBeVisible()
  await expect(reader.getByText('断电或上网线路中断的可能性最大')).toBeVisible()
  await picture(reader, 'site-noperm')

  const known = await holding(page, contract.router.info.path)
  await page.goto(`/router/detail?router_name=${well}`)
  await expect(page.getByRole('status', { name: '正在加载', exact: true })).toBeVisible()
  await picture(page, 'site-loading')
  known()
  await expect(page.getByRole('heading', { level: 1, name: owner.names[well]! })).toBeVisible()
  await expect(page.getByRole('heading', { name: '连通路径' })).toBeVisible()
  await picture(page, 'site-ok')
  await cut(page.getByText(/^实时连接已断开/).first())
  await picture(page, 'site-stale')
})
