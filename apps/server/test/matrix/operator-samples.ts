import { randomUUID } from 'node:crypto'
import { hashPassword } from '../../src/kernel/secrets.ts'
import type { World } from '../world.ts'
import { authenticators } from './desk-samples.ts'
import { anOperator } from './people.ts'
import type { Stock } from './things.ts'

type Sample = (stock: Stock, world: World) => Record<string, unknown> | Promise<Record<string, unknown>>

/** Makes a new operator with a live session, to whom calls can refer. */
async function aColleague(world: World): Promise<{ id: string; session_id: string }> {
  const { username } = await anOperator(world, 'sales')
  const { operator_id, session_id } = await world.db.systemNow.sql
    .selectFrom('operator as o')
    .innerJoin('operator_session as s', 's.operator_id', 'o.operator_id')
    .select(['o.operator_id', 's.session_id'])
    .where('o.username', '=', username)
    .executeTakeFirstOrThrow()
  return { id: String(operator_id), session_id }
}
const colleague: Sample = async (_, world) => ({ id: (await aColleague(world)).id })

/** Gives every operator a password. */
async function passwords(world: World, password: string): Promise<void> {
  const password_hash = await hashPassword(password)
  await world.asSystem(({ sql }) => sql.updateTable('operator').set({ password_hash }).execute())
}

/** Samples for administrators' changes of operators, and for all operators' own sign-in. */
export const operatorDeskSamples: Record<string, Sample> = {
  'POST operator/prove': (_, world) => authenticators(world, true),
  'POST operator/password': async (_, world) => {
    await passwords(world, 'secret-1234')
    return { old_password: 'secret-1234', new_password: 'Another-1234', reset_password: 'Another-1234' }
  },
  'GET operator/sessions': () => ({}),
  'POST operator/end_session': () => ({}),
  'GET operators/lists': () => ({}),
  'GET operators/info': colleague,
  'GET operators/sessions': colleague,
  'POST operators/create': () => ({ username: `o-${randomUUID().slice(0, 8)}`, role: 'support' }),
  'POST operators/role': async (_, world) => ({ id: (await aColleague(world)).id, role: 'support' }),
  'POST operators/disable': colleague,
  'POST operators/enable': colleague,
  'POST operators/unlock': colleague,
  'POST operators/password': colleague,
  'POST operators/reset_totp': async (stock, world) => {
    const sample = await colleague(stock, world)
    await authenticators(world, true)
    return sample
  },
  'POST operators/end_sessions': async (_, world) => ({ ...(await aColleague(world)) }),
}
