import { randomUUID } from 'node:crypto'
import { DirectoryConfig } from '@weft/contract'
import { writeCheck, writeProved } from '../../src/domains/member/directory/directory.queries.ts'
import { digestOf, wantedTarget } from '../../src/domains/member/directory/directory-target.service.ts'
import { DOMAIN } from '../directory-fixtures.ts'
import { anAuthority } from '../ldap-server.ts'
import type { World } from '../world.ts'
import type { Given } from './samples.ts'

const none = () => ({})
const HASH = 'a'.repeat(64)
let made = 0

/** Makes a directory of the caller's account whose users were just read: one more user with each call. Returns that one. */
async function aSnapshot({ caller: { account_id } }: Given, world: World): Promise<{ hash: string; uuid: string }> {
  const uuid = randomUUID()
  const username = `matrix.ldap${++made}`
  const snapshot = { snapshot_hash: HASH, snapshot_time: world.infrastructure.clock.now() }
  await world.asSystem(async ({ sql }) => {
    await sql
      .insertInto('directory')
      .values({
        account_id,
        sync_mode: 1,
        domain: DOMAIN,
        host: '127.0.0.1',
        port: 389,
        base_dn: 'dc=example,dc=com',
        use_ssl: 0,
        use_tls: 0,
        username: '',
        type: 1,
        ...snapshot,
      })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(snapshot))
      .execute()
    await sql.insertInto('directory_user').values({ account_id, uuid, username, description: '样本', disabled: 0, problem: null }).execute()
  })
  return { hash: HASH, uuid }
}

const form = ({ network_number, center }: Given) => ({
  mode: 'private',
  router_name: center,
  domain: DOMAIN,
  host: '127.0.0.1',
  port: 389,
  base_dn: 'dc=example,dc=com',
  network_number,
})

/** Samples for the directory, whose server does not exist: what is read of it was read before. */
export const directorySamples = {
  'GET ldap/status': none,
  'GET ldap/config': none,
  'POST ldap/check': form,
  'POST ldap/save': async (given: Given, world: World) => {
    const wanted = DirectoryConfig.parse(form(given))
    await world.asAccount(given.caller, async (db) => {
      await writeProved(db, DOMAIN)
      await writeCheck(
        db,
        digestOf(world.infrastructure.keys, wanted, await wantedTarget(db, world.infrastructure.keys, wanted)),
        world.infrastructure.clock.now(),
      )
    })
    return form(given)
  },
  'POST ldap/upload': async () => ({ file: Buffer.from((await anAuthority('样本')).certificate) }),
  'POST ldap/verify_domain': async ({ caller }: Given, world: World) => {
    await world.asAccount(caller, (db) => writeProved(db, DOMAIN))
    return { domain: DOMAIN }
  },
  'GET ldap/download_verify_domain': () => ({ domain: DOMAIN }),
  'GET ldap/user': async (given: Given, world: World) => {
    await aSnapshot(given, world)
    return {}
  },
  'POST ldap/import': aSnapshot,
  'POST ldap/sync': async (given: Given, world: World) => ({ hash: (await aSnapshot(given, world)).hash }),
  'POST ldap/remove': aSnapshot,
  'POST ldap/remove_all': async (given: Given, world: World) => ({ hash: (await aSnapshot(given, world)).hash }),
  'GET ldap/sync_status': async (given: Given, world: World) => {
    await aSnapshot(given, world)
    return {}
  },
  'POST ldap/sync_mode': async (given: Given, world: World) => {
    await aSnapshot(given, world)
    return { sync_mode: 2 }
  },
  'POST ldap/restart_sync': async (given: Given, world: World) => {
    await aSnapshot(given, world)
    return {}
  },
  'POST ldap/remove_disable': async (given: Given, world: World) => {
    await aSnapshot(given, world)
    return {}
  },
  'POST ldap/delete': async (given: Given, world: World) => {
    await aSnapshot(given, world)
    return {}
  },
}
