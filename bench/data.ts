import { randomUUID } from 'node:crypto'
import { ABSOLUTE_SECONDS } from '@weft/contract'
import { Client } from 'pg'
import { connect } from '../apps/server/src/db/client.ts'
import { judgeLeft, judgeTouched } from '../apps/server/src/domains/network/state/state.service.ts'
import { createAccount } from '../apps/server/src/domains/identity/account/account.service.ts'
import { token } from '../apps/server/src/kernel/ids.ts'
import { digest } from '../apps/server/src/kernel/secrets.ts'

export interface Size {
  members: number
  networks: number
}
export interface Owner {
  account_id: number
  login_id: number
  username: string
  password: string
}

export async function withClient<T>(database: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: database })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Writes an account whose members are spread evenly over its networks, the first of each being its center and linked to all others.
 * Member names and network numbers begin with the account's own digits.
 */
export async function seedAccount(database: string, username: string, { members, networks }: Size): Promise<Owner> {
  const password = 'bench-password'
  const db = connect(database, { connections: 2, beforeCommit: judgeTouched })
  const account = await db.system((system) => createAccount(system, { username, nickname: username, password }))
  await db.close()
  const { account_id, login_id } = account
  await withClient(database, async (client) => {
    await client.query(
      `insert into member (account_id, router_name, router_type, note, online, online_status, connect_time, config_revision, applied_revision, create_time)
       select $1::bigint, 'SN' || lpad($1::bigint::text, 4, '0') || lpad(i::text, 6, '0'), 1, 'branch ' || i, (i % 5 > 0)::int, (i % 5 > 0)::int,
         case when i % 5 > 0 then now() end, 1, 1, now() - interval '10 years'
       from generate_series(0, $2::int - 1) i`,
      [account_id, members],
    )
    await client.query(
      `insert into network (account_id, network_number, network_name, create_time)
       select $1::bigint, lpad($1::bigint::text, 4, '0') || lpad(i::text, 6, '0'), 'network ' || i, now() - i * interval '1 minute' from generate_series(0, $2::int - 1) i`,
      [account_id, networks],
    )
    await client.query(
      `insert into network_member (account_id, network_number, router_name, router_type, member_type)
       select account_id, lpad($1::bigint::text, 4, '0') || lpad((i % $2::int)::text, 6, '0'), router_name, 1, case when i < $2 then 'center' else 'point' end
       from (select account_id, router_name, right(router_name, 6)::int i from member where account_id = $1::bigint) m`,
      [account_id, networks],
    )
    await client.query(
      `insert into network_center (account_id, network_number, router_name, router_segment, software_segment)
       select account_id, network_number, router_name, set_masklen('10.128.0.0'::inet + right(network_number, 6)::bigint * 8192, 20)::cidr,
         set_masklen('10.128.16.0'::inet + right(network_number, 6)::bigint * 8192, 20)::cidr
       from network_member where account_id = $1::bigint and member_type = 'center'`,
      [account_id],
    )
    await client.query(
      `insert into network_link (account_id, network_number, center_router_name, router_name, vpn_ip, vpn_online, vpn_online_since)
       select p.account_id, p.network_number, c.router_name, p.router_name,
         host(c.router_segment)::inet + 1 + row_number() over (partition by p.network_number order by p.router_name), 1, now()
       from network_member p join network_center c using (account_id, network_number) where p.account_id = $1::bigint and p.member_type = 'point'`,
      [account_id],
    )
    await client.query('analyze')
  })
  await judgeSeeded(database)
  return { account_id, login_id, username, password }
}

/** Judges the members that statements of a bench wrote, so that lists have them. */
export async function judgeSeeded(database: string): Promise<void> {
  const db = connect(database, { connections: 2 })
  await judgeLeft(db)
  await db.close()
}

/** Writes a credential for every member of the account, as its activation would. */
export async function seedCredentials(database: string, { account_id }: Owner): Promise<{ router_name: string; credential: string }[]> {
  return withClient(database, async (client) => {
    const { rows } = await client.query<{ router_name: string }>('select router_name from member where account_id = $1 order by 1', [
      account_id,
    ])
    const made = rows.map(({ router_name }) => ({ router_name, credential: token() }))
    await client.query(
      `insert into member_credential (credential_hash, enrolment, use_time, account_id, router_name) select hash, hash, now(), $3, name from unnest($1::bytea[], $2::text[]) t(hash, name)`,
      [made.map((one) => digest(one.credential)), made.map((one) => one.router_name), account_id],
    )
    await client.query('analyze member_credential')
    return made
  })
}

/** Writes signed-in sessions of one login, one for each of many callers. */
export async function seedSessions(database: string, { account_id, login_id }: Owner, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => token())
  await withClient(database, async (client) => {
    await client.query(
      `with made as (
         insert into session (session_id, account_id, login_id, kind, cookie_hash, create_time, last_time, expire_time, address, user_agent)
         select id, $2, $3, 'password', '\\x00', now(), now(), now() + make_interval(secs => $4), '127.0.0.1', 'bench' from unnest($1::uuid[]) id)
       select 1`,
      [tokens.map(() => randomUUID()), account_id, login_id, ABSOLUTE_SECONDS],
    )
    await client.query(
      `insert into session_token (token_hash, account_id, session_id, issue_time)
       select hash, $2, session_id, now() from unnest($1::bytea[]) with ordinality t(hash, i)
       join (select session_id, row_number() over () i from session where account_id = $2 and login_id = $3) s using (i)`,
      [tokens.map((one) => digest(one)), account_id, login_id],
    )
    await client.query('analyze session, session_token')
  })
  return tokens
}

/** Makes all access tokens valid for another half an hour. A console renews its token before it ends; a bench or proof calls this. */
export const refreshSessions = (database: string): Promise<unknown> =>
  withClient(database, (client) => client.query('update session_token set issue_time = now()'))

/** Has every member of these accounts watched, with alerts in the console; all are away, and nothing is alerted yet. */
export async function watchMembers(client: Client, owners: readonly Owner[]): Promise<void> {
  const accounts = owners.map(({ account_id }) => account_id)
  await client.query(
    'insert into monitor (account_id, enable) select id, 1 from unnest($1::bigint[]) id on conflict (account_id) do update set enable = 1',
    [accounts],
  )
  await client.query('insert into monitor_router select account_id, router_name from member where account_id = any ($1)', [accounts])
  await client.query('update member set online_status = 0, online = 0 where account_id = any ($1)', [accounts])
  await client.query('delete from network_link')
  await client.query('delete from alert_watch')
  await client.query('delete from incident')
}
