import { randomBytes, randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { opsContract } from '@weft/contract'
import type { Accounts } from './accounts.ts'
import type { Addresses } from './server.ts'

/** Signs an operator in, and returns actions on POPs, orders, tickets and documents through the API. */
export async function openOperator(page: Page, server: Addresses, accounts: Accounts) {
  const send = async <T>(path: string, data: object, headers = {}): Promise<T> => {
    const answer = await page.request.post(`${server.ops}/ops/v1/${path}`, { data, headers })
    const { code, msg, data: output } = await answer.json()
    if (code !== 200) throw new Error(`${path} answered ${code} ${msg}`)
    return output as T
  }
  const { access_token } = await send<{ access_token: string }>(opsContract.session.login.path, await accounts.operator())
  const call = <T>(path: string, data: object) => send<T>(path, data, { authorization: `Bearer ${access_token}` })
  return {
    /** Creates a POP in a region of its own, because all accounts are offered the same regions. */
    async pop(): Promise<{ id: string; region: string }> {
      const region = `${['上海', '北京', '广州'][randomInt(3)]}${randomBytes(3).toString('hex')}`
      const pop = { name: region, region, public_ip: `198.51.100.${1 + randomInt(250)}`, port: 1194, capacity: 1_000_000 }
      return { region, ...(await call<{ id: string }>(opsContract.pops.create.path, pop)) }
    },
    accept: (network_ticket_number: string) => call(opsContract.workOrders.accept.path, { network_ticket_number }),
    /** Replies to a support ticket. */
    answer: (ticket_number: string, content: string) => call(opsContract.tickets.reply.path, { ticket_number, content }),
    /** Gives a support ticket that nobody handles to an operator. */
    give: (ticket_number: string, assignee: string) =>
      call(opsContract.tickets.assign.path, { ticket_number, assignee, seen_assignee: null }),
    /** Creates a help document, below another or at the top. */
    document: (title: string, parent_id: string | null = null) =>
      call<{ id: string }>(opsContract.documents.create.path, { title, content: '<p>正文</p>', parent_id }),
    deleteDocument: (id: string) => call(opsContract.documents.delete.path, { id }),
    complete: (network_ticket_number: string, areas: string[]) =>
      call(opsContract.workOrders.complete.path, { network_ticket_number, areas }),
  }
}
