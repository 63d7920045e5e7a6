import { deviceColumns, deviceKindNames } from '@weft/contract'
import { codeAt, newSecret } from '../../src/adapters/totp/totp.ts'
import { aWorkbook } from '../member-file-fixtures.ts'
import type { World } from '../world.ts'
import type { Stock } from './things.ts'

type Sample = (stock: Stock, world: World) => Record<string, unknown> | Promise<Record<string, unknown>>

/** Gives every operator except the one that signs in with a password an authenticator; returns its code. */
export async function authenticators(world: World, on: boolean): Promise<{ code: string }> {
  const [secret, now] = [newSecret(), world.infrastructure.clock.now()]
  const factor = { totp_secret: world.infrastructure.keys.seal(secret), totp_time: on ? now : null, totp_last_step: 0 }
  await world.asSystem(({ sql }) => sql.updateTable('operator').set(factor).where('username', '<>', 'desk').execute())
  return { code: codeAt(secret, now) }
}

/** Samples for operators' own sign-in, and for their lists. */
export const deskSamples: Record<string, Sample> = {
  'GET operator/info': () => ({}),
  'POST totp_setup': () => ({}),
  'POST totp_enable': (_, world) => authenticators(world, false),
  'POST totp_disable': (_, world) => authenticators(world, true),
  'GET audit/lists': ({ account_number }) => ({ account_number }),
  'GET health': () => ({}),
  'GET desk/start': () => ({}),
  'GET desk/state': ({ account_number }) => ({ account_number }),
  'GET desk/search': () => ({ search: '客户' }),
  'GET accounts/trouble': ({ account_number }) => ({ account_number }),
  'GET accounts/networks': ({ account_number }) => ({ account_number }),
  'GET accounts/pops': ({ account_number }) => ({ account_number }),
  'GET devices/template': () => ({}),
  'POST devices/batch': async ({ unregistered }) => ({
    file: await aWorkbook([Object.values(deviceColumns), [unregistered, 'R1', '', deviceKindNames.router, '', '']]),
  }),
}
