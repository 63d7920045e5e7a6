import { contract, type MemberSummary } from '@weft/contract'
import { sql as statement } from 'kysely'
import { Client } from 'pg'
import { expect } from 'vitest'
import { publish } from '../src/adapters/bus/publish.ts'
import type { BusEvent } from '../src/adapters/bus/events.ts'
import { digest } from '../src/kernel/secrets.ts'
import { rowsOf } from './network-fixtures.ts'
import type { Answer, Person, World } from './world.ts'
import { eventually } from './eventually.ts'

const PASSWORD = 'secret-1'

/** Makes a software member as the console does. */
export const add = (world: World, who: Person, input: object): Promise<Answer> =>
  world.call(who, contract.router.add, { password: PASSWORD, ...input })

/** Makes a software member and returns its name. @throws if refused */
export async function aMember(world: World, who: Person, username: string, more: object = {}): Promise<string> {
  const answer = await add(world, who, { username, ...more })
  if (answer.code !== 200) throw new Error(`router/add answered ${answer.code} ${answer.msg}`)
  return (answer.data as { router_name: string }).router_name
}

/** Returns a page of the software members that a caller finds, with their number. @throws if refused */
export async function listSoftware(world: World, who: Person, input: object = {}): Promise<{ count: number; rows: MemberSummary[] }> {
  const answer = await world.call(who, contract.router.list, { type: '2', ...input })
  if (answer.code !== 200) throw new Error(`router/lists answered ${answer.code} ${answer.msg}`)
  return { count: answer.count!, rows: answer.data as MemberSummary[] }
}

/** Returns the row of one member in the database. */
export const memberOf = async (world: World, owner: Person, router_name: string) =>
  (await rowsOf(world, owner)).members.find((member) => member.router_name === router_name)

/** Inserts the credential of a signed-in client. */
export const aCredential = (world: World, { account_id }: Person, router_name: string) =>
  world.asSystem(({ sql }) =>
    sql
      .insertInto('member_credential')
      .values({ account_id, router_name, credential_hash: digest(router_name), enrolment: digest(router_name) })
      .execute(),
  )
export const credentialsOf = (world: World, router_name: string) =>
  world.asSystem(({ sql }) => sql.selectFrom('member_credential').select('router_name').where('router_name', '=', router_name).execute())

/** Inserts many software members without the API and its limit, named `prefix1@…` and so on. */
export async function many(world: World, { account_id, account_number }: Person, prefix: string, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, i) => `${prefix}${i + 1}@${account_number}`)
  await world.asSystem(({ sql }) =>
    statement`insert into member (account_id, router_name, router_type) select ${account_id}::bigint, name, 2 from unnest(${names}::text[]) name`.execute(
      sql,
    ),
  )
  return names
}

/** Gives an account a directory for its software members. */
export const aDirectory = (world: World, { account_id }: Person) =>
  world.asSystem(({ sql }) =>
    sql
      .insertInto('directory')
      .values({
        account_id,
        sync_mode: 1,
        domain: 'example.com',
        host: 'ldap.example.com',
        port: 389,
        base_dn: 'dc=example,dc=com',
        use_ssl: 0,
        use_tls: 0,
        username: '',
        type: 1,
      })
      .execute(),
  )

/** Returns the events that instances receive during `work`. */
export async function eventsDuring(world: World, work: () => Promise<unknown>): Promise<unknown[]> {
  const events: unknown[] = []
  const end: BusEvent = { type: 'rights', account_id: -1 }
  const stop = world.infrastructure.bus.subscribe((event) => void events.push(event))
  await work()
  // Events come in the order of their commits: those before this one are all.
  await world.asSystem((system) => publish(system, end))
  await eventually(() => expect(events).toContainEqual(end))
  stop()
  return events
}

/** Counts the statements that clients send to the database during `work`. */
export async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const query = Client.prototype.query
  let sent = 0
  Client.prototype.query = function (this: Client, ...args: unknown[]) {
    sent += 1
    return Reflect.apply(query, this, args)
  } as typeof query
  try {
    await work()
  } finally {
    Client.prototype.query = query
  }
  return sent
}
