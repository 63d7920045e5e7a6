import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { ABSOLUTE_SECONDS, queueViews } from '@weft/contract'
import { buildApps } from '../apps/server/src/build-apps.ts'
import { token } from '../apps/server/src/kernel/ids.ts'
import { digest } from '../apps/server/src/kernel/secrets.ts'
import { answered } from './ask.ts'
import { CHROMIUM } from './browser.ts'
import { inTemporaryFolder, ROOT } from './child.ts'
import { type Owner, seedAccount, seedSessions, withClient } from './data.ts'
import { atMost, type Bench, median, round } from './figure.ts'
import { type Server, withServer } from './server.ts'

const ACCOUNTS = 10_000
const TICKETS = 100_000
/** Operators at work at once: each request adds an entry to their one audit chain, which is written together with those of the others. */
const OPERATORS = 4
/** A session may make 600 calls a minute, and so may an operator. */
const TOKENS = 200
const SECONDS = 6
const P95_MS = 60
const REPLIES = 200
const PICTURES = 60
const OPENED_MS = 1000
const ROUNDS = 5

const atDesk: [what: string, query: string][] = [
  ['the newest', ''],
  ['page 500', 'page=500'],
  ['the queue', 'waiting=1'],
  ['the queue, page 500', 'waiting=1&page=500'],
  ['closed ones', 'status=3'],
  ['a part of a number', 'search=00123'],
  ['three characters of a title', `search=${encodeURIComponent('打印机')}`],
  ['two characters of a title', `search=${encodeURIComponent('续期')}`],
  ['a word that a few titles have', `search=${encodeURIComponent('雁塔店')}`],
  ['a part of an owner’s name', 'search=customer99'],
  ['two characters that all customers have', `search=${encodeURIComponent('客户')}`],
  ['two characters that nobody wrote', `search=${encodeURIComponent('没样')}`],
  ['what nobody wrote', `search=${encodeURIComponent('没有这样的')}`],
]

const ofAccounts: [what: string, query: string][] = [
  ['the newest', ''],
  ['page 500', 'page=500'],
  ['a part of a number', 'search=00123'],
  ['a part of an owner’s name', 'search=customer99'],
  ['two characters that all have', `search=${encodeURIComponent('客户')}`],
  ['whom nobody knows', `search=${encodeURIComponent('没有这样的')}`],
]

/** Measures the operators' lists over all accounts and tickets, and one long ticket as its customer opens it. */
export const tickets: Bench = async (say) => {
  await buildApps(say, new AbortController().signal)
  return withServer(async (server) => {
    const owner = await seedAccount(server.database, 'benchowner', { members: 10, networks: 1 })
    await seedTickets(server.database)
    const operators = await seedOperators(server.database)
    const customers = await seedSessions(server.database, owner, TOKENS)
    const number = await seedLongTicket(server.database, owner)
    return inTemporaryFolder(async (dir) => {
      const figures = []
      const ask = async (what: string, url: string, path: string, tokens: string[]) => {
        const { p95_ms, per_second, refused } = await answered(dir, { url, path, tokens, connections: OPERATORS, seconds: SECONDS })
        say(`${what}: ${Math.round(per_second)}/s, p95 ${round(p95_ms)} ms, ${refused} refused`)
        figures.push(atMost(`${what}, ${OPERATORS} connections: p95`, P95_MS, p95_ms, 'ms'))
      }
      for (const [what, query] of atDesk)
        await ask(`tickets/lists, ${TICKETS} tickets, ${what}`, server.ops, `/ops/v1/tickets/lists?limit=10&${query}`, operators)
      for (const [what, query] of ofAccounts)
        await ask(`accounts/lists, ${ACCOUNTS} accounts, ${what}`, server.ops, `/ops/v1/accounts/lists?limit=10&${query}`, operators)
      for (const view of queueViews)
        await ask(`tickets/queue, ${TICKETS} tickets, ${view}`, server.ops, `/ops/v1/tickets/queue?view=${view}`, operators)
      await ask(`tickets/waiting, ${TICKETS} tickets`, server.ops, '/ops/v1/tickets/waiting', operators)
      await ask(`ticket/info, ${REPLIES} replies`, server.console, `/api/v1/ticket/info?ticket_number=${number}`, customers)
      figures.push(await opened(server, customers[0]!, number, say))
      return figures
    })
  })
}

/** Writes accounts with owners, and tickets spread over them: a tenth waits, a tenth is being answered, the others are closed. */
const seedTickets = (database: string): Promise<void> =>
  withClient(database, async (client) => {
    await client.query(
      `insert into account (account_number, sign) select lpad(i::text, 8, '0'), 'bench' || lpad(i::text, 6, '0') from generate_series(1, $1::int) i`,
      [ACCOUNTS],
    )
    await client.query(
      `insert into login (account_id, ram, username, nickname, password_hash)
       select account_id, 0, 'customer' || account_id, '客户' || account_id, 'none' from account where sign like 'bench0%'`,
    )
    await client.query(
      `insert into support_ticket (account_id, ticket_number, login_id, create_name, ticket_title, ticket_content, ticket_type, ticket_status, create_time, waiting_since, due_time)
       select l.account_id, lpad(i::text, 14, '20260101000000'), l.login_id, l.nickname,
         (array['西安雁塔店', '上海静安店', '北京朝阳店', '广州天河店', '成都锦江店'])[1 + i % 997 % 5] ||
           (array['打印机离线', '咨询 POP 资源续期', '夜间频繁掉线', '如何开通子账号', '无法访问 ERP'])[1 + i % 5] || i,
         repeat('今天上午九点起无法访问。', 20), (array[1, 2, 3, 4, 6])[1 + i % 5], case when i % 10 = 0 then 1 when i % 10 = 1 then 2 else 3 end,
         now() - i * interval '5 minutes', case when i % 10 = 0 then now() - i * interval '5 minutes' end,
         case when i % 10 = 0 then now() - i * interval '5 minutes' + interval '1 day' end
       from (select account_id, login_id, nickname, row_number() over (order by account_id) - 1 as n from login where nickname like '客户%') l
       join generate_series(1, $1::int) i on l.n = i % $2::int`,
      [TICKETS, ACCOUNTS],
    )
    await client.query('vacuum (analyze) account, login, support_ticket')
  })

const seedOperators = (database: string): Promise<string[]> =>
  withClient(database, async (client) => {
    const tokens = Array.from({ length: TOKENS }, () => token())
    await client.query(
      `with made as (
         insert into operator (username, password_hash, role) select 'desk' || i, 'none', 'support' from generate_series(1, $1::int) i returning operator_id)
       insert into operator_session (token_hash, operator_id, create_time, expire_time, address)
       select t.hash, m.operator_id, now(), now() + interval '1 hour', '127.0.0.1'
       from (select operator_id, row_number() over () as n from made) m join unnest($2::bytea[]) with ordinality t(hash, n) using (n)`,
      [TOKENS, tokens.map(digest)],
    )
    return tokens
  })

/** Writes a ticket with many replies, some with a picture, and returns its number. */
const seedLongTicket = (database: string, { account_id, login_id }: Owner): Promise<string> =>
  withClient(database, async (client) => {
    const number = '20270101000001'
    await client.query(
      `insert into support_ticket (account_id, ticket_number, login_id, create_name, ticket_title, ticket_content, ticket_type, ticket_status)
       values ($1, $2, $3, '客户', '一个很长的工单', '今天上午九点起无法访问。', 2, 2)`,
      [account_id, number, login_id],
    )
    const { rows } = await client.query<{ reply_id: string }>(
      `insert into support_ticket_reply (account_id, ticket_number, side, reply_name, dialogue_content)
       select $1, $2, case i % 2 when 0 then 'support' else 'customer' end, '客服', repeat('请重启路由器后再试一次。', 1 + i % 8)
       from generate_series(1, $3::int) i returning reply_id`,
      [account_id, number, REPLIES],
    )
    const bytes = readFileSync(join(ROOT, 'handbook/02-network/images/network-list.png'))
    for (let i = 0; i < PICTURES; i++) {
      const file_id = randomUUID()
      await client.query(`insert into stored_file (file_id, media_type, size, sha256) values ($1, 'image/png', $2, '')`, [
        file_id,
        bytes.length,
      ])
      await client.query(`insert into file_chunk (file_id, position, bytes) values ($1, 0, $2)`, [file_id, bytes])
      await client.query(
        `insert into support_ticket_file (account_id, file_id, login_id, ticket_number, reply_id) values ($1, $2, $3, $4, $5)`,
        [account_id, file_id, login_id, number, rows[(i * 3) % REPLIES]!.reply_id],
      )
    }
    await client.query('vacuum (analyze) support_ticket, support_ticket_reply, support_ticket_file')
    return number
  })

/** Measures from the click on a ticket to its last reply on screen, in a browser that has the console in its cache. */
async function opened({ console: address }: Server, access_token: string, number: string, say: (line: string) => void) {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] })
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const ends = Date.now() + ABSOLUTE_SECONDS * 1000
    const session = JSON.stringify({ token: access_token, token_expires: ends, session_expires: ends, link: false })
    await context.addInitScript((kept) => localStorage.setItem('weft.session', kept), session)
    const page = await context.newPage()
    let pictures = 0
    page.on('request', (request) => void (pictures += Number(request.resourceType() === 'image' && request.url().includes('/pictures/'))))
    const took: number[] = []
    for (let i = 0; i < ROUNDS; i++) {
      await page.goto(`${address}/ticket/lists`)
      const link = page.locator(`a[href="/ticket/detail?ticket_number=${number}"]`).first()
      await link.waitFor()
      pictures = 0
      const began = performance.now()
      await link.click()
      await page.locator('article').nth(REPLIES).waitFor({ state: 'attached' })
      took.push(performance.now() - began)
    }
    say(`the page of a ticket: ${took.map(round).join(', ')} ms; ${pictures} of ${PICTURES} pictures fetched at once`)
    return atMost(`a ticket with ${REPLIES} replies and ${PICTURES} pictures, opened`, OPENED_MS, median(took), 'ms')
  } finally {
    await browser.close()
  }
}
