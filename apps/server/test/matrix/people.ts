import { randomUUID } from 'node:crypto'
import { LINK_SECONDS, OPERATOR_SECONDS } from '@weft/contract'
import { createRole } from '../../src/domains/identity/sub-account/role.service.ts'
import { insertSession } from '../../src/domains/identity/session/session.queries.ts'
import { after } from '../../src/kernel/clock.ts'
import { token } from '../../src/kernel/ids.ts'
import { digest } from '../../src/kernel/secrets.ts'
import { grant } from '../network-fixtures.ts'
import type { Person, World } from '../world.ts'
import { type OperatorRole, type Right, rights } from './expected.ts'
import { accountOfNetwork, aResource } from './network-setting-samples.ts'
import { anOrder } from './pop-samples.ts'
import { someThings, type Things } from './things.ts'

/** Texts of one account that no answer to another may contain. */
export const CANARY = { alpha: 'canary-alpha', hidden: 'canary-hidden', beta: 'canary-beta' } as const

export interface Login {
  account_id: number
  login_id: number
}
/** The login that makes a call, with its token. */
export type Caller = Login & { access_token: string }
/** A sub-account and the rights of its role. */
export type SubAccount = Login & { name: string; held: ReadonlySet<Right> }

/** Makes an owner with an account that can hold many networks, with things of its own and the canary in every text. */
async function anAccount(world: World, canary: string): Promise<{ owner: Person; things: Things }> {
  const owner = await world.anOwner()
  for (const code of ['network_member', 'software_member', 'sub_account'] as const) await grant(world, owner, code, 10_000)
  for (const feature of ['quagga', 'quagga_advanced', 'default_route'] as const) await grant(world, owner, feature, 1)
  await world.asSystem(async ({ sql }) => {
    await sql
      .updateTable('login')
      .set({ nickname: canary, industry: canary, occupation: canary, email: `${canary}@example.com` })
      .where('login_id', '=', owner.login_id)
      .execute()
    await sql.insertInto('message').values({ account_id: owner.account_id, title: canary, type: canary, content: canary }).execute()
  })
  return { owner, things: await someThings(world, owner, canary) }
}

/**
 * Adds the members of a network to another one too, with a tunnel there. A caller who may not see that network sees the members
 * without it.
 */
async function alsoIn(world: World, { center, point }: Things, { network_number, center: other }: Things): Promise<void> {
  await world.asSystem(async ({ sql }) => {
    const { account_id } = await accountOfNetwork(sql, network_number)
    for (const [router_name, router_type] of [
      [center, 1],
      [point, 2],
    ] as const) {
      await sql
        .insertInto('network_member')
        .values({ account_id, network_number, router_name, router_type, member_type: 'point' })
        .execute()
      // A device's report of its configuration may concern any of its networks.
      await sql
        .updateTable('member')
        .set({ config_error: `failed: ${CANARY.hidden}` })
        .where('router_name', '=', router_name)
        .execute()
      await sql
        .insertInto('tunnel_session')
        // It has ended, so that the sweep does not find it left open and end it during the calls.
        .values({
          account_id,
          network_number,
          router_name,
          link_router_name: other,
          orig: CANARY.hidden,
          start_time: new Date(Date.now() - 60_000),
          end_time: new Date(),
        })
        .execute()
    }
  })
}

const viewOf = (right: Right) => right.replace(/\.\w+$/, '.view') as Right
/** Returns a right with those that it needs: to view its area, and the members and networks that most calls name. */
const only = (right: Right): Right[] =>
  right === 'member.view' || right === 'network.view' ? [right] : [...new Set<Right>([right, viewOf(right), 'member.view', 'network.view'])]
/** Returns all rights but one, and without those of its area if that is the one to view it. */
const allBut = (right: Right): Right[] => rights.filter((other) => other !== right && (right !== viewOf(right) || viewOf(other) !== right))

/** Makes all callers of the matrix for the console: two accounts of customers, and callers who have no access. */
export async function aCast(world: World) {
  const alpha = await anAccount(world, CANARY.alpha)
  const beta = await anAccount(world, CANARY.beta)
  const hidden = await someThings(world, alpha.owner, CANARY.alpha, CANARY.hidden)
  await alsoIn(world, alpha.things, hidden)
  const { owner } = alpha
  // One that the hidden network uses and one that none does: neither is visible to a role with designated networks.
  for (const how of ['attached', undefined] as const) {
    const { network_fr_id } = await aResource(world, { caller: owner, ...hidden }, how)
    const shortname = `${CANARY.hidden} ${network_fr_id}`
    await world.asSystem(({ sql }) =>
      sql.updateTable('network_fr').set({ shortname }).where('network_fr_id', '=', Number(network_fr_id)).execute(),
    )
  }
  await anOrder(world, { ...owner, ...hidden }, 2)

  async function subAccount(name: string, held: Right[], networks: string[] = []): Promise<SubAccount> {
    const role_id = await world.asAccount(owner, (db) => createRole(db, 'system', { name, flags: held, networks }))
    const { login_id } = await world.asSystem(({ sql }) =>
      sql
        .insertInto('login')
        .values({ account_id: owner.account_id, ram: 1, username: `sub${role_id}`, nickname: name, password_hash: 'none', role_id })
        .returning('login_id')
        .executeTakeFirstOrThrow(),
    )
    const login = { account_id: owner.account_id, login_id }
    return { ...login, name, held: new Set(held) }
  }

  const subAccounts: SubAccount[] = []
  for (const right of rights) {
    subAccounts.push(await subAccount(`only ${right}`, only(right)))
    subAccounts.push(await subAccount(`all but ${right}`, allBut(right)))
  }
  const designated = await subAccount('designated', rights, [alpha.things.network_number])
  const disabledSub = await subAccount('disabled', rights)
  const disabled = await anAccount(world, CANARY.beta)
  await world.asSystem(async ({ sql }) => {
    await sql.updateTable('account').set({ status: 0 }).where('account_id', '=', disabled.owner.account_id).execute()
    await sql.updateTable('login').set({ status: 0 }).where('login_id', '=', disabledSub.login_id).execute()
  })

  return {
    alpha,
    beta,
    hidden,
    subAccounts,
    designated,
    /**
     * Makes callers who are refused at every call, with the code of the refusal; a public call ignores their tokens. They are new each
     * time, because any call may end a login's other sessions.
     */
    strangers: async () => ({
      'a garbage token': { access_token: 'x'.repeat(43), code: 2001 },
      'an operator’s token': { access_token: (await anOperator(world, 'admin')).access_token, code: 2001 },
      'a device’s credential': { access_token: await aCredential(world, owner, alpha.things.center), code: 2001 },
      'an expired access token': { ...(await aged(world, owner, { issued: 1801 })), code: 2002 },
      'a session unused for two hours': { ...(await aged(world, owner, { issued: 7201, used: 7201 })), code: 2002 },
      'a revoked session': { ...(await aged(world, owner, { revoked: true })), code: 2003 },
      'the owner of a disabled account': { ...disabled.owner, code: 2004 },
      'a disabled sub-account': { ...(await world.signedIn(disabledSub)), code: 2004 },
    }),
  }
}
export type Cast = Awaited<ReturnType<typeof aCast>>

/** Makes a session that began some seconds ago, as if time had passed only for it. */
async function aged(
  world: World,
  login: Login,
  { issued = 0, used = 0, revoked = false }: { issued?: number; used?: number; revoked?: boolean },
): Promise<{ access_token: string; companion: string }> {
  const session = await world.signedIn(login)
  const now = world.infrastructure.clock.now()
  await world.asSystem(async ({ sql }) => {
    const { session_id } = await sql
      .updateTable('session_token')
      .set({ issue_time: after(now, -issued) })
      .where('token_hash', '=', digest(session.access_token))
      .returning('session_id')
      .executeTakeFirstOrThrow()
    await sql
      .updateTable('session')
      .set({ last_time: after(now, -used), ...(revoked && { revoke_time: now, revoke_reason: 'test' }) })
      .where('session_id', '=', session_id)
      .execute()
  })
  return session
}

/** Makes a login link's token that a browser already holds. */
export async function aLink(world: World, { account_id, login_id }: Login): Promise<{ access_token: string; companion: string }> {
  const [access_token, companion, now] = [token(), token(), world.infrastructure.clock.now()]
  await insertSession(
    world.db.systemNow,
    {
      session_id: randomUUID(),
      account_id,
      login_id,
      kind: 'link',
      cookie_hash: digest(companion),
      create_time: now,
      last_time: now,
      expire_time: after(now, LINK_SECONDS),
      address: '127.0.0.1',
      user_agent: 'test',
    },
    digest(access_token),
  )
  return { access_token, companion }
}

/** Makes an operator with a session that began some seconds ago. */
export async function anOperator(world: World, role: OperatorRole, { status = 1, issued = 0 }: { status?: 0 | 1; issued?: number } = {}) {
  const access_token = token()
  const now = world.infrastructure.clock.now()
  const username = `op-${role}-${randomUUID()}`
  await world.asSystem(async ({ sql }) => {
    const { operator_id } = await sql
      .insertInto('operator')
      .values({ username, role, status, password_hash: 'none' })
      .returning('operator_id')
      .executeTakeFirstOrThrow()
    await sql
      .insertInto('operator_session')
      .values({
        token_hash: digest(access_token),
        operator_id,
        address: '127.0.0.1',
        create_time: after(now, -issued),
        expire_time: after(now, OPERATOR_SECONDS - issued),
        // Calls that require a proof of identity are tested with a session that has given it.
        verified_until: after(now, OPERATOR_SECONDS),
      })
      .execute()
  })
  return { username, access_token }
}

/** Makes the credential of a member for the agents' listener. */
export async function aCredential(world: World, { account_id }: { account_id: number }, router_name: string): Promise<string> {
  const credential = token()
  const credential_hash = digest(credential)
  await world.asSystem(({ sql }) =>
    sql
      .insertInto('member_credential')
      .values({ credential_hash, enrolment: credential_hash, use_time: world.infrastructure.clock.now(), account_id, router_name })
      .execute(),
  )
  return credential
}
