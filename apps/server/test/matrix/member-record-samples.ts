import type { World } from '../world.ts'
import type { Given } from './samples.ts'

type Sample = (given: Given, world: World) => Record<string, unknown> | Promise<Record<string, unknown>>

const ofCenter = ({ center }: Given) => ({ router_name: center })
const ofPoint = ({ point }: Given) => ({ router_name: point })

/** Samples for the records of members, and for the profile of a member whose center was seen. */
export const memberRecordSamples: Record<string, Sample> = {
  'GET router/connect': ofCenter,
  'GET router/dial_records': ofPoint,
  'GET router/login_records': ofPoint,
  'GET router/diagnosis': ofPoint,
  // The matrix is about who may ask, and has no devices: this answers in the place of one.
  'POST router/diagnose': async ({ point }, world) => {
    await world.asSystem(({ sql }) => sql.updateTable('member').set({ online_status: 1 }).where('router_name', '=', point).execute())
    world.services.gateway.check = async () => ({ uptime: 1, load: 0, memory: 1, clock_ahead: null, gateway: null, tunnels: [] })
    return { router_name: point }
  },
  'GET router/path': ofPoint,
  'GET router/signed_in': ofPoint,
  'GET router/availability': ofPoint,
  'GET router/outages': ofPoint,
  'GET router/profile': async ({ caller: { account_id }, network_number, center, point }, world) => {
    await world.asSystem(async ({ sql }) => {
      // If another call of the matrix has used up the member, only the names matter: a caller who may not see it gets the same answer.
      const membership = await sql
        .selectFrom('network_member')
        .select('router_name')
        .where('account_id', '=', account_id)
        .where('network_number', '=', network_number)
        .where('router_name', '=', point)
        .executeTakeFirst()
      if (!membership) return
      const { software_segment } = await sql
        .selectFrom('network_center')
        .select('software_segment')
        .where('account_id', '=', account_id)
        .where('network_number', '=', network_number)
        .where('router_name', '=', center)
        .executeTakeFirstOrThrow()
      const vpn_ip = software_segment.replace('.0/28', '.5')
      await sql
        .insertInto('network_link')
        .values({ account_id, network_number, center_router_name: center, router_name: point, vpn_ip })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const seen = { remote_ip: '203.0.113.9', remote_port: 40_000, version: '1', online: 1, create_time: world.infrastructure.clock.now() }
      await sql
        .insertInto('connect_log')
        .values({ account_id, router_name: center, ...seen } as never)
        .execute()
    })
    return { router_name: point, network_number }
  },
}
