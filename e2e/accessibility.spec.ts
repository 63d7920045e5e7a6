import type { Page } from '@playwright/test'
import { contract } from '@weft/contract'
import { pages as consolePages } from '../apps/console/src/app/pages.ts'
import { pages as deskPages } from '../apps/ops/src/app/pages.ts'
import type { Accounts, Owner } from './accounts.ts'
import { expectPageAccessible, follow, loaded } from './axe.ts'
import { test as desk } from './desk.ts'
import { openOperator } from './operators.ts'
import type { Publications } from './publications.ts'
import type { Addresses } from './server.ts'
import { callApi, createNetwork, customerPage } from './sessions.ts'
import { expect, test } from './test.ts'

// The page of a member may be left before its socket is open.
test.use({ tolerated: [/WebSocket is closed before the connection is established/] })
desk.use({ tolerated: [/WebSocket is closed before the connection is established/] })

interface Stop {
  path: string
  title: { zhCN: string }
}
/** The addresses of pages that have to be told what to show, by path. */
type Objects = Record<string, string>

/** Shows one page after another as links do, without loading the app again, and judges each. */
async function tour(page: Page, stops: readonly Stop[], objects: Objects = {}): Promise<void> {
  const [first] = stops.map(({ path }) => objects[path] ?? path)
  await page.goto(first!)
  for (const { path, title } of stops) {
    const address = objects[path] ?? path
    if (address !== first) await follow(page, address)
    // The name of an object may stand before it, and that of the site is behind it.
    await expect(page, path).toHaveTitle(new RegExp(`(^| - )${title.zhCN} - `))
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
    await loaded(page, path)
    expect(new URL(page.url()).pathname).toBe(path)
    await expectPageAccessible(page, path)
  }
}

/** Fills an account with something for each of its pages. */
async function fill(
  owner: Owner,
  { page, accounts, publications, server }: { page: Page; accounts: Accounts; publications: Publications; server: Addresses },
): Promise<Objects> {
  const [hub, lost, well, never] = owner.hardware as [string, string, string, string]
  const operator = await openOperator(page, server, accounts)
  const { id: pop, region } = await operator.pop()
  const network_number = await createNetwork(page, '总部—门店', { center: [hub], point: [lost, well, ...owner.software] })
  const branches = await createNetwork(page, '门店直连', { point: [never] })
  await accounts.connect({ ...owner, hardware: [hub, lost, well] }, { lost })
  await accounts.quality(owner, network_number, [well, hub], { rtt: 35, loss: 0.1 })
  await accounts.past(owner, 12)
  await accounts.incidents(owner)
  await accounts.colleague(owner, { networks: [network_number] })
  const device = await accounts.saasDevice(owner)
  await publications.message(owner.account_id, '成员离线提醒')
  const announcement = await publications.announcement({ title: '核心节点维护', tag: '维护,华东', content: '<h2>影响范围</h2><p>华东</p>' })
  const { ticket_number } = await callApi<{ ticket_number: string }>(page, contract.supportTickets.create.path, {
    title: '打印机离线',
    content: '今天上午九点起，静安店的打印机无法访问。',
    type: 3,
  })
  const { network_ticket_number } = await callApi<{ network_ticket_number: string }>(page, contract.workOrders.create.path, {
    network_number: branches,
    network_ticket_type: 1001,
    ticket: { pop: [region], expired_time: 1, bandwidth: 50 },
    pop_conf: { [region]: [never] },
  })
  await operator.accept(network_ticket_number)
  await operator.complete(network_ticket_number, [pop])
  return {
    '/account/announcements/detail': `/account/announcements/detail?id=${announcement}`,
    '/network/detail': `/network/detail?network_number=${network_number}`,
    '/network/edit': `/network/edit?network_number=${network_number}`,
    '/network/pop_edit': `/network/pop_edit?network_number=${branches}`,
    '/network/ticket_create': `/network/ticket_create?network_number=${network_number}`,
    '/network/ticket_detail': `/network/ticket_detail?network_ticket_number=${network_ticket_number}`,
    '/router/detail': `/router/detail?router_name=${well}`,
    '/saas/detail': `/saas/detail?router_name=${device}`,
    '/ticket/detail': `/ticket/detail?ticket_number=${ticket_number}`,
  }
}

test('each page without a session is accessible', async ({ page }) => {
  await tour(
    page,
    consolePages.filter((one) => one.public),
  )
})

const ofSessions = consolePages.filter((one) => !one.public)
for (const half of [0, 1])
  test(`each page with a session is accessible: ${half === 0 ? 'the first' : 'the second'} half`, async ({
    signedIn,
    accounts,
    publications,
    server,
  }) => {
    const owner = await accounts.owner({ hardware: 4, software: 2, email: `tour${Date.now()}${half}@example.com` })
    const page = await signedIn(owner)
    const objects = await fill(owner, { page, accounts, publications, server })
    const middle = Math.ceil(ofSessions.length / 2)
    await tour(page, half === 0 ? ofSessions.slice(0, middle) : ofSessions.slice(middle), objects)
  })

desk('each page of the desk is accessible', async ({ desk: open, page: stranger, visitor, accounts, publications, server }) => {
  await tour(
    stranger,
    deskPages.filter((one) => one.public),
  )
  const owner = await accounts.owner({ hardware: 4, software: 2 })
  const customer = await customerPage(await visitor({ baseURL: server.console }), owner)
  const filled = await fill(owner, { page: customer, accounts, publications, server })
  const page = await open('admin')
  const { username } = await accounts.operator('sales')
  await page.goto(`/operators?search=${username}`)
  const operator = await page.getByRole('link', { name: username }).getAttribute('href')
  const numberOf = (path: string) => filled[path]!.split('?')[1]!
  await tour(
    page,
    deskPages.filter((one) => !one.public),
    {
      '/accounts/detail': `/accounts/detail?account_number=${owner.account_number}`,
      '/announcements/edit': `/announcements/edit?${numberOf('/account/announcements/detail')}`,
      '/operators/detail': operator!,
      '/tickets/detail': `/tickets/detail?${numberOf('/ticket/detail')}`,
      '/work-orders/detail': `/work-orders/detail?${numberOf('/network/ticket_detail')}`,
    },
  )
})
