import type { Page } from '@playwright/test'
import { picture } from './picture.ts'
import { callApi, createNetwork } from './sessions.ts'
import { expect, test } from './test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Opens the overview and the palette on it, and returns the palette. */
async function openPalette(page: Page) {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: '搜索或执行操作' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  return palette
}

test('the command palette lists what needs attention, asks for the argument of an action, and says why an action is not permitted', async ({
  signedIn,
  accounts,
}) => {
  const owner = await accounts.owner({ hardware: 3 })
  const [hub, branch, lost] = owner.hardware as [string, string, string]
  const page = await signedIn(owner)
  const network_number = await createNetwork(page, '华东生产网', { center: [hub], point: [branch, lost] })
  await callApi(page, 'network/edit_prefix', { network_number, router_name: lost, prefix: [{ ip: '192.168.13.0', mask: 24 }] })
  await accounts.connect(owner, { lost })
  const palette = await openPalette(page)
  await expect(palette.getByRole('group', { name: '现在要处理' }).getByRole('option', { name: /失联/ })).toBeVisible()
  await picture(page, 'palette-idle')
  await page.keyboard.type(`${owner.names[branch]} 前缀`)
  await expect(palette.getByRole('option', { name: `给 ${owner.names[branch]} 加路由前缀…` })).toBeVisible()
  await picture(page, 'palette')
  await page.keyboard.press('Enter')
  await page.keyboard.type('192.168.40.0/24')
  await expect(palette.getByText('192.168.40.0/24 没有与其他成员重叠')).toBeVisible()
  await picture(page, 'palette-arg')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('192.168.400.0/24')
  await expect(palette.getByText('请输入正确的网段，例如 192.168.40.0/24')).toBeVisible()
  await picture(page, 'palette-wrong')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('192.168.12.0/22')
  await expect(palette.getByText(`与 ${owner.names[lost]} 的 192.168.13.0/24 重叠`)).toBeVisible()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('192.168.13.0/24')
  await expect(palette.getByText(`与 ${owner.names[lost]} 的 192.168.13.0/24 相同`)).toBeVisible()
  await expect(palette.getByText('两个成员不能发布同一个网段，双中心除外')).toBeVisible()
  await expect(palette.getByRole('option', { name: `打开 ${owner.names[lost]}` })).toBeVisible()
  await expect(palette.getByRole('option', { name: '立即下发' })).toHaveCount(0)
  await picture(page, 'palette-bad')
  await expect(palette.getByRole('option', { name: '改为空闲的 192.168.14.0/24' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(palette.getByText('192.168.14.0/24 没有与其他成员重叠')).toBeVisible()
  await page.keyboard.press('Escape')

  const reader = await signedIn(await accounts.colleague(owner))
  const ofReader = await openPalette(reader)
  await reader.keyboard.type(`${owner.names[branch]} 前缀`)
  await expect(ofReader.getByText('没有修改权限，请联系主账号管理员').first()).toBeVisible()
  await picture(reader, 'palette-noperm')
  await reader.keyboard.press('Control+a')
  await reader.keyboard.type('上海 重启')
  await expect(ofReader.getByText('没有找到「上海 重启」')).toBeVisible()
  await expect(ofReader.getByRole('group', { name: '相近的操作' }).getByText(`给 ${owner.names[branch]} 重新拨号`)).toBeVisible()
  await picture(reader, 'palette-none')
})

test('an unknown URL shows that the page does not exist, and a link to the sign-in or overview', async ({ page, signedIn, accounts }) => {
  await page.goto('/no/such/page')
  await expect(heading(page, '页面不存在')).toBeVisible()
  await page.getByRole('link', { name: '返回登录' }).click()
  await expect(heading(page, '登录')).toBeVisible()
  const ownerPage = await signedIn(await accounts.owner())
  await ownerPage.goto('/no/such/page')
  await ownerPage.getByRole('link', { name: '返回概览' }).click()
  await expect(heading(ownerPage, '概览')).toBeVisible()
})

test('the command palette finds tickets, messages, sub-accounts and settings, and none to which a login has no right', async ({
  signedIn,
  accounts,
  publications,
}) => {
  const owner = await accounts.owner({ hardware: 1 })
  const colleague = await accounts.colleague(owner, { networks: [] })
  const page = await signedIn(owner)
  await createNetwork(page, '华东生产网', { point: owner.hardware })
  await callApi(page, 'ticket/create', { title: '水星机房断线', type: 1, content: '今天早上机房与总部断开' })
  await publications.message(owner.account_id, '水星机房割接')
  const palette = await openPalette(page)
  const found = (group: string, name: RegExp) => palette.getByRole('group', { name: group }).getByRole('option', { name })
  const search = (text: string) => palette.getByRole('combobox').fill(text)
  await search('水星')
  await expect(found('工单', /水星机房断线/)).toBeVisible()
  await expect(found('消息', /水星机房割接/)).toBeVisible()
  const [name = ''] = colleague.username.split('@')
  await search(name)
  await expect(found('子账号', new RegExp(name))).toBeVisible()
  await search('两步验证')
  await expect(found('设置', /账号主页/)).toBeVisible()
  await search('华东 DNS')
  await expect(found('设置', /DNS/)).toBeVisible()
  await search('水星机房断')
  await found('工单', /水星机房断线/).click()
  await expect(heading(page, '水星机房断线')).toBeVisible()

  const limited = await signedIn(colleague)
  const ofLimited = await openPalette(limited)
  await ofLimited.getByRole('combobox').fill(name)
  await expect(ofLimited.getByText(`没有找到「${name}」`)).toBeVisible()
  await ofLimited.getByRole('combobox').fill('访问密钥')
  await expect(ofLimited.getByText('没有找到「访问密钥」')).toBeVisible()
})
