import { type Channel, SIGN_IN_PROOF_SECONDS } from '@weft/contract'
import { codeAt, newSecret } from '../src/adapters/totp/totp.ts'
import { subjectOf } from '../src/domains/identity/verification/identity.service.ts'
import type { Caller } from '../src/kernel/caller.ts'
import { after } from '../src/kernel/clock.ts'
import { digest, hashPassword } from '../src/kernel/secrets.ts'
import type { Person, World } from './world.ts'

export interface Login {
  account_id: number
  login_id: number
}

/** Makes a session count as identity-verified for this many seconds. */
export const prove = (world: World, { access_token }: { access_token: string }, seconds = 600) =>
  world.asSystem(({ sql }) =>
    sql
      .updateTable('session')
      .set({ verified_until: after(world.infrastructure.clock.now(), seconds) })
      .where('session_id', '=', (eb) => eb.selectFrom('session_token').select('session_id').where('token_hash', '=', digest(access_token)))
      .execute(),
  )

/** Makes a session as old as one whose sign-in proves nothing any more. */
export const signedInLongAgo = (world: World, { access_token }: { access_token: string }) =>
  world.asSystem(({ sql }) =>
    sql
      .updateTable('session')
      .set({ create_time: after(world.infrastructure.clock.now(), -SIGN_IN_PROOF_SECONDS) })
      .where('session_id', '=', (eb) => eb.selectFrom('session_token').select('session_id').where('token_hash', '=', digest(access_token)))
      .execute(),
  )

const YEAR_SECONDS = 365 * 86_400
/** Makes the owner of a new account, whose session has proved its identity for longer than any test moves the clock. */
export async function aProvedOwner(world: World): Promise<Person> {
  const owner = await world.anOwner()
  await prove(world, owner, YEAR_SECONDS)
  return owner
}

let addresses = 0
/** Returns a code sent to a signed-in login, to bind a contact or to verify an identity. Quotas have tests of their own. */
export async function codeTo(
  world: World,
  login: Login,
  purpose: 'bind' | 'identity' | 'member',
  channel: Channel,
  target: string,
): Promise<string> {
  addresses += 1
  await world.asSystem(({ sql }) => sql.deleteFrom('code_quota').execute())
  const caller = { address: `10.200.${addresses >> 8}.${addresses & 255}`, language: 'zh-CN' } as Caller
  await world.services.codes.send(subjectOf(login, purpose, channel, target), caller)
  return world.codeFor(target)
}

/** Binds contacts as a registration would. */
export const bound = (world: World, { account_id, login_id }: Login, { phone, email }: { phone?: string; email?: string }) =>
  world.asSystem(async ({ sql }) => {
    const contacts = { ...(phone && { area_code: '86', phone }), ...(email && { email }) }
    await sql.updateTable('login').set(contacts).where('login_id', '=', login_id).execute()
    const names = [phone, email].filter((name) => name !== undefined)
    await sql
      .insertInto('login_name')
      .values(names.map((name) => ({ name_key: name.toLowerCase(), account_id, login_id })))
      .execute()
  })

let phones = 0
/** Returns a mainland number that no login has. */
export const aPhone = (): string => `139${String(++phones).padStart(8, '0')}`

let known: Promise<string> | undefined
export const SUB_PASSWORD = 'secret-1234'
/** Gives a login the password `SUB_PASSWORD`. */
export async function withPassword(world: World, { login_id }: Login): Promise<void> {
  const password_hash = await (known ??= hashPassword(SUB_PASSWORD))
  await world.asSystem(({ sql }) => sql.updateTable('login').set({ password_hash }).where('login_id', '=', login_id).execute())
}

/** Sets up a login's authenticator, which is on unless `on` is false. */
export async function anAuthenticator(world: World, { login_id }: Login, { on = true }: { on?: boolean } = {}) {
  const [secret, now] = [newSecret(), world.infrastructure.clock.now()]
  const factor = { totp_secret: world.infrastructure.keys.seal(secret), totp_time: on ? now : null, totp_last_step: 0 }
  await world.asSystem(({ sql }) => sql.updateTable('login').set(factor).where('login_id', '=', login_id).execute())
  return { secret, code: (seconds = 0) => codeAt(secret, after(world.infrastructure.clock.now(), seconds)) }
}

/** Makes a sub-account of an owner, with every right except those of networks, and signs it in. */
export async function aSubAccount(world: World, { account_id, account_number }: Login & { account_number: string }, name = 'helper01') {
  const { login_id } = await world.asSystem(async ({ sql }) => {
    const { role_id } = await sql
      .insertInto('role')
      .values({ account_id, name, member_edit: 1 })
      .returning('role_id')
      .executeTakeFirstOrThrow()
    return sql
      .insertInto('login')
      .values({ account_id, ram: 1, username: name, nickname: name, password_hash: 'none', role_id })
      .returning('login_id')
      .executeTakeFirstOrThrow()
  })
  const login = { account_id, login_id }
  await withPassword(world, login)
  return { ...login, account_number, username: `${name}@${account_number}`, password: SUB_PASSWORD, ...(await world.signedIn(login)) }
}

/** Returns the codes of many parallel answers, in an order that does not depend on which came first. */
export const sortedCodes = (answers: { code: number }[]): number[] => answers.map(({ code }) => code).toSorted((a, b) => a - b)
