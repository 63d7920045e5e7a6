import { insertKeyLogin } from '../../src/domains/identity/session/login.service.ts'
import { audit } from '../../src/domains/foundation/audit/audit.service.ts'
import { createRole } from '../../src/domains/identity/sub-account/role.service.ts'
import { createSubAccount } from '../../src/domains/identity/sub-account/sub-account.service.ts'
import { after } from '../../src/kernel/clock.ts'
import type { World } from '../world.ts'
import type { Login } from './people.ts'
import type { Given } from './samples.ts'

type Sample = (given: Given, world: World) => Record<string, unknown> | Promise<Record<string, unknown>>

const none = () => ({})
let made = 0
const next = () => String(++made).padStart(6, '0')

/** Deletes the samples that no login uses, except the newest: an account has a limited number of roles, and the callers need half of them. */
const makeRoom = ({ account_id }: Login, world: World) =>
  world.asSystem(({ sql }) =>
    sql
      .deleteFrom('role')
      .where('account_id', '=', account_id)
      .where('name', 'like', '样本 %')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('login')
              .whereRef('login.role_id', '=', 'role.role_id')
              .where('login.account_id', '=', account_id)
              .select('login_id'),
          ),
        ),
      )
      .where('role_id', 'not in', (of) =>
        of.selectFrom('role').where('account_id', '=', account_id).select('role_id').orderBy('role_id', 'desc').limit(20),
      )
      .execute(),
  )

async function aRole({ account_id, login_id }: Login, world: World): Promise<string> {
  await makeRoom({ account_id, login_id }, world)
  const role = { name: `样本 ${next()}`, flags: [], networks: [] }
  return String(await world.asAccount({ account_id }, (db) => createRole(db, 'system', role)))
}

const shared = new WeakMap<World, Map<number, number>>()
/** Returns the one role of the account that all samples of logins have. */
async function sharedRole({ account_id }: Login, world: World): Promise<number> {
  const known = shared.get(world) ?? new Map<number, number>()
  shared.set(world, known)
  const role = { name: '登录样本', flags: [], networks: [] }
  const role_id = known.get(account_id) ?? (await world.asAccount({ account_id }, (db) => createRole(db, 'system', role)))
  known.set(account_id, role_id)
  return role_id
}

async function aSubAccount(caller: Login, world: World): Promise<string> {
  const role_id = await sharedRole(caller, world)
  const person = { role_id, nickname: '样本', username: `sample${next()}`, password: 'secret-1234' }
  return String(await world.asAccount(caller, (db) => createSubAccount(db, 'system', person)))
}

/** Makes an access key of the account, with this role. */
export async function anAccessKey(world: World, { account_id }: Login, role_id: number): Promise<Login & { access_token: string }> {
  const now = world.infrastructure.clock.now()
  return world.asAccount({ account_id }, async (db) => {
    const login_id = await insertKeyLogin(db, `样本 ${next()}`, role_id, now)
    return { account_id, login_id, access_token: await world.services.sessions.issueKey(db, login_id, after(now, 86_400)) }
  })
}

const auth = {
  easylink: { router: { create: 1, edit: 1, delete: 0 }, network: { create: 1, edit: 0, delete: 0, networks: [] } },
  monitor: { create: 0, edit: 0, delete: 0 },
}

/** Samples for sub-accounts, roles, access keys and the operation log. */
export const accessSamples: Record<string, Sample> = {
  'GET ram/domain': none,
  'GET ram/quantity': none,
  'GET ram/lists': none,
  'GET ram/info': async ({ caller }, world) => ({ id: await aSubAccount(caller, world) }),
  'POST ram/create': async ({ caller }, world) => ({
    role_id: await aRole(caller, world),
    nickname: '样本',
    username: `made${next()}`,
    password: 'secret-1234',
  }),
  'POST ram/edit': async ({ caller }, world) => ({
    id: await aSubAccount(caller, world),
    role_id: await aRole(caller, world),
    nickname: '样本',
    password: '',
  }),
  'POST ram/disable': async ({ caller }, world) => ({ id: await aSubAccount(caller, world) }),
  'POST ram/enable': async ({ caller }, world) => ({ id: await aSubAccount(caller, world) }),
  'POST ram/delete': async ({ caller }, world) => ({ id: await aSubAccount(caller, world) }),
  'GET ram/log': async ({ caller }, world) => ({ ram_id: await aSubAccount(caller, world) }),
  'GET ram/log_people': none,
  'GET ram/log_counts': async ({ caller }, world) => ({ ram_id: await aSubAccount(caller, world) }),
  'GET ram/log_file': async ({ caller }, world) => {
    const ram_id = await aSubAccount(caller, world)
    const did = { login_id: Number(ram_id), username: '样本', ram: 1, address: '127.0.0.1' } as const
    await world.asAccount(caller, (db) => audit(db, did, { area: 'member', action: 'note', message: '样本' }))
    return { ram_id }
  },
  'GET ram_role/lists': none,
  'GET ram_role/info': async ({ caller }, world) => ({ id: await aRole(caller, world) }),
  'GET ram_role/select': none,
  'POST ram_role/create': async ({ caller }, world) => {
    await makeRoom(caller, world)
    return { name: `样本 ${next()}`, note: '', auth }
  },
  'POST ram_role/edit': async ({ caller }, world) => ({ id: await aRole(caller, world), name: `样本 ${next()}`, note: '', auth }),
  'POST ram_role/view_as': async ({ caller }, world) => ({ id: await aRole(caller, world) }),
  'POST ram_role/view_as_end': none,
  'POST ram_role/delete': async ({ caller }, world) => ({ id: await aRole(caller, world) }),
  'GET access_keys/lists': none,
  'POST access_keys/create': async ({ caller }, world) => ({
    name: `样本 ${next()}`,
    role_id: await aRole(caller, world),
    expire_time: Math.floor(world.infrastructure.clock.now().getTime() / 1000) + 3600,
  }),
  'POST access_keys/delete': async ({ caller }, world) => ({
    id: String((await anAccessKey(world, caller, await sharedRole(caller, world))).login_id),
  }),
}
