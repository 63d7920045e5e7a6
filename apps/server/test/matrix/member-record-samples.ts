import { randomUUID } from 'node:crypto'
import { PROFILE_LINK_SECONDS } from '@weft/contract'
import { after } from '../../src/kernel/clock.ts'
import { token } from '../../src/kernel/ids.ts'
import { digest } from '../../src/kernel/secrets.ts'
import type { World } from '../world.ts'
import type { Given } from './samples.ts'

type Sample = (given: Given, world: World) => Record<string, unknown> | Promise<Record<string, unknown>>

const ofCenter = ({ center }: Given) => ({ router_name: center })
const ofPoint = ({ point }: Given) => ({ router_name: point })

/** Lets a profile be made for a member; returns whether that could be done. */
const readyForProfile = ({ caller: { account_id }, network_number, center, point }: Given, world: World): Promise<boolean> =>
  world.asSystem(async ({ sql }) => {
    // If another call of the matrix has used up the member, only the names matter: a caller who may not see it gets the same answer.
    const membership = await sql
      .selectFrom('network_member')
      .select('router_name')
      .where('account_id', '=', account_id)
      .where('network_number', '=', network_number)
      .where('router_name', '=', point)
      .executeTakeFirst()
    if (!membership) return false
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
    return true
  })

const profile: Sample = async (given, world) => {
  await readyForProfile(given, world)
  return { router_name: given.point, network_number: given.network_number }
}

/** Makes a link to the profile of a member, with a session of the caller. */
async function aProfileLink(given: Given, world: World) {
  const { account_id, login_id, access_token } = given.caller
  const { point: router_name, network_number } = given
  const link = { link_id: randomUUID(), token: token() }
  if (await readyForProfile(given, world))
    await world.asSystem(async ({ sql }) => {
      const { session_id } = await sql
        .selectFrom('session_token')
        .select('session_id')
        .where('token_hash', '=', digest(access_token))
        .executeTakeFirstOrThrow()
      const now = world.infrastructure.clock.now()
      await sql
        .insertInto('profile_link')
        .values({
          link_hash: digest(link.token),
          link_id: link.link_id,
          account_id,
          network_number,
          router_name,
          login_id,
          session_id,
          create_time: now,
          expire_time: after(now, PROFILE_LINK_SECONDS),
        })
        .execute()
    })
  return { ...link, router_name }
}

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
  'GET router/profile': profile,
  'POST router/profile_link': profile,
  'GET router/profile_link_state': async (given, world) => {
    const { router_name, link_id } = await aProfileLink(given, world)
    return { router_name, link_id }
  },
  'POST router/profile_link_use': async (given, world) => ({ token: (await aProfileLink(given, world)).token }),
}
