import { contract } from '@weft/contract'
import { SUB_PASSWORD, withPassword } from '../credential-fixtures.ts'
import { subjectOf } from '../../src/domains/identity/verification/identity.service.ts'
import { aBoundOwner, anEmail, aPicture, aRegistration, askToRegister, type Bound } from '../verification-fixtures.ts'
import type { World } from '../world.ts'
import { anAddress } from './cases.ts'
import type { Caller } from './people.ts'

/** Deletes the quotas of codes, because every call has its code sent again and none may run out. */
const forgetQuotas = (world: World) => world.asSystem(({ sql }) => sql.deleteFrom('code_quota').execute())

async function anOwnerByMail(world: World): Promise<Bound & { email: string }> {
  const email = anEmail()
  return { ...(await aBoundOwner(world, { email })), email }
}

/** Begins a recovery of a new account. */
async function begun(world: World): Promise<{ uniqid: string; email: string }> {
  await forgetQuotas(world)
  const { username, email } = await anOwnerByMail(world)
  const picture = await aPicture(world)
  await world.call(undefined, contract.verify.find_password, { username, ...picture }, { address: anAddress() })
  return { uniqid: picture.uniqid, email }
}
async function sent(world: World): Promise<{ uniqid: string; code: string }> {
  const { uniqid, email } = await begun(world)
  await world.call(undefined, contract.verify.find_password_code, { uniqid, send_type: 'email' }, { address: anAddress() })
  return { uniqid, code: await world.codeFor(email) }
}

/** Returns an identity code of the caller, to whom it binds an e-mail address if there is none. */
async function identityCode(world: World, { account_id, login_id }: Caller): Promise<string> {
  await forgetQuotas(world)
  const email = await world.asSystem(async ({ sql }) => {
    const login = sql.selectFrom('login').where('login_id', '=', login_id).select('email').executeTakeFirstOrThrow()
    const bound = (await login).email ?? anEmail()
    await sql.updateTable('login').set({ email: bound }).where('login_id', '=', login_id).execute()
    return bound
  })
  const subject = subjectOf({ account_id, login_id }, 'identity', 'email', email)
  await world.services.codes.send(subject, { address: anAddress(), language: 'zh-CN' })
  return world.codeFor(email)
}

/** Gives the caller a known password, and removes the phone and e-mail address. */
async function withPasswordAlone(world: World, caller: Caller): Promise<{ password: string }> {
  await withPassword(world, caller)
  const unbound = { area_code: null, phone: null, email: null }
  await world.asSystem(({ sql }) => sql.updateTable('login').set(unbound).where('login_id', '=', caller.login_id).execute())
  return { password: SUB_PASSWORD }
}

/** Samples for the calls that send codes and accept them. */
export const verificationSamples = {
  'POST verify/register': async (_: object, world: World) => {
    await forgetQuotas(world)
    return { send_type: 'email', send_value: anEmail() }
  },
  'POST account/register': async (_: object, world: World) => {
    await forgetQuotas(world)
    const email = anEmail()
    await askToRegister(world, email)
    return aRegistration(email, await world.codeFor(email))
  },
  'POST verify/find_password': async (_: object, world: World) => ({
    username: (await anOwnerByMail(world)).username,
    ...(await aPicture(world)),
  }),
  'POST verify/find_password_code': async (_: object, world: World) => ({ uniqid: (await begun(world)).uniqid, send_type: 'email' }),
  'POST verify/authentication': async (_: object, world: World) => ({ ...(await sent(world)), send_type: 'email' }),
  'POST verify/reset_password': async (_: object, world: World) => {
    const { uniqid, code } = await sent(world)
    await world.call(undefined, contract.verify.authentication, { uniqid, code, send_type: 'email' }, { address: anAddress() })
    return { uniqid, password: 'another-123', reset_password: 'another-123' }
  },
  'GET verify/delivery': async (_: object, world: World) => {
    await forgetQuotas(world)
    return (await askToRegister(world, anEmail())).data as { receipt: string }
  },
  'POST verify/send_code': async (_: object, world: World) => {
    await forgetQuotas(world)
    return { send_type: 'email', send_value: anEmail(), verify_type: 'verify_email' }
  },
  'POST verify/verify': async ({ caller }: { caller: Caller }, world: World) => ({
    send_type: 'email',
    verify_type: 'verify_email',
    code: await identityCode(world, caller),
  }),
  'POST verify/password': ({ caller }: { caller: Caller }, world: World) => withPasswordAlone(world, caller),
}
