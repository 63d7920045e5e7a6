import type { Page } from '@playwright/test'
import { contract } from '@weft/contract'
import type { Accounts, Owner } from './accounts.ts'
import { follow, loaded } from './axe.ts'
import { openOperator } from './operators.ts'
import type { Publications } from './publications.ts'
import type { Addresses } from './server.ts'
import { callApi, createNetwork } from './sessions.ts'
import { expect } from './test.ts'

/** A page of a tour through all pages. */
export interface Stop {
  path: string
  title: { zhCN: string; en: string }
}
/** The addresses of pages that have to be told what to show, by path. */
export type Objects = Record<string, string>

/** The error that a browser reports when a tour leaves the page of a member before its WebSocket is open. */
export const LEFT_EARLY = /WebSocket is closed before the connection is established/

/** Shows one page after another as links do, without loading the app again, and has each looked at once it is loaded. */
export async function visit(
  page: Page,
  stops: readonly Stop[],
  objects: Objects,
  look: (path: string) => Promise<void>,
  language: keyof Stop['title'] = 'zhCN',
): Promise<void> {
  const [first] = stops.map(({ path }) => objects[path] ?? path)
  await page.goto(first!)
  for (const { path, title } of stops) {
    const address = objects[path] ?? path
    if (address !== first) await follow(page, address)
    // The title of a document is that of the page and the name of the site, and in front of them the name of the object, if there is one.
    await expect(page, path).toHaveTitle(new RegExp(`(^| - )${title[language]} - `))
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
    await loaded(page, path)
    await look(path)
  }
}

/** Fills an account with something for each of its pages. */
export async function fill(
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

/** Returns the addresses of the desk's pages of one object each, as `fill` does for the console. */
export async function deskObjects(page: Page, accounts: Accounts, owner: Owner, filled: Objects): Promise<Objects> {
  const { username } = await accounts.operator('sales')
  await page.goto(`/operators?search=${username}`)
  const operator = await page.getByRole('link', { name: username }).getAttribute('href')
  const numberOf = (path: string) => filled[path]!.split('?')[1]!
  return {
    '/accounts/detail': `/accounts/detail?account_number=${owner.account_number}`,
    '/announcements/edit': `/announcements/edit?${numberOf('/account/announcements/detail')}`,
    '/operators/detail': operator!,
    '/tickets/detail': `/tickets/detail?${numberOf('/ticket/detail')}`,
    '/work-orders/detail': `/work-orders/detail?${numberOf('/network/ticket_detail')}`,
  }
}
