import { liveConnection } from './failures.ts'
import { picture } from './picture.ts'
import { createNetwork } from './sessions.ts'
import { expect, test } from './test.ts'

test('the page of a member says what is broken, what is normal for a client, and what it cannot know', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ hardware: 6, software: 2, services: { network_center: 2 } })
  const [hub, spare, lost, broken, well, never] = owner.hardware as [string, string, string, string, string, string]
  const page = await signedIn(owner)
  const cut = await liveConnection(page)
  await createNetwork(page, '总部—门店', { center: [hub, spare], point: [lost, broken, well, never, ...owner.software] })
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
  await open(owner.software[0]!)
  await expect(page.getByRole('button', { name: '复制登录说明' })).toBeVisible()
  await picture(page, 'site-softoff')

  const reader = await signedIn(await accounts.colleague(owner))
  await open(lost, reader)
  await expect(reader.getByText('只读', { exact: true })).toBeVisible()
  await expect(reader.getByText('断电或上网线路中断的可能性最大')).toBeVisible()
  await picture(reader, 'site-noperm')

  await open(well)
  await picture(page, 'site-ok')
  await cut(page.getByText(/^实时连接已断开/).first())
  await picture(page, 'site-stale')
})
