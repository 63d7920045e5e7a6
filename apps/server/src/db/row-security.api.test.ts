import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client } from 'pg'
import { APP_ROLE, SYSTEM_ROLE } from './row-security.ts'
import { auditSystem } from '../domains/foundation/audit/audit.service.ts'
import { openAsKeeper, type Keeper } from '../../test/matrix/rows.ts'
import { someThings } from '../../test/matrix/things.ts'
import { createWorld, type Person, type World } from '../../test/world.ts'

let world: World
let keeper: Keeper
let app: Client
let ours: Person
let theirs: Person
beforeAll(async () => {
  world = await createWorld()
  keeper = await openAsKeeper(world.url)
  app = new Client({ connectionString: world.url, options: `-c role=${APP_ROLE}` })
  await app.connect()
  ours = await world.anOwner()
  theirs = await world.anOwner()
  for (const owner of [ours, theirs]) await fill(owner)
})
afterAll(async () => {
  await app.end()
  await keeper.close()
  await world.close()
})

/** Writes at least one row into every tenant table. */
async function fill(owner: Person): Promise<void> {
  const { account_id, login_id } = owner
  const { network_number, center, point } = await someThings(world, owner, '一')
  await keeper.client.query(`
    with r as (insert into role (account_id, name) values (${account_id}, 'r') returning role_id),
      m as (insert into message (account_id, title, type, content) values (${account_id}, 't', 't', 'c') returning message_id)
    insert into idempotency (account_id, login_id, idempotency_key, path, body_hash) select ${account_id}, ${login_id}, 'key', 'p', '\\x00' from r, m;
    insert into role_network select account_id, role_id, '${network_number}' from role where account_id = ${account_id};
    insert into role_tag select account_id, role_id, '门店', '门店' from role where account_id = ${account_id};
    insert into message_state (account_id, login_id, message_id, read_time) select account_id, ${login_id}, message_id, now() from message where account_id = ${account_id};
    insert into device (router_name, account_id, kind, router_model) values ('${center}', ${account_id}, 'router', 'R1');
    insert into network_link (account_id, network_number, center_router_name, router_name, vpn_ip)
      values (${account_id}, '${network_number}', '${center}', '${point}', '10.128.0.5');
    insert into network_authority (account_id, network_number, certificate, sealed_key, sealed_tls_crypt)
      values (${account_id}, '${network_number}', 'x', 'x', 'x');
    insert into network_draft (account_id, network_number, version, changes, base_revision, author)
      values (${account_id}, '${network_number}', 1, '[]', 1, 'x');
    insert into address_trial (account_id, network_number, router_name, service, former, present, revision, dialled_by)
      values (${account_id}, '${network_number}', '${center}', 'hardware', '{}', '{}', 1, '{}');
    insert into profile_link (link_hash, link_id, account_id, network_number, router_name, login_id, session_id, create_time, expire_time)
      select sha256('${point}'), gen_random_uuid(), ${account_id}, '${network_number}', '${point}', ${login_id}, session_id, now(), now()
      from session where login_id = ${login_id};
    insert into network_certificate values (${account_id}, '${network_number}', '${center}', 'x', '', true, now());
    insert into connect_log values (${account_id}, '${center}', '1.1.1.1', 1, '1', 1, now());
    insert into tunnel_session (account_id, network_number, router_name, link_router_name, start_time)
      values (${account_id}, '${network_number}', '${point}', '${center}', now());
    update member set tags = '{门店}' where account_id = ${account_id} and router_name = '${point}';
    insert into former_member (account_id, router_name) values (${account_id}, 'gone');
    insert into software_login_log (account_id, router_name, ip, create_time) values (${account_id}, '${point}', '1.1.1.1', now());
    insert into network_traffic values (${account_id}, '${network_number}', now(), 1, 1);
    insert into traffic_minute values (${account_id}, '${center}', 'eth0', now(), 1, 1);
    insert into traffic_hour values (${account_id}, '${center}', 'eth0', now(), 1, 1, 1, 1);
    insert into traffic_day values (${account_id}, '${center}', 'eth0', now(), 1, 1, 1, 1);
    insert into quality_minute values (${account_id}, '${network_number}', '${point}', '${center}', now(), 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0);
    insert into quality_quarter values (${account_id}, '${network_number}', '${point}', '${center}', now(), 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0);
    insert into quality_usual values (${account_id}, '${network_number}', '${point}', '${center}', 1);
    insert into quality_hour values (${account_id}, '${network_number}', '${point}', '${center}', now(), 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0);
    insert into verification_code (code_key, account_id, code_hash, expire_time) values (sha256('code ${center}'), ${account_id}, 'x', now());
    insert into delivery (delivery_id, account_id, channel, template, language, masked_target, next_time, create_time)
      values (gen_random_uuid(), ${account_id}, 'mail', 'code', 'en', 'x', now(), now());
    insert into recovery (recovery_hash, account_id, login_id, expire_time) values (sha256('${center}'), ${account_id}, ${login_id}, now());
    insert into totp_recovery_code values (${account_id}, ${login_id}, sha256('${center}'));
    insert into totp_challenge (challenge_hash, account_id, login_id, expire_time) values (sha256('${center}'), ${account_id}, ${login_id}, now());
    insert into login_device values (${account_id}, ${login_id}, sha256('${center}'), now(), now());
    insert into contact (account_id, uuid, name, email) values (${account_id}, gen_random_uuid(), 'c', 'c@example.com');
    insert into member_credential (credential_hash, enrolment, account_id, router_name) values (sha256('${center}'), '', ${account_id}, '${center}');
    insert into pop (name, pop_name, region, public_ip, port, capacity) values ('${center}', 'POP-${center}', '上海', '192.0.2.1', 1, 1);
    with fr as (insert into network_fr (account_id, shortname, bandwidth, segment, other_segment)
        values (${account_id}, 'x', 1, '10.130.0.0/20', '10.130.16.0/24') returning network_fr_id)
      insert into network_fr_area (account_id, network_fr_id, pop_id, area, router_segment, software_segment)
        select ${account_id}, network_fr_id, id, region, '10.130.0.0/22', '10.130.32.0/20' from fr, pop where name = '${center}';
    insert into network_ticket (account_id, network_ticket_number, network_number, network_name, network_ticket_type, bandwidth, expired_time, pop)
      values (${account_id}, lpad('${account_id}', 14, '0'), '${network_number}', 'x', 1001, 1, 1, '{}');
    insert into network_ticket_entry (account_id, network_ticket_number, kind, author, content)
      values (${account_id}, lpad('${account_id}', 14, '0'), 'question', 'x', 'x');
    with a as (insert into announcement (title, release_time) values ('x', now()) returning id)
      insert into announcement_read (account_id, login_id, announcement_id) select ${account_id}, ${login_id}, id from a;
    with s as (insert into sent_message (account_id, title, type, content, sent, operator_name)
        values (${account_id}, 'x', 'x', 'x', 1, 'x') returning id),
      m as (insert into message (account_id, title, type, content) values (${account_id}, 'x', 'x', 'x') returning message_id)
      insert into sent_message_copy (sent_id, account_id, message_id) select id, ${account_id}, message_id from s, m;
    insert into network_revision (account_id, network_number, revision, by_kind, summary, patch)
      values (${account_id}, '${network_number}', 99, 'system', 'x', '[]');
    with f as (insert into stored_file (file_id, media_type, size, sha256) values (gen_random_uuid(), 'image/png', 0, '') returning file_id),
      t as (insert into support_ticket (account_id, ticket_number, create_name, ticket_title, ticket_content, ticket_type)
        values (${account_id}, lpad('${account_id}', 14, '0'), 'x', 'x', 'x', 1) returning ticket_number)
      insert into support_ticket_file (account_id, file_id) select ${account_id}, file_id from f, t;
    insert into support_ticket_reply (account_id, ticket_number, side, reply_name, dialogue_content)
      values (${account_id}, lpad('${account_id}', 14, '0'), 'customer', 'x', 'x');
    insert into support_ticket_seen values (${account_id}, ${login_id}, lpad('${account_id}', 14, '0'), 1);
    insert into support_ticket_note (account_id, ticket_number, operator_name, content)
      values (${account_id}, lpad('${account_id}', 14, '0'), 'x', 'x');
    with ca as (insert into directory_ca (account_id, ca_id, file_name, certificate, subject, not_after)
        values (${account_id}, gen_random_uuid(), 'x', 'x', 'x', now()) returning ca_id)
      insert into directory (account_id, sync_mode, domain, host, port, base_dn, use_ssl, use_tls, ca_id, username, type, network_number)
        select ${account_id}, 1, 'x', 'x', 1, 'x', 1, 0, ca_id, 'x', 1, '${network_number}' from ca;
    insert into monitor (account_id) values (${account_id});
    insert into monitor_router values (${account_id}, '${center}');
    insert into alert_watch (account_id, router_name, alerted, seen, since) values (${account_id}, '${center}', 1, 0, now());
    insert into outage (account_id, router_name, state, cause, start_time) values (${account_id}, '${center}', 'down', 'connection_lost', now());
    insert into maintenance (account_id, name, start_time, end_time, router) values (${account_id}, 'x', now(), now() + interval '1 hour', '{}');
    insert into webhook (account_id, type, sealed_url) values (${account_id}, 'other', 'x');
    with a as (insert into alert (account_id, alert_id, title, content, create_time)
        values (${account_id}, gen_random_uuid(), 'x', '{}', now()) returning alert_id),
      i as (insert into incident (account_id, kind, subject_key, open_time) values (${account_id}, 'router_offline', 'x', now()) returning incident_id)
      insert into incident_alert (account_id, incident_id, alert_id) select ${account_id}, incident_id, alert_id from a, i;
    insert into incident_branch (account_id, incident_id, router_name, lost_time) select account_id, incident_id, '${point}', now() from incident where account_id = ${account_id};
    insert into directory_domain (account_id, domain) values (${account_id}, 'x');
    insert into directory_check values (${account_id}, 'x', now());
    insert into directory_user (account_id, uuid, username, description, disabled) values (${account_id}, 'x', 'x', 'x', 0);
    insert into directory_member (account_id, uuid, router_name, username, description) values (${account_id}, 'x', '${point}', 'x', 'x');
    insert into operation (account_id, operation_id, network_number, router_name, kind, expire_time)
      values (${account_id}, gen_random_uuid(), '${network_number}', '${center}', 'respawn', now());
    insert into directory_exchange (account_id, exchange_id, part, body) values (${account_id}, gen_random_uuid(), 0, 'x');
  `)
  await world.asAccount(owner, (db) => auditSystem(db, account_id, { area: 'account', action: 'note', message: '测试' }))
}

/** Returns the rights of the application's role on a table. */
const rightsOn = async (table: string): Promise<string[]> => {
  const { rows } = await keeper.client.query<{ right: string }>(
    `select r as right from unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) r
     where has_table_privilege('${APP_ROLE}', '${table}', r)`,
  )
  return rows.map(({ right }) => right)
}
/** Returns the accounts' tables on which the application's role has a right. */
async function tablesTo(right: string): Promise<string[]> {
  const open: string[] = []
  for (const table of keeper.tables) if ((await rightsOn(table)).includes(right)) open.push(table)
  return open
}

/** Runs statements as the application does, in a transaction that serves one account, and rolls them back. */
async function serving<T>(account_id: number | undefined, work: () => Promise<T>): Promise<T> {
  await app.query('begin')
  try {
    if (account_id !== undefined) await app.query(`set local weft.account_id = ${account_id}`)
    return await work()
  } finally {
    await app.query('rollback')
  }
}
const counted = async (statement: string): Promise<number> => Number((await app.query<{ n: string }>(statement)).rows[0]?.n)

describe('the roles of the server', () => {
  it('own nothing, bypass nothing, cannot sign in and belong to no other role', async () => {
    const { rows } = await keeper.client.query(
      `select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin,
         (select count(*)::int from pg_class where relowner = r.oid) + (select count(*)::int from pg_proc where proowner = r.oid)
           + (select count(*)::int from pg_namespace where nspowner = r.oid) + (select count(*)::int from pg_database where datdba = r.oid) as owned,
         (select count(*)::int from pg_auth_members where member = r.oid) as memberships
       from pg_roles r where rolname in ('${APP_ROLE}', '${SYSTEM_ROLE}') order by 1`,
    )
    const harmless = {
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolcanlogin: false,
      owned: 0,
      memberships: 0,
    }
    expect(rows).toEqual([
      { rolname: APP_ROLE, ...harmless },
      { rolname: SYSTEM_ROLE, ...harmless },
    ])
  })

  it('may create nothing in the schema', async () => {
    const { rows } = await keeper.client.query(
      `select has_schema_privilege(r, 'public', 'create') as may from unnest(array['${APP_ROLE}', '${SYSTEM_ROLE}']) r`,
    )
    expect(rows).toEqual([{ may: false }, { may: false }])
  })
})

describe('every table of the schema', () => {
  it('has row-level security enabled and forced if it has an account column', async () => {
    const { rows } = await keeper.client.query<{ name: string; enabled: boolean; forced: boolean }>(
      `select relname as name, relrowsecurity as enabled, relforcerowsecurity as forced from pg_class where relname = any($1)`,
      [keeper.tables],
    )
    expect(rows).toHaveLength(keeper.tables.length)
    expect(rows.filter(({ enabled, forced }) => !enabled || !forced)).toEqual([])
  })

  it('shows the application’s role an account’s rows through the tenant policy alone', async () => {
    const { rows } = await keeper.client.query<{
      tablename: string
      policyname: string
      qual: string
      with_check: string | null
      cmd: string
    }>(`select tablename, policyname, qual, with_check, cmd from pg_policies where '${APP_ROLE}' = any(roles) or 'public' = any(roles)`)
    const scoped = '(account_id = ( SELECT weft_account() AS weft_account))'
    for (const policy of rows)
      expect(policy).toMatchObject({ policyname: 'tenant', qual: scoped, with_check: policy.cmd === 'SELECT' ? null : scoped })
    expect(rows.map(({ tablename }) => tablename).toSorted()).toEqual((await tablesTo('select')).toSorted())
    expect(rows.length).toBeGreaterThan(15)
  })

  it('is closed to the application’s role if it has no account column, except announcements and POPs', async () => {
    const { rows } = await keeper.client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
         and (relispartition or not exists (select from pg_attribute where attrelid = c.oid and attname = 'account_id'))`,
    )
    const open = []
    for (const { name } of rows) if ((await rightsOn(name)).length > 0) open.push(name)
    expect(open).toEqual(['announcement', 'pop'])
    for (const table of open) expect(await rightsOn(table)).toEqual(['select'])
  })

  it('includes the account in every foreign key to another account table', async () => {
    const { rows } = await keeper.client.query<{ key: string }>(
      `select conrelid::regclass || '.' || conname as key from pg_constraint k
       where contype = 'f' and conparentid = 0 and confrelid <> 'account'::regclass
         and conrelid::regclass::text = any($1) and confrelid::regclass::text = any($1)
         and not exists (
           select from unnest(k.conkey, k.confkey) as pair (here, there)
           join pg_attribute a on a.attrelid = k.conrelid and a.attnum = here and a.attname = 'account_id'
           join pg_attribute b on b.attrelid = k.confrelid and b.attnum = there and b.attname = 'account_id')`,
      [keeper.tables],
    )
    expect(rows).toEqual([])
  })
})

describe('the application’s role', () => {
  it('sees nothing outside a transaction that serves an account', async () => {
    for (const table of await tablesTo('select'))
      expect(await serving(undefined, () => counted(`select count(*) as n from ${table}`)), table).toBe(0)
  })

  it('sees its account’s rows and none of another account in every table', async () => {
    for (const table of await tablesTo('select')) {
      expect(await serving(ours.account_id, () => counted(`select count(*) as n from ${table}`)), table).toBeGreaterThan(0)
      const foreign = () => counted(`select count(*) as n from ${table} where account_id = ${theirs.account_id}`)
      expect(await serving(ours.account_id, foreign), table).toBe(0)
    }
  })

  /** Returns the columns that a statement may set; columns that the database numbers itself are left out. */
  async function columnsOf(table: string): Promise<string[]> {
    const { rows } = await keeper.client.query<{ name: string }>(
      `select attname as name from pg_attribute
       where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = '' order by attnum`,
    )
    return rows.map(({ name }) => name)
  }
  const touched = (statement: string) => serving(ours.account_id, async () => (await app.query(statement)).rowCount)

  it('updates and deletes no row of another account in any table', async () => {
    const before = await keeper.rowsOf(theirs.account_id)
    const foreign = `where account_id = ${theirs.account_id}`
    for (const table of await tablesTo('update')) {
      const [column] = await columnsOf(table)
      expect(await touched(`update ${table} set ${column} = ${column} ${foreign}`), table).toBe(0)
    }
    for (const table of await tablesTo('delete')) expect(await touched(`delete from ${table} ${foreign}`), table).toBe(0)
    expect(await keeper.rowsOf(theirs.account_id)).toEqual(before)
  })

  it('moves no row to another account and inserts none for it, in any table', async () => {
    const refused = (table: string) => ({
      code: '42501',
      message: `new row violates row-level security policy for table "${table}"`,
    })
    // The database numbers accounts itself: this column cannot be set at all.
    for (const table of (await tablesTo('update')).filter((name) => name !== 'account'))
      await expect(touched(`update ${table} set account_id = ${theirs.account_id}`), table).rejects.toMatchObject(refused(table))
    for (const table of await tablesTo('insert')) {
      const others = (await columnsOf(table)).filter((name) => name !== 'account_id').join(', ')
      // A copy of an existing row under the other account: only the policy can refuse it.
      const copied = `insert into ${table} (account_id, ${others}) overriding system value select ${theirs.account_id}, ${others} from ${table} limit 1`
      await expect(touched(copied), table).rejects.toMatchObject(refused(table))
    }
  })

  it('cannot refer to another account’s rows: foreign keys refuse what the policy does not check', async () => {
    const { rows: networks } = await keeper.client.query(`select network_number from network where account_id = ${theirs.account_id}`)
    const { rows: members } = await keeper.client.query(
      `select router_name from member where account_id = ${ours.account_id} and router_type = 1`,
    )
    const membership = `insert into network_member (account_id, network_number, router_name, router_type, member_type)
      values (${ours.account_id}, '${networks[0].network_number}', '${members[0].router_name}', 1, 'point')`
    await expect(serving(ours.account_id, () => app.query(membership))).rejects.toMatchObject({ code: '23503' })
    const { rows: sessions } = await keeper.client.query(`select session_id from session where account_id = ${theirs.account_id}`)
    const token = `insert into session_token (token_hash, account_id, session_id, issue_time)
      values (sha256('x'), ${ours.account_id}, '${sessions[0].session_id}', now())`
    await expect(serving(ours.account_id, () => app.query(token))).rejects.toMatchObject({ code: '23503' })
  })

  it('sees no account any more once its transaction has ended', async () => {
    await serving(ours.account_id, () => app.query('select 1'))
    expect(await counted('select count(*) as n from account')).toBe(0)
  })
})
