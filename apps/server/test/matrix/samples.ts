import { token } from '../../src/kernel/ids.ts'
import { anAddressElsewhere } from '../verification-fixtures.ts'
import type { World } from '../world.ts'
import { accessSamples } from './access-samples.ts'
import { accountSamples } from './account-samples.ts'
import { deskSamples } from './desk-samples.ts'
import { directorySamples } from './directory-samples.ts'
import { memberFileSamples } from './member-file-samples.ts'
import { memberRecordSamples } from './member-record-samples.ts'
import { memberSamples } from './member-samples.ts'
import { deviceDeskSamples, logSamples } from './log-samples.ts'
import type { Caller } from './people.ts'
import { monitorSamples } from './monitor-samples.ts'
import { networkSettingSamples } from './network-setting-samples.ts'
import { operatorDeskSamples } from './operator-samples.ts'
import { popDeskSamples, popSamples } from './pop-samples.ts'
import { publishedSamples, publishingSamples } from './publication-samples.ts'
import { ticketDeskSamples, ticketSamples } from './ticket-samples.ts'
import type { Stock, Things } from './things.ts'
import { trafficSamples } from './traffic-samples.ts'
import { verificationSamples } from './verification-samples.ts'

type Input = Record<string, unknown>
type Sample<T> = (things: T, world: World) => Input | Promise<Input>

let named = 0
const newName = () => `样本 ${++named}`
const none = () => ({})

/** Draws a picture, and returns it with its text. */
async function picture({ services }: World): Promise<{ uniqid: string; code: string }> {
  const { uniqid } = await services.captchas.draw(anAddressElsewhere())
  return { uniqid, code: (await services.captchas.read(uniqid))! }
}

/** The values that a sample of the console may use: the things of an account, the caller, and logins with a password. */
export type Given = Things & { caller: Caller; owner: { login_id: number; password: string }; sub: string }

/** One input for each call, with which it would succeed for a caller who may make it. */
export const consoleSamples: Record<string, Sample<Given>> = {
  'GET verify/code': none,
  ...verificationSamples,
  'POST login/authorization': async ({ owner }, world) => {
    // As another call may have renamed the owner, or given them a second factor.
    const { username } = await world.asSystem(({ sql }) =>
      sql
        .updateTable('login')
        .set({ totp_time: null })
        .where('login_id', '=', owner.login_id)
        .returning('username')
        .executeTakeFirstOrThrow(),
    )
    return { ...(await picture(world)), username, password: owner.password }
  },
  'POST login/ram': async ({ sub, owner }, world) => ({ ...(await picture(world)), username: sub, password: owner.password }),
  ...accountSamples,
  'POST login/refresh': none,
  'POST login/socket_ticket': none,
  'POST login/logout': none,

  'GET account/info': none,
  'GET account/overview': none,
  'GET account/change_authors': none,
  'GET account/networks': none,
  'GET account/verdict': none,
  ...publishedSamples,
  'WS account/events': none,

  'GET network/config': none,
  'GET network/lists': () => ({ limit: 100 }),
  'GET network/select': none,
  'GET network/info': ({ network_number }) => ({ network_number }),
  'GET network/status': ({ network_number }) => ({ network_number }),
  'GET network/member': ({ network_number }) => ({ network_number }),
  'POST network/create': ({ free_hardware, free_software }) => ({
    network_name: newName(),
    center: [free_hardware],
    point: [free_software],
  }),
  'POST network/edit': ({ network_number, center, point, free_hardware }) => ({
    network_number,
    network_name: newName(),
    center: [center],
    point: [point, free_hardware],
  }),
  'POST network/delete': ({ network_number }) => ({ network_number }),
  'POST network/name': ({ network_number }) => ({ network_number, network_name: newName() }),
  'POST network/add_member': ({ network_number, free_software }) => ({ network_number, router_name: free_software, member_type: 'point' }),
  'POST network/remove_member': ({ network_number, point }) => ({ network_number, router_name: point }),

  ...accessSamples,
  ...monitorSamples,
  ...networkSettingSamples,
  ...popSamples,
  ...ticketSamples,
  ...memberSamples,
  ...memberFileSamples,
  ...directorySamples,
  ...memberRecordSamples,
  ...trafficSamples,
  ...logSamples,
}

export const operatorSamples: Record<string, Sample<Stock & { operator: { username: string; password: string } }>> = {
  'POST login': ({ operator }) => ({ ...operator }),
  'POST logout': none,
  'GET accounts/lists': none,
  'GET accounts/export': none,
  'GET accounts/info': ({ account_number }) => ({ account_number }),
  'POST accounts/disable': ({ account_number }) => ({ account_number, reason: '测试' }),
  'POST accounts/enable': ({ disabled_account_number }) => ({ account_number: disabled_account_number, reason: '测试' }),
  'POST accounts/login_link': ({ account_number }) => ({ account_number, reason: '测试' }),
  'POST accounts/reset_totp': ({ guarded_account_number }) => ({ account_number: guarded_account_number, reason: '测试' }),
  'GET services/catalogue': none,
  'GET services/expiring': none,
  'POST services/grant': ({ account_number }) => ({ account_number, service_code: 'dns', quantity: 1, start_time: 1_700_000_000 }),
  'POST services/renew': ({ service_id }) => ({ id: service_id, expired_time: 2_000_000_000 }),
  'POST services/renew_all': async ({ service_id }, world) => {
    const { expired_time } = await world.asSystem(({ sql }) =>
      sql.selectFrom('service').select('expired_time').where('id', '=', Number(service_id)).executeTakeFirstOrThrow(),
    )
    return { services: [{ id: service_id, seen_expired_time: expired_time!, expired_time: 2_000_000_000 }] }
  },
  'POST services/revoke': ({ service_id }) => ({ id: service_id }),
  'GET devices/lists': none,
  'POST devices/register': ({ unregistered }) => ({ router_name: unregistered, router_model: 'R1', kind: 'router' }),
  'POST devices/assign': ({ account_number, device_in_stock }) => ({ account_number, router_name: device_in_stock }),
  'POST devices/release': ({ device_assigned }) => ({ router_name: device_assigned }),
  ...deskSamples,
  ...operatorDeskSamples,
  ...deviceDeskSamples,
  ...popDeskSamples,
  ...ticketDeskSamples,
  ...publishingSamples,
  'GET dead_letters/lists': none,
  'POST dead_letters/retry': ({ dead_letter_id }) => ({ id: dead_letter_id }),
}

export const agentSamples: Record<string, Sample<Stock & { member: { username: string; password: string } }>> = {
  'POST activate': ({ device_assigned, activation_code }) => ({ router_name: device_assigned, activation_code }),
  'POST login': ({ member }) => ({ ...member }),
  'POST renew': () => ({ credential: token() }),
}
