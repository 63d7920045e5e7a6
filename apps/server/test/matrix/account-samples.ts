import { randomUUID } from 'node:crypto'
import { ABSOLUTE_SECONDS } from '@weft/contract'
import { insertSession } from '../../src/domains/identity/session/session.queries.ts'
import { after } from '../../src/kernel/clock.ts'
import { token } from '../../src/kernel/ids.ts'
import { digest } from '../../src/kernel/secrets.ts'
import { anAuthenticator, aPhone, codeTo, prove, SUB_PASSWORD, withPassword } from '../credential-fixtures.ts'
import type { World } from '../world.ts'
import type { Caller } from './people.ts'
import type { Given } from './samples.ts'

type Sample = (given: Given, world: World) => Record<string, unknown> | Promise<Record<string, unknown>>

const none = () => ({})
let made = 0
const next = () => String(++made).padStart(6, '0')

/** Makes another session of the same login. */
async function anotherSession({ account_id, login_id }: Caller, world: World): Promise<string> {
  const [session_id, now] = [randomUUID(), world.infrastructure.clock.now()]
  const times = { create_time: now, last_time: now, expire_time: after(now, ABSOLUTE_SECONDS) }
  const session = { session_id, account_id, login_id, kind: 'password', ...times, address: '127.0.0.1', user_agent: 'test' } as const
  await insertSession(world.db.systemNow, session, digest(token()))
  return session_id
}

/** Samples for the account's own calls, the second factor and the live sessions. */
export const accountSamples: Record<string, Sample> = {
  'POST login/totp': async (_, world) => {
    const owner = await world.anOwner()
    const { code } = await anAuthenticator(world, owner)
    return { challenge: await world.services.secondFactors.challenge(owner), code: code() }
  },

  'GET account/data': none,
  'POST account/edit_data': () => ({
    username: `owner${next()}`,
    nickname: '样本',
    birthday: '1990-01-01',
    industry: 'I1',
    occupation: '工程师',
  }),
  'POST account/edit_password': async ({ caller, owner }, world) => {
    await prove(world, caller)
    return { new_password: owner.password, reset_password: owner.password }
  },
  'POST account/edit_phone': async ({ caller }, world) => {
    const phone = aPhone()
    await prove(world, caller)
    return { area_code: '86', phone, code: await codeTo(world, caller, 'bind', 'phone', `+86 ${phone}`) }
  },
  'POST account/edit_email': async ({ caller }, world) => {
    const email = `sample${next()}@example.com`
    await prove(world, caller)
    return { email, code: await codeTo(world, caller, 'bind', 'email', email) }
  },
  'POST account/totp_setup': async ({ caller }, world) => {
    await anAuthenticator(world, caller, { on: false })
    return {}
  },
  'POST account/totp_enable': async ({ caller }, world) => ({ code: (await anAuthenticator(world, caller, { on: false })).code() }),
  'POST account/totp_disable': async ({ caller }, world) => ({ code: (await anAuthenticator(world, caller)).code() }),
  'GET account/sessions': none,
  'POST account/session_end': async ({ caller }, world) => ({ id: await anotherSession(caller, world) }),
  'POST account/edit_sign': () => ({ sign: `sign${next()}` }),
  'POST account/default_phone': async ({ caller }, world) => reachable(caller, world),
  'POST account/default_email': async ({ caller }, world) => reachable(caller, world),
  'GET account/service': none,
  'GET account/service_totals': none,
  'GET account/service_file': none,
  'POST ram/password': async ({ caller }, world) => {
    await withPassword(world, caller)
    return { old_password: SUB_PASSWORD, password: SUB_PASSWORD, reset_password: SUB_PASSWORD }
  },
}

/** Gives a login both contacts. */
async function reachable({ login_id }: Caller, world: World): Promise<Record<string, unknown>> {
  const contacts = { area_code: '86', phone: '13900000000', email: 'sample@example.com' }
  await world.asSystem(({ sql }) => sql.updateTable('login').set(contacts).where('login_id', '=', login_id).execute())
  return {}
}
