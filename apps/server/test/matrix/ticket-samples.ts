import { randomUUID } from 'node:crypto'
import { digits } from '../../src/kernel/ids.ts'
import { PICTURE } from '../ticket-fixtures.ts'
import type { World } from '../world.ts'
import type { Login } from './people.ts'
import type { Given } from './samples.ts'
import type { Stock } from './things.ts'

type Sample<T> = (given: T, world: World) => Record<string, unknown> | Promise<Record<string, unknown>>

/** Inserts a ticket of a login without the API. */
const aTicket = (world: World, { account_id, login_id }: { account_id: number; login_id: number | null }): Promise<string> =>
  world.asSystem(async ({ sql }) => {
    const ticket_number = digits(14)
    const texts = { create_name: '样本', ticket_title: '样本', ticket_content: '样本样本样本' }
    await sql
      .insertInto('support_ticket')
      .values({ account_id, login_id, ticket_number, ...texts, ticket_type: 1 })
      .execute()
    return ticket_number
  })

/** Inserts a picture that waits for its ticket. */
const aFile = (world: World, whose: { account_id: number; login_id: number }): Promise<string> =>
  world.asSystem(async ({ sql }) => {
    const file_id = randomUUID()
    await sql.insertInto('stored_file').values({ file_id, media_type: 'image/png', size: 0, sha256: '' }).execute()
    await sql
      .insertInto('support_ticket_file')
      .values({ ...whose, file_id })
      .execute()
    return file_id
  })

const named: Sample<Given> = async ({ caller }, world) => ({ ticket_number: await aTicket(world, caller) })
const pictures = async ({ account_id, login_id }: Login, world: World) => ({ file_ids: [await aFile(world, { account_id, login_id })] })

export const ticketSamples: Record<string, Sample<Given>> = {
  'GET ticket/lists': () => ({ limit: 100 }),
  'GET ticket/counts': () => ({ search: '样本' }),
  'GET ticket/info': named,
  'POST ticket/create': async ({ caller }, world) => ({
    title: '样本',
    content: '样本样本样本样本样本',
    type: 1,
    ...(await pictures(caller, world)),
  }),
  'POST ticket/upload_file': () => ({ image: PICTURE }),
  'POST ticket/reply': async (given, world) => ({
    ...(await named(given, world)),
    content: '样本',
    ...(await pictures(given.caller, world)),
  }),
  'POST ticket/appraise': async (given, world) => ({ ...(await named(given, world)), grade: 5, content: '样本' }),
  'POST ticket/close': named,
  'POST ticket/reopen': async (given, world) => {
    const { ticket_number } = (await named(given, world)) as { ticket_number: string }
    await world.asSystem(({ sql }) =>
      sql
        .updateTable('support_ticket')
        .set({ ticket_status: 3, waiting_since: null, close_time: new Date() })
        .where('ticket_number', '=', ticket_number)
        .execute(),
    )
    return { ticket_number }
  },
  'POST ticket/delete': named,
}

async function ofCustomer(world: World, { account_number }: Stock): Promise<{ account_id: number; ticket_number: string }> {
  const { account_id } = await world.asSystem(({ sql }) =>
    sql.selectFrom('account').select('account_id').where('account_number', '=', account_number).executeTakeFirstOrThrow(),
  )
  return { account_id, ticket_number: await aTicket(world, { account_id, login_id: null }) }
}
const atDesk: Sample<Stock> = async (stock, world) => ({ ticket_number: (await ofCustomer(world, stock)).ticket_number })
const newReply = () => ({ title: `样本 ${digits(8)}`, content: '样本' })

export const ticketDeskSamples: Record<string, Sample<Stock>> = {
  'GET tickets/lists': ({ account_number }) => ({ status: 1, waiting: 1, search: '样本', priority: 2, assignee: 'none', account_number }),
  'GET tickets/queue': () => ({ view: 'open' }),
  'GET tickets/info': atDesk,
  'GET tickets/waiting': () => ({}),
  'GET tickets/state': atDesk,
  'GET tickets/customer': atDesk,
  'POST tickets/reply': async (stock, world) => ({ ...(await atDesk(stock, world)), content: '样本', file_ids: [], seen: 0 }),
  'POST tickets/close': atDesk,
  'POST tickets/writing': atDesk,
  'POST tickets/check': async (stock, world) => ({ ...(await atDesk(stock, world)), router_name: stock.device_assigned }),
  'GET tickets/assignees': () => ({}),
  'POST tickets/assign': async (stock, world) => ({ ...(await atDesk(stock, world)), assignee: null, seen_assignee: null }),
  'POST tickets/priority': async (stock, world) => ({ ...(await atDesk(stock, world)), priority: 4, seen_priority: 2 }),
  'POST tickets/note': async (stock, world) => ({ ...(await atDesk(stock, world)), content: '样本' }),
  'POST tickets/merge': async (stock, world) => ({
    ...(await atDesk(stock, world)),
    into: (await ofCustomer(world, stock)).ticket_number,
  }),
  'POST tickets/restore': async (stock, world) => {
    const { ticket_number } = await ofCustomer(world, stock)
    await world.asSystem(({ sql }) =>
      sql
        .updateTable('support_ticket')
        .set({ delete_time: new Date(), delete_name: '样本', waiting_since: null })
        .where('ticket_number', '=', ticket_number)
        .execute(),
    )
    return { ticket_number }
  },
  'POST tickets/upload_file': async (stock, world) => ({ ...(await atDesk(stock, world)), image: PICTURE }),
  'GET replies/lists': () => ({ search: '样本' }),
  'POST replies/create': newReply,
  'POST replies/edit': async (_, world) => {
    const { id } = await world.asSystem(({ sql }) =>
      sql.insertInto('saved_reply').values(newReply()).returning('id').executeTakeFirstOrThrow(),
    )
    return { id: String(id), version: 1, ...newReply() }
  },
  'POST replies/delete': async (_, world) => {
    const { id } = await world.asSystem(({ sql }) =>
      sql.insertInto('saved_reply').values(newReply()).returning('id').executeTakeFirstOrThrow(),
    )
    return { id: String(id) }
  },
}
