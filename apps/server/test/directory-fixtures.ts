import { agentContract, contract } from '@weft/contract'
import { writeProved } from '../src/domains/member/directory/directory.queries.ts'
import { freePort } from './free-port.ts'
import { aCertificate, ADMIN, anAuthority, anLdapServer, type Authority, BASE, type LdapServer, PEOPLE, person } from './ldap-server.ts'
import { grant } from './network-fixtures.ts'
import { type Answer, createWorld, type Person, type World } from './world.ts'

const { directory } = contract
export const DOMAIN = 'example.com'

/** The users with which the directory of every owner in a test begins. */
export const THREE = ['zhangsan', 'lisi', 'wang.wu']

/** Makes a world with a real directory, which it may call; nothing listens on its port `dead`. */
export async function aDirectoryWorld({ without_uuids = false } = {}) {
  const authority: Authority = await anAuthority('测试根证书')
  const server = await anLdapServer({ without_uuids, tls: { ...(await aCertificate(authority, 'localhost')), ca: authority.certificate } })
  const dead = await freePort()
  const allowed = [`127.0.0.1:${server.port}`, `127.0.0.1:${dead}`, `localhost:${server.ssl_port}`, `localhost:${server.port}`]
  const world = await createWorld({ WEFT_EGRESS_ALLOW: allowed.join(',') })
  return {
    authority,
    server,
    dead,
    world,
    async anOwner(): Promise<Person> {
      const owner = await world.anOwner()
      await grant(world, owner, 'software_member', 30)
      const { searchEntries } = await server.admin.search(PEOPLE, { scope: 'one', attributes: ['1.1'] })
      for (const { dn } of searchEntries) await server.remove(dn)
      await server.add(THREE.map((name) => person(name)))
      return owner
    },
    async close(): Promise<void> {
      await world.close()
      await server.stop()
    },
  }
}
export type DirectoryWorld = Awaited<ReturnType<typeof aDirectoryWorld>>

/** Makes the form of a plain connection to a server of the test. */
export const formOf = (server: Pick<LdapServer, 'port'>, more: object = {}) => ({
  mode: 'public',
  domain: DOMAIN,
  host: '127.0.0.1',
  port: server.port,
  base_dn: BASE,
  use_ssl: 0,
  use_tls: 0,
  ca_id: '',
  username: ADMIN.dn,
  password: ADMIN.password,
  type: 1,
  network_number: '',
  sync_mode: 1,
  ...more,
})

export const proved = (world: World, person: Person, domain = DOMAIN) => world.asAccount(person, (db) => writeProved(db, domain))

/** Checks and saves a directory's settings, as a person would. */
export async function setUp(world: World, person: Person, form: object): Promise<Answer> {
  await proved(world, person)
  const checked = await world.call(person, directory.check, form)
  if (checked.code !== 200 || (checked.data as { ok: number }).ok !== 1) throw new Error(`ldap/check: ${JSON.stringify(checked.data)}`)
  return world.call(person, directory.save, form)
}

export interface Listed {
  data: { uuid: string; username: string; description: string; exist: boolean; disabled: 0 | 1; reason: string | null }[]
  count: number
  hash: string
}
/** Returns the users, which are read again unless the query says otherwise. */
export async function usersOf(world: World, person: Person, query: object = { refresh: '1' }): Promise<Listed> {
  const answer = await world.call(person, directory.user, { limit: 100, ...query })
  if (answer.code !== 200) throw new Error(`ldap/user answered ${answer.code} ${answer.msg}`)
  return answer.data
}

/** Reads the directory again and applies it. */
export async function syncNow(world: World, person: Person, more: object = {}): Promise<Answer> {
  // A snapshot of the last seconds would be used instead of a new read.
  await world.asSystem(({ sql }) =>
    sql.updateTable('directory').set({ snapshot_hash: null }).where('account_id', '=', person.account_id).execute(),
  )
  const { hash } = await usersOf(world, person)
  return world.call(person, directory.sync, { hash, ...more })
}

export const directoryMembers = (world: World, { account_id }: Person) =>
  world.asSystem(({ sql }) =>
    sql
      .selectFrom('directory_member as d')
      .innerJoin('member as m', (join) => join.onRef('m.account_id', '=', 'd.account_id').onRef('m.router_name', '=', 'd.router_name'))
      .select(['m.router_name', 'm.note', 'm.status', 'd.uuid'])
      .where('d.account_id', '=', account_id)
      .orderBy('m.router_name')
      .execute(),
  )

/** Signs a member in as its client does. */
export const signIn = (world: World, username: string, password: string): Promise<Answer> =>
  world.call(undefined, agentContract.device.login, { username, password })
