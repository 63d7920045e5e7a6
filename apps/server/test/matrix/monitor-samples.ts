import { alertEventDefaults } from '@weft/contract'
import { randomUUID } from 'node:crypto'
import { unix } from '../../src/kernel/clock.ts'
import type { World } from '../world.ts'
import type { Login } from './people.ts'
import type { Given } from './samples.ts'

type Sample = (given: Given, world: World) => Record<string, unknown> | Promise<Record<string, unknown>>

const none = () => ({})

async function aContact({ account_id }: Login, world: World): Promise<string> {
  const uuid = randomUUID()
  await world.asSystem(({ sql }) =>
    sql
      .insertInto('contact')
      .values({ account_id, uuid, name: '值班', email: `duty-${uuid}@example.com` })
      .execute(),
  )
  return uuid
}

const aWindow = (world: World) => {
  const now = unix(world.infrastructure.clock.now())
  return { name: '割接', start_time: now + 600, end_time: now + 1200 }
}
const written = ({ account_id }: Login, world: World) =>
  world.asSystem(({ sql }) => {
    const { name, start_time, end_time } = aWindow(world)
    const row = { account_id, name, start_time: new Date(start_time * 1000), end_time: new Date(end_time * 1000), router: [] }
    return sql.insertInto('maintenance').values(row).returning('id').executeTakeFirstOrThrow()
  })

const anIncident = async ({ account_id }: Login, world: World): Promise<string> => {
  const row = { account_id, kind: 'router_offline', subject_key: randomUUID(), open_time: world.infrastructure.clock.now() } as const
  const { incident_id } = await world.asSystem(({ sql }) =>
    sql.insertInto('incident').values(row).returning('incident_id').executeTakeFirstOrThrow(),
  )
  return String(incident_id)
}

/** Turns monitoring on or off as the call needs it. */
const turned = ({ account_id }: Login, world: World, enable: 0 | 1) =>
  world.asSystem(({ sql }) =>
    sql
      .insertInto('monitor')
      .values({ account_id, enable })
      .onConflict((taken) => taken.column('account_id').doUpdateSet({ enable }))
      .execute(),
  )

const flags = {
  portal_confirm: 1,
  email_confirm: 0,
  webhook_confirm: 0,
  ...alertEventDefaults,
  router_online: 1,
}
const webhook = { type: 'wecom', url: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=a-key', secret: '' }

/** Gives the account a webhook. */
async function aWebhook({ account_id }: Login, world: World): Promise<void> {
  const sealed_url = world.infrastructure.keys.seal(webhook.url)
  await world.asSystem(({ sql }) =>
    sql
      .insertInto('webhook')
      .values({ account_id, type: 'wecom', sealed_url })
      .onConflict((taken) => taken.column('account_id').doUpdateSet({ sealed_url }))
      .execute(),
  )
}

/** Samples for alerts, their contacts and their webhook. */
export const monitorSamples: Record<string, Sample> = {
  'GET monitor/config': none,
  'GET monitor/routers': none,
  'POST monitor/enable': async ({ caller }, world) => {
    await turned(caller, world, 0)
    return {}
  },
  'POST monitor/setting': async ({ caller, center }, world) => {
    await turned(caller, world, 1)
    return { ...flags, router: [center] }
  },
  'POST monitor/close': async ({ caller }, world) => {
    await turned(caller, world, 1)
    return {}
  },
  'GET monitor/deliveries': async ({ caller }, world) => ({ incident_id: await anIncident(caller, world) }),
  'GET monitor/incidents': none,
  'GET monitor/incident_summary': none,
  'GET monitor/incident_branches': async ({ caller }, world) => ({ incident_id: await anIncident(caller, world) }),
  'POST monitor/incident_acknowledge': async ({ caller }, world) => ({ incident_id: await anIncident(caller, world) }),
  'POST monitor/incident_acknowledge_all': async ({ caller }, world) => ({ up_to: await anIncident(caller, world) }),
  'GET monitor/incident_export': async ({ caller }, world) => {
    await anIncident(caller, world)
    return {}
  },
  'GET monitor/maintenance_lists': none,
  'POST monitor/maintenance_create': ({ center }, world) => ({ ...aWindow(world), router: [center] }),
  'POST monitor/maintenance_delete': async ({ caller }, world) => ({ id: String((await written(caller, world)).id) }),
  'GET contacts/lists': none,
  'GET contacts/info': async ({ caller }, world) => ({ uuid: await aContact(caller, world) }),
  'POST contacts/create': () => ({ name: '值班', email: `duty-${randomUUID()}@example.com` }),
  'POST contacts/edit': async ({ caller }, world) => ({
    uuid: await aContact(caller, world),
    name: '主管',
    email: `lead-${randomUUID()}@example.com`,
  }),
  'POST contacts/delete': async ({ caller }, world) => ({ uuid: await aContact(caller, world) }),
  'POST contacts/send_validate_email': async ({ caller }, world) => ({ uuid: await aContact(caller, world) }),
  'GET webhook/config': none,
  'POST webhook/setting': () => webhook,
  'POST webhook/test': (_, world) => ({ type: 'other', url: `http://${world.infrastructure.settings.WEFT_EGRESS_ALLOW}/hook`, secret: '' }),
  'POST webhook/delete': async ({ caller }, world) => {
    await aWebhook(caller, world)
    return {}
  },
}
