import type { Page } from '@playwright/test'
import type { NetworkInfo } from '@weft/contract'
import type { Accounts, Owner } from './accounts.ts'
import { expectAccessible, looks, moved, settled } from './axe.ts'
import { callApi, createNetwork } from './sessions.ts'
import { expect, test } from './test.ts'

const NAME = '总部—门店'
const drawer = (page: Page) => page.locator('.ant-drawer-content-wrapper')
const press = (page: Page, name: string) => drawer(page).getByRole('button', { name, exact: true }).click()
const info = (page: Page, network_number: string) => callApi<NetworkInfo>(page, `network/info?network_number=${network_number}`)

const anOwner = (accounts: Accounts) => accounts.owner({ hardware: 4, services: { network_center: 1 } })
/** Creates a network of two centers and two branches. */
async function aNetwork(page: Page, { hardware }: Owner) {
  const [one, two, point, other] = hardware as [string, string, string, string]
  return { one, two, point, network_number: await createNetwork(page, NAME, { center: [one, two], point: [point, other] }) }
}
/** Opens a panel over the settings page: by its address if no page is open yet, otherwise within the page. */
async function openPanel(page: Page, network_number: string, panel: string, node?: string) {
  const open = page.url() === 'about:blank' ? settled : moved
  await open(page, `/network/detail?network_number=${network_number}&tab=settings&panel=${panel}${node ? `&node=${node}` : ''}`, NAME)
  await expect(drawer(page).getByRole('button', { name: /^(保存|启用|保存)$/ })).toBeEnabled()
}
/** Agrees to the question, if members are disturbed, and waits until the drawer is closed. */
async function saved(page: Page) {
  const question = page.getByRole('dialog', { name: '有成员的连接会中断' })
  await question.or(page.locator('body:not(:has(.ant-drawer-content-wrapper))')).first().waitFor()
  if (await question.isVisible()) await question.getByRole('button', { name: /^(保存|启用|保存)$/ }).click()
  await expect(drawer(page)).toHaveCount(0)
}

test('every panel saves what is typed, and the page then shows it', async ({ signedIn, accounts }) => {
  const owner = await anOwner(accounts)
  const page = await signedIn(owner)
  const { network_number, one, two, point } = await aNetwork(page, owner)
  const now = () => info(page, network_number)
  const member = async (name: string) => (await now()).member.find(({ router_name }) => router_name === name)!
  const card = (name: string) => page.getByRole('region', { name, exact: true })

  await settled(page, `/network/detail?network_number=${network_number}&tab=settings`, NAME)
  await card('DNS').getByRole('button', { name: '编辑 DNS' }).click()
  await drawer(page).getByLabel('DNS 1').fill('223.5.5.5')
  await press(page, '保存')
  await saved(page)
  await expect(card('DNS').getByText('223.5.5.5')).toBeVisible()
  await expect(page.locator('.setting-flash')).toHaveCount(1)
  await expect(card('DNS').locator('.setting-flash')).toBeAttached()
  await expect(card('DNS').getByRole('button', { name: '编辑 DNS' })).toBeFocused()

  await openPanel(page, network_number, 'prefix', point)
  await press(page, '批量粘贴')
  await drawer(page).getByLabel('每行一条，例如 10.1.0.0/16').fill('10.20.0.0/16\n10.21.7.7/16\n10.20.0.0/16')
  await expect(drawer(page).getByText('已将 10.21.7.7/16 更正为 10.21.0.0/16')).toBeVisible()
  await expect(drawer(page).getByText('与第 1 行重复')).toBeVisible()
  await press(page, '添加 2 行')
  await press(page, '收起')
  await drawer(page).getByLabel('第 2 行掩码').press('Enter')
  await page.keyboard.type('10.22.0.0/24')
  await press(page, '保存')
  await saved(page)
  await expect(card('路由前缀').getByText('共 3 条')).toBeVisible()
  const rules = await callApi<{ ip: string; mask: number }[]>(page, `network/prefix?network_number=${network_number}`)
  expect(rules.map(({ ip, mask }) => `${ip}/${mask}`)).toEqual(['10.20.0.0/16', '10.21.0.0/16', '10.22.0.0/24'])

  await openPanel(page, network_number, 'center_segments', one)
  const segment = drawer(page).getByLabel('网段', { exact: true }).first()
  await segment.fill('10.20.16.0')
  await expect(drawer(page).getByText(`与成员 ${point} 的路由前缀的 10.20.0.0/16 重叠`)).toBeVisible()
  await segment.fill('10.200.1.5')
  await press(page, '改为 10.200.0.0')
  await press(page, '保存')
  await saved(page)
  expect((await member(one)).gateway?.router).toEqual({ gateway: '10.200.0.0', mask: 20 })

  await openPanel(page, network_number, 'fixed_port', one)
  await drawer(page).getByLabel('公网 IP').first().fill('203.0.113.7')
  await drawer(page).getByLabel('公网端口').first().fill('6000')
  await drawer(page).getByLabel('本地端口').first().fill('6001')
  await press(page, '保存')
  await saved(page)
  expect((await member(one)).fixed_port?.router).toEqual({ public_ip: '203.0.113.7', public_port: 6000, static_port: 6001 })

  await openPanel(page, network_number, 'routing')
  await drawer(page).getByText('优先使用主中心，主中心故障时切换到备中心').click()
  await drawer(page).getByRole('combobox', { name: '主中心' }).click()
  await page.getByTitle(two).click()
  await press(page, '保存')
  await saved(page)
  expect((await now()).routing).toEqual({ type: 2, main_router: two, secondary_router: one })

  await openPanel(page, network_number, 'center_link')
  await drawer(page).getByRole('combobox', { name: '服务端' }).click()
  await page.getByTitle(one).click()
  await drawer(page).getByText('通过网段互联，无需公网端口').click()
  await drawer(page)
    .getByRole('button', { name: /^使用空闲网段/ })
    .click()
  await press(page, '启用')
  await saved(page)
  await expect(card('双中心互联').getByText(/^已启用，网段 10\.128\./)).toBeVisible()

  await openPanel(page, network_number, 'center_link_segment')
  await drawer(page).getByLabel('网段', { exact: true }).fill('10.9.0.0')
  await press(page, '保存')
  await saved(page)
  await expect(card('双中心互联').getByText('已启用，网段 10.9.0.0/24')).toBeVisible()

  await openPanel(page, network_number, 'ip_pool')
  const row = drawer(page).getByLabel(`中心 ${two} 的软件互联网段 网段`)
  await row.fill('10.9.0.0')
  await expect(drawer(page).getByText('与双中心互联网段的 10.9.0.0/24 重叠')).toBeVisible()
  await row.fill('10.210.0.0')
  await press(page, '保存')
  await saved(page)
  expect((await member(two)).gateway?.software).toEqual({ gateway: '10.210.0.0', mask: 20 })
  await expect(card('网段总览').getByText('10.210.0.0/20')).toBeVisible()

  await openPanel(page, network_number, 'center_link')
  await press(page, '关闭互联')
  await page.getByRole('dialog', { name: '关闭双中心互联' }).getByRole('button', { name: '关闭互联' }).click()
  await expect(card('双中心互联').getByText('未开启')).toBeVisible()

  await card('加密算法').getByText('国密算法（SM 系列）').click()
  await card('加密算法').getByRole('button', { name: '保存' }).click()
  await page.getByRole('dialog', { name: '切换加密算法' }).getByRole('button', { name: '切换' }).click()
  await expect.poll(async () => (await now()).ncp_ciphers).toBe('sm')
  await card('基本信息').getByRole('button', { name: '重命名' }).click()
  await card('基本信息').getByRole('textbox').fill('新总部')
  await card('基本信息').getByRole('textbox').press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '新总部' })).toBeVisible()
})

test('a user who saves over an outdated revision sees what others changed, and chooses', async ({ signedIn, accounts }) => {
  const owner = await anOwner(accounts)
  const page = await signedIn(owner)
  const { network_number } = await aNetwork(page, owner)
  const colleague = await signedIn(owner)
  await openPanel(page, network_number, 'dns')
  await openPanel(colleague, network_number, 'dns')
  await drawer(colleague).getByLabel('DNS 1').fill('223.6.6.6')
  await press(colleague, '保存')
  await saved(colleague)

  const notice = drawer(page).getByText(new RegExp(`^${owner.username} 在 .+ 修改了组网：DNS 由无改为 223\\.6\\.6\\.6$`))
  await drawer(page).getByLabel('DNS 1').fill('223.5.5.5')
  await press(page, '保存')
  const compare = page.getByRole('button', { name: '对比并合并' })
  await expect(page.getByText(new RegExp(`^${owner.username} 在 \\d\\d:\\d\\d 改过 DNS，您看到的是旧值`))).toBeVisible()
  await expectAccessible(page, 'a change that was not saved')
  await compare.click()
  await expect(notice).toBeVisible()
  await expect(page.getByText('内容已被他人修改，请刷新后重试')).toHaveCount(0)
  await expect(drawer(page).getByLabel('DNS 1')).toHaveValue('223.5.5.5')
  await expectAccessible(page, 'a stale edit')
  await press(page, '载入最新')
  await expect(drawer(page).getByLabel('DNS 1')).toHaveValue('223.6.6.6')
  await expect(notice).toHaveCount(0)

  await callApi(colleague, 'network/dns', { network_number, dns: ['1.2.3.4'] })
  await drawer(page).getByLabel('DNS 1').fill('223.5.5.5')
  await press(page, '保存')
  await compare.click()
  await expect(drawer(page).getByText(/改为 1\.2\.3\.4$/)).toBeVisible()
  await press(page, '仍然保存')
  await saved(page)
  expect((await info(page, network_number)).network_dns).toEqual(['223.5.5.5'])
})

test('a segment that another network uses is refused during typing, and a free one is offered', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ hardware: 5, services: { network_center: 1, network_member: 5 } })
  const page = await signedIn(owner)
  const { network_number, one } = await aNetwork(page, owner)
  const fifth = owner.hardware[4]!
  const other = await createNetwork(page, 'ERP 专网', { center: [fifth] })
  const { gateway } = (await info(page, other)).member[0]!
  const { gateway: theirs, mask } = gateway!.router

  await openPanel(page, network_number, 'center_segments', one)
  await drawer(page).getByLabel('网段', { exact: true }).first().fill(theirs)
  await expect(drawer(page).getByText(`与组网「ERP 专网」中心 ${fifth} 的硬件互联网段的 ${theirs}/${mask} 重叠`)).toBeVisible()
  await drawer(page)
    .getByRole('button', { name: /^使用空闲网段/ })
    .click()
  await press(page, '保存')
  await saved(page)
})

test('an account with advanced routing sets the range of lengths of a prefix within its limits', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ hardware: 4, services: { network_center: 1, quagga: 1, quagga_advanced: 1 } })
  const page = await signedIn(owner)
  const { network_number, point } = await aNetwork(page, owner)
  await openPanel(page, network_number, 'prefix', point)
  await expect(drawer(page).getByRole('button', { name: '添加一行' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('10.30.0.0/16')
  await drawer(page).getByLabel('第 1 行ge').fill('16')
  await expect(drawer(page).getByText('ge 必须大于掩码')).toBeVisible()
  await drawer(page).getByLabel('第 1 行ge').fill('24')
  await drawer(page).getByLabel('第 1 行le').fill('20')
  await expect(drawer(page).getByText('ge 不能大于 le')).toBeVisible()
  await drawer(page).getByLabel('第 1 行le').fill('28')
  await expectAccessible(page, 'advanced prefixes')
  await press(page, '保存')
  await saved(page)
  await expect(page.getByRole('region', { name: '路由前缀', exact: true }).getByText('10.30.0.0/16 ge 24 le 28')).toBeVisible()
  const rules = await callApi<{ ge: number; le: number }[]>(page, `network/prefix?network_number=${network_number}`)
  expect(rules).toMatchObject([{ ip: '10.30.0.0', mask: 16, permission: 'permit', ge: 24, le: 28 }])
})

test('a panel closes if its member leaves the network', async ({ signedIn, accounts }) => {
  const owner = await anOwner(accounts)
  const page = await signedIn(owner)
  const { network_number, point } = await aNetwork(page, owner)
  await openPanel(page, network_number, 'prefix', point)
  await press(page, '添加一行')
  await page.keyboard.type('10.30.0.0/16')
  await callApi(page, 'network/remove_member', { network_number, router_name: point })
  await press(page, '保存')
  await expect(page.getByText('成员不在该组网中').first()).toBeVisible()
  await expect(drawer(page)).toHaveCount(0)
  await expect(page.getByRole('tab', { name: '成员 3' })).toBeVisible()
})

test('a panel closes with a message if its network is deleted', async ({ signedIn, accounts }) => {
  const owner = await anOwner(accounts)
  const page = await signedIn(owner)
  const { network_number } = await aNetwork(page, owner)
  await openPanel(page, network_number, 'dns')
  await drawer(page).getByLabel('DNS 1').fill('223.5.5.5')
  await callApi(page, 'network/delete', { network_number })
  await press(page, '保存')
  await expect(page.getByText('组网不存在')).toBeVisible()
  await expect(drawer(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: '组网列表' })).toBeVisible()
})

for (const { name, options } of looks)
  test(`the settings of a network and their panels are accessible: ${name}`, async ({ signedIn, accounts }) => {
    const owner = await anOwner(accounts)
    const page = await signedIn(owner, options)
    const { network_number, point } = await aNetwork(page, owner)
    await callApi(page, 'network/edit_prefix', { network_number, router_name: point, prefix: [{ ip: '10.20.0.0', mask: 16 }] })
    await settled(page, `/network/detail?network_number=${network_number}&tab=settings`, NAME)
    await expect(page.getByText('共 1 条')).toBeVisible()
    await expectAccessible(page, 'the settings')
    const ways = ['编辑 DNS', '编辑网段', '编辑端口', '编辑 主备线路', '编辑 双中心互联', '编辑 IP 地址池', `编辑 ${point} 路由前缀`]
    for (const way of ways) {
      await page.getByRole('button', { name: way, exact: true }).first().click()
      await expect(drawer(page).getByRole('button', { name: /^(保存|启用)$/ })).toBeEnabled()
      await expectAccessible(page, way)
      if (way !== ways.at(-1)) await press(page, '取消')
    }
    await press(page, '批量粘贴')
    await drawer(page).getByLabel('每行一条，例如 10.1.0.0/16').fill('10.1.0.0/16\nabc')
    await expectAccessible(page, 'many prefixes')
  })

test('in a network without centers, a member with a fixed port is dialled by the others', async ({ signedIn, accounts }) => {
  const owner = await anOwner(accounts)
  const page = await signedIn(owner)
  const point = owner.hardware.slice(0, 3) as [string, string, string]
  const network_number = await createNetwork(page, NAME, { center: [], point })
  const links = `/network/detail?network_number=${network_number}&tab=links`
  await settled(page, links, NAME)
  await expect(page.getByText('成员都没有公网地址，无法互相拨入', { exact: false })).toBeVisible()

  await settled(page, `${links}&panel=fixed_port&node=${point[1]}`, NAME)
  await expect(drawer(page).getByText('其他成员从该公网地址拨入此成员', { exact: false })).toBeVisible()
  const fill = (label: string, value: string) => drawer(page).getByLabel(label).first().fill(value)
  await fill('公网 IP', '203.0.113.7')
  await fill('公网端口', '6000')
  await fill('本地端口', '6001')
  await press(page, '保存')
  await saved(page)
  await expect(page.getByText('点对点链路')).toHaveCount(2)
  await expect(page.getByText('2 个没有公网地址的成员之间没有直连链路')).toBeVisible()
  await expectAccessible(page, 'links of a network without centers')
})
