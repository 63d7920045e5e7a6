import type { World } from '../world.ts'
import type { Given } from './samples.ts'
import type { Stock } from './things.ts'

type Input = Record<string, unknown>
type Sample<T> = (given: T, world: World) => Input | Promise<Input>

/** Makes a SaaS device of an account, with the row by which it connects. */
async function aSaasDevice(world: World, account_id: number): Promise<string> {
  const router_name = `SA${account_id}`
  const device = { account_id, router_name, router_model: 'SA-520' }
  await world.asSystem(async ({ sql }) => {
    const once = await sql
      .insertInto('device')
      .values({ ...device, kind: 'saas' })
      .onConflict((conflict) => conflict.doNothing())
      .returning('router_name')
      .executeTakeFirst()
    if (once)
      await sql
        .insertInto('member')
        .values({ ...device, router_type: 3 })
        .execute()
  })
  return router_name
}
const ofDevice: Sample<Given> = async ({ caller: { account_id } }, world) => ({ router_name: await aSaasDevice(world, account_id) })
const none = () => ({})

export const logSamples: Record<string, Sample<Given>> = {
  'GET saas/router': none,
  'GET saas/info': ofDevice,
  'GET saas/connect': ofDevice,
  'GET saas/traffic': ofDevice,
  'GET account/search': ({ center }) => ({ search: center }),
  'GET logs/software_login': none,
  'GET logs/connect': ({ center }) => ({ router_name: center }),
  'GET logs/online': none,
  'GET logs/export': () => ({ type: 'connect' }),
}

export const deviceDeskSamples: Record<string, Sample<Stock>> = {
  'POST devices/temp_bandwidth': async ({ account_number }, world) => {
    const { account_id } = await world.asSystem(({ sql }) =>
      sql.selectFrom('account').select('account_id').where('account_number', '=', account_number).executeTakeFirstOrThrow(),
    )
    return {
      router_name: await aSaasDevice(world, account_id),
      temp_bandwidth: 200,
      temp_start_date: 1_900_000_000,
      temp_expire_date: 1_900_100_000,
    }
  },
}
