import { randomUUID } from 'node:crypto'
import type { AlertContent } from '@weft/contract'
import { sql } from 'kysely'
import type { AccountDb, SystemDb } from '../db/client.ts'

/** Takes a lock until the transaction ends: of two instances that start at once one loads, the other waits and finds it loaded. */
export async function holdDemo({ sql: db }: SystemDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('weft demonstration'))`.execute(db)
}

export const findOwner = ({ sql: db }: SystemDb, username: string) =>
  db
    .selectFrom('login')
    .innerJoin('account', 'account.account_id', 'login.account_id')
    .where('ram', '=', 0)
    .where('username', '=', username)
    .select(['account.account_id', 'account_number'])
    .executeTakeFirst()

/** Backdates what was just created: the account first, then its devices, its people and its networks. */
export async function backdate({ sql: db }: SystemDb, account_id: number, networks: readonly string[]): Promise<void> {
  const days = (days: number) => sql`now() - make_interval(days => ${days}::int)`
  await sql`update account set create_time = ${days(300)} where account_id = ${account_id}`.execute(db)
  await sql`update login set create_time = case when ram = 0 then ${days(300)} else ${days(150)} - make_interval(days => login_id::int % 20) end,
    update_time = ${days(12)}, login_time = now() - interval '14 hours' - make_interval(mins => login_id::int * 47 % 600), login_address = '203.0.113.17',
    previous_login_time = now() - interval '41 hours', previous_login_address = '203.0.113.17' where account_id = ${account_id}`.execute(db)
  await sql`update role set create_time = ${days(170)}, update_time = ${days(40)} where account_id = ${account_id}`.execute(db)
  await sql`update service set create_time = least(create_time, start_time) where account_id = ${account_id}`.execute(db)
  await sql`update service set start_time = ${days(300)}, create_time = ${days(300)} where account_id = ${account_id} and expired_time is null`.execute(
    db,
  )
  // A newer member is listed first, so the centers come last and the shops in the order in which they opened.
  await sql`update member m set create_time = ${days(290)} + make_interval(hours => 31 * o.n::int)
    from (select router_name, row_number() over (order by router_type, router_name) as n from member where account_id = ${account_id}) o
    where m.account_id = ${account_id} and m.router_name = o.router_name`.execute(db)
  await sql`update device d set create_time = m.create_time - interval '2 days', activate_time = m.create_time + interval '5 hours' from member m
    where m.account_id = ${account_id} and d.router_name = m.router_name`.execute(db)
  await sql`update network n set create_time = ${days(200)} + make_interval(days => 17 * o.n::int), update_time = ${days(9)}
    from unnest(${[...networks]}::text[]) with ordinality as o(network_number, n)
    where n.account_id = ${account_id} and n.network_number = o.network_number`.execute(db)
  await sql`update network_revision r set create_time = n.create_time + make_interval(days => (r.revision - 1)::int) from network n
    where n.account_id = ${account_id} and (r.account_id, r.network_number) = (n.account_id, n.network_number)`.execute(db)
}

/** Gives the routers the interfaces of their recorded week, the outer one first, until their agents report their own. */
export async function nameInterfaces({ sql: db }: SystemDb, account_id: number, names: readonly string[]): Promise<void> {
  const interfaces = names.map((name) => ({
    interface: name,
    interface_uuid: name,
    protocol: 'dhcp',
    ip: null,
    ipv4: null,
    ipv4_subnet_mask: null,
    mtu: null,
  }))
  await sql`update member set interfaces = ${JSON.stringify(interfaces)}::jsonb where account_id = ${account_id} and router_type = 1`.execute(
    db,
  )
}

/** Gives the account's first messages, in the order in which they were sent, their age in hours; the owner has read some. */
export async function ageMessages(
  { sql: db }: SystemDb,
  account_id: number,
  login_id: number,
  ages: readonly { hours: number; read: boolean }[],
): Promise<void> {
  await sql`with aged as (
      update message m set create_time = now() - make_interval(hours => a.hours)
      from (select message_id, row_number() over (order by message_id) as n from message where account_id = ${account_id}) o
      join unnest(${ages.map((a) => a.hours)}::int[], ${ages.map((a) => a.read)}::boolean[]) with ordinality as a(hours, read, n) using (n)
      where m.account_id = ${account_id} and m.message_id = o.message_id
      returning m.message_id, a.read)
    insert into message_state (account_id, login_id, message_id, read_time)
    select ${account_id}::bigint, ${login_id}::bigint, message_id, now() - interval '4 hours' from aged where read`.execute(db)
  await sql`update sent_message s set create_time = m.create_time from message m
    where s.account_id = ${account_id} and m.account_id = s.account_id and m.title = s.title`.execute(db)
}

/** Moves a ticket `hours` into the past; its replies and the messages about it get times between then and an hour ago. */
export async function ageTicket({ sql: db }: SystemDb, ticket_number: string, hours: number): Promise<void> {
  const begun = sql`now() - make_interval(hours => ${hours}::int)`
  await sql`update support_ticket_reply r set reply_time = ${begun} + o.part * make_interval(hours => ${hours - 1}::int)
    from (select reply_id, row_number() over (order by reply_id)::float / (count(*) over () + 1) as part
      from support_ticket_reply where ticket_number = ${ticket_number}) o where r.reply_id = o.reply_id`.execute(db)
  await sql`update message m set create_time = coalesce((select max(reply_time) from support_ticket_reply r
      where r.ticket_number = ${ticket_number} and side = 'support'), ${begun})
    where m.account_id = (select account_id from support_ticket where ticket_number = ${ticket_number})
      and m.ticket_number = ${ticket_number}`.execute(db)
  await sql`update support_ticket set create_time = ${begun}, waiting_since = case when waiting_since is not null then ${begun} end,
      due_time = case when waiting_since is not null then ${begun} + interval '4 hours' end,
      close_time = case when close_time is not null then now() - interval '1 hour' end
    where ticket_number = ${ticket_number}`.execute(db)
}

export async function verifyContact({ sql: db }: SystemDb, uuid: string): Promise<void> {
  await db.updateTable('contact').set({ email_verify: 1 }).where('uuid', '=', uuid).execute()
}

/** Moves the newest message with this title to the given time; the owner has read it. */
export async function ageMessage(
  { sql: db }: SystemDb,
  { account_id, login_id }: { account_id: number; login_id: number },
  title: string,
  time: Date,
): Promise<void> {
  await sql`with aged as (
      update message set create_time = ${time} where message_id = (select max(message_id) from message where account_id = ${account_id} and title = ${title})
      returning message_id)
    insert into message_state (account_id, login_id, message_id, read_time)
    select ${account_id}::bigint, ${login_id}::bigint, message_id, ${time}::timestamptz + interval '20 minutes' from aged`.execute(db)
}

/** Writes an alert of the past, with its deliveries. */
export async function insertNotifications(
  { account_id, sql: db }: AccountDb,
  {
    alert_id,
    title,
    content,
    time,
    targets,
  }: {
    alert_id: string
    title: string
    content: AlertContent
    time: Date
    targets: readonly { channel: 'portal' | 'mail'; masked_target: string }[]
  },
): Promise<void> {
  await db
    .insertInto('alert')
    .values({ account_id, alert_id, title, content: JSON.stringify(content), create_time: time })
    .execute()
  const common = { account_id, alert_id, template: 'alert', language: 'zh-CN', state: 'sent', next_time: time, create_time: time } as const
  await db
    .insertInto('delivery')
    .values(
      targets.map((target) => ({
        ...common,
        ...target,
        delivery_id: randomUUID(),
        tries: target.channel === 'portal' ? 0 : 1,
        answer: target.channel === 'portal' ? null : '250 OK',
        done_time: time,
      })),
    )
    .execute()
}

/** Inserts the incidents of members that were lost and came back, which an alert reported and somebody acknowledged. */
export async function insertIncidents(
  { account_id, sql: db }: AccountDb,
  {
    alert_id,
    routers,
    time,
    close_time,
    by,
  }: { alert_id: string; routers: readonly { router_name: string }[]; time: Date; close_time: Date; by: string },
): Promise<void> {
  const rows = await db
    .insertInto('incident')
    .values(
      routers.map(({ router_name }) => ({
        account_id,
        kind: 'router_offline' as const,
        subject_key: router_name,
        router_name,
        open_time: time,
        close_time,
        ack_time: close_time,
        ack_name: by,
      })),
    )
    .returning('incident_id')
    .execute()
  await db
    .insertInto('incident_alert')
    .values(rows.map(({ incident_id }) => ({ account_id, incident_id, alert_id })))
    .execute()
}

/** Deletes what was recorded of hardware that was assigned. */
export async function forgetAssigned({ account_id, sql: db }: AccountDb): Promise<void> {
  await db.deleteFrom('incident').where('account_id', '=', account_id).where('kind', '=', 'router_assigned').execute()
}
