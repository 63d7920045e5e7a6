import { type RawBuilder, sql } from 'kysely'
import type { SystemDb } from '../../../db/client.ts'
import type { NewRow } from '../../../db/schema.ts'

/** A member or a POP in a network, and what it can prove its identity with there. */
export interface Membership {
  account_id: number
  network_number: string
  router_name: string
  /** True if it is dialled, and runs a service for software members: a center, a branch that others dial, or a POP. */
  serves: boolean
  /** The signing request of its device; null where there is none. */
  csr: string | null
  /** The valid certificate for that request which ends last, and its end in Unix seconds; null where there is none. */
  certificate: string | null
  expire_time: number | null
  /** The sign-in of a software member's device, from which its tickets are derived; null for all others. */
  enrolment: Buffer | null
}

/** Adds their certificates to the memberships that a statement finds. */
const certified = (memberships: RawBuilder<unknown>, now: Date) => sql<Membership>`
  select s.*, c.certificate, c.expire_time from (${memberships}) s left join lateral (select certificate, expire_time from network_certificate c
    where (c.account_id, c.network_number, c.router_name, c.serves) = (s.account_id, s.network_number, s.router_name, s.serves)
      and c.csr_hash = sha256(convert_to(s.csr, 'UTF8')) and c.expire_time > ${now}
    order by c.expire_time desc, c.certificate limit 1) c on true
  order by s.router_name, s.network_number`

/** Returns the memberships of these members of an account, in the order of their names and networks. */
export async function membershipsOf(
  { sql: db }: SystemDb,
  account_id: number,
  names: readonly string[],
  now: Date,
): Promise<readonly Membership[]> {
  const memberships = sql`
    select nm.account_id, nm.network_number, nm.router_name, d.csr, k.enrolment, exists (select from network_center own
      where (own.account_id, own.network_number, own.router_name) = (nm.account_id, nm.network_number, nm.router_name)) as serves
    from network_member nm left join device d on d.router_name = nm.router_name and d.account_id = nm.account_id
      left join lateral (select enrolment from member_credential c where (c.account_id, c.router_name) = (nm.account_id, nm.router_name) limit 1) k
        on nm.router_type = 2
    where nm.account_id = ${account_id} and nm.router_name = any(${[...names]})`
  return (await certified(memberships, now).execute(db)).rows
}

/** Returns the memberships of these POPs in the networks that they serve, of all accounts. */
export async function popMembershipsOf({ sql: db }: SystemDb, names: readonly string[], now: Date): Promise<readonly Membership[]> {
  const memberships = sql`
    select f.account_id, f.network_number, p.pop_name as router_name, p.csr, null::bytea as enrolment, true as serves
    from pop_agent p join pop using (pop_name) join network_fr_area a on a.pop_id = pop.id join network_fr f using (account_id, network_fr_id)
    where p.pop_name = any(${[...names]}) and f.network_number is not null`
  return (await certified(memberships, now).execute(db)).rows
}

/**
 * Makes others wait that would sign a certificate of the same membership, until this transaction ends, and returns its certificate then, as
 * a membership has it.
 */
export async function lockedCertificate(
  { sql: db }: SystemDb,
  membership: Membership,
  now: Date,
): Promise<Pick<Membership, 'certificate' | 'expire_time'>> {
  const { account_id, network_number, router_name, serves, csr } = membership
  await sql`select pg_advisory_xact_lock(hashtext('weft certificate'), hashtext(${`${network_number} ${router_name}`}))`.execute(db)
  const one = sql`select ${account_id}::bigint as account_id, ${network_number}::text as network_number, ${router_name}::text as router_name,
    ${csr}::text as csr, ${serves}::boolean as serves`
  return (await certified(one, now).execute(db)).rows[0]!
}

export interface Login {
  account_id: number
  network_number: string
  name: string
  /** The hash of its own password, as PHC string; null for a member from a directory, or whose password is not hashed yet. */
  password_hash: string | null
  /** The sign-in of its agent; null where there was none. */
  enrolment: Buffer | null
  /** SHA-256 of its credentials in hexadecimal digits, of those whose agent knows no tickets and signs in with the credential itself. */
  bearers: string[] | null
}

/** Returns the software members that may sign in at these members in their networks, in the order of their names. */
export async function loginsOf({ sql: db }: SystemDb, memberships: readonly Membership[]): Promise<readonly Login[]> {
  const { rows } = await sql<Login>`
    select nm.account_id, nm.network_number, nm.router_name as name, m.password_hash, k.enrolment, k.bearers
    from network_member nm join member m using (account_id, router_name)
      left join lateral (select enrolment, array_agg(encode(credential_hash, 'hex') order by credential_hash) filter (where bearer_login) as bearers
        from member_credential c where (c.account_id, c.router_name) = (nm.account_id, nm.router_name) group by enrolment) k on true
    where (nm.account_id, nm.network_number) in
        (select * from unnest(${memberships.map((membership) => membership.account_id)}::bigint[], ${memberships.map((membership) => membership.network_number)}::text[]))
      and nm.router_type = 2 and m.status = 1
    order by nm.network_number, nm.router_name collate "C"`.execute(db)
  return rows
}

/** Inserts a certificate, and deletes the expired ones of the same member in the same network. Valid ones remain. */
export async function keepCertificate({ sql: db }: SystemDb, certificate: NewRow<'network_certificate'>, now: Date): Promise<void> {
  await db.insertInto('network_certificate').values(certificate).execute()
  const { account_id, network_number, router_name } = certificate
  await db
    .deleteFrom('network_certificate')
    .where('account_id', '=', account_id)
    .where('network_number', '=', network_number)
    .where('router_name', '=', router_name)
    .where(sql<boolean>`expire_time <= ${now}`)
    .execute()
}

export interface Revoked {
  network_number: string
  router_name: string
  certificate: string
}

/**
 * Returns the unexpired certificates of members and POPs in these networks that were signed for keys that are no longer theirs, because the
 * device was released or activated again. All others are refused whatever certificate they show.
 */
export async function revokedIn({ sql: db }: SystemDb, memberships: readonly Membership[], now: Date): Promise<readonly Revoked[]> {
  const { rows } = await sql<Revoked>`
    select c.network_number, c.router_name, c.certificate from network_certificate c
      left join network_member nm using (account_id, network_number, router_name)
      left join device d on (d.account_id, d.router_name) = (nm.account_id, nm.router_name)
      left join pop_agent p on p.pop_name = c.router_name
    where (c.account_id, c.network_number) in
        (select * from unnest(${memberships.map((membership) => membership.account_id)}::bigint[], ${memberships.map((membership) => membership.network_number)}::text[]))
      and coalesce(nm.router_name, p.pop_name) is not null and c.expire_time > ${now}
      and c.csr_hash is distinct from sha256(convert_to(coalesce(d.csr, p.csr), 'UTF8'))
    order by c.network_number, c.router_name collate "C", c.certificate collate "C"`.execute(db)
  return rows
}

export interface Doors {
  /** Members that run services for software members. */
  members: string[]
  pops: string[]
}

/** Returns the members and POPs that accept sign-ins of one of these members in its networks, each once. */
export async function doorsOf({ sql: db }: SystemDb, account_id: number, names: readonly string[]): Promise<Doors> {
  const { rows } = await sql<Doors>`
    with own as materialized (select distinct account_id, network_number from network_member
      where account_id = ${account_id} and router_name = any(${[...names]}))
    select array(select distinct c.router_name from own join network_center c using (account_id, network_number)) as members,
      array(select distinct p.pop_name from own join network_fr f using (account_id, network_number)
        join network_fr_area a using (account_id, network_fr_id) join pop p on p.id = a.pop_id) as pops`.execute(db)
  return rows[0]!
}
