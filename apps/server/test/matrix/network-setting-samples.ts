import { randomUUID } from 'node:crypto'
import type { SystemDb } from '../../src/db/client.ts'
import { aBranchSheet } from '../member-file-fixtures.ts'
import type { World } from '../world.ts'
import type { Given } from './samples.ts'

/** Returns the account that a network belongs to. */
export const accountOfNetwork = (sql: SystemDb['sql'], network_number: string): Promise<{ account_id: number }> =>
  sql.selectFrom('network').select('account_id').where('network_number', '=', network_number).executeTakeFirstOrThrow()

type Sample = (things: Given, world: World) => Record<string, unknown> | Promise<Record<string, unknown>>

let made = 0
/** Returns segments that nothing else uses. */
function segments() {
  made += 1
  const gateway = (second: number) => ({ gateway: `10.${second + (made >> 8)}.${made & 255}.0`, mask: 24 })
  return { router: gateway(160), software: gateway(170) }
}

/** Adds a second center, and a configured center link. */
async function twoCenters(world: World, { caller: { account_id }, network_number, center, free_hardware: router_name }: Given) {
  const { router, software } = segments()
  const link = { enable: 0, center_router_name: center, public_ip: null, public_port: null, static_port: null, segment: '10.199.0.0/24' }
  await world.asSystem(async ({ sql }) => {
    const again = { account_id, network_number, router_name }
    await sql
      .insertInto('network_member')
      .values({ ...again, router_type: 1, member_type: 'center' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await sql
      .insertInto('network_center')
      .values({ ...again, router_segment: `${router.gateway}/24`, software_segment: `${software.gateway}/24` })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await sql
      .updateTable('network')
      .set({ center_link: JSON.stringify(link) as never })
      .where('account_id', '=', account_id)
      .where('network_number', '=', network_number)
      .execute()
  })
}

/** Makes a POP resource of one area whose service runs; attached to the network, and perhaps waiting for a check of its address pool. */
export async function aResource(
  world: World,
  { caller: { account_id }, network_number }: { caller: { account_id: number }; network_number: string },
  how?: 'attached' | 'pending',
) {
  made += 1
  const tail = String(made).padStart(5, '0')
  return world.asSystem(async ({ sql }) => {
    const pop = { name: `POP ${tail}`, pop_name: `POP${tail}`, region: '上海', public_ip: '198.51.100.1', port: 1194, capacity: 1000 }
    const { id: pop_id } = await sql.insertInto('pop').values(pop).returning('id').executeTakeFirstOrThrow()
    const { id: service_id } = await sql
      .insertInto('service')
      .values({ account_id, service_code: 'pop', quantity: 1, start_time: new Date(1_600_000_000_000), expired_time: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    // A network has one at most: what a former call of the same sample attached is removed.
    await sql.updateTable('network_fr').set({ network_number: null }).where('network_number', '=', network_number).execute()
    const base = `10.${180 + (made >> 8)}.${made & 255}`
    const { network_fr_id } = await sql
      .insertInto('network_fr')
      .values({
        account_id,
        shortname: `资源${tail}`,
        bandwidth: 100,
        service_id,
        network_number: how === undefined ? null : network_number,
        segment: `${base}.0/26`,
        other_segment: `${base}.128/25`,
      })
      .returning('network_fr_id')
      .executeTakeFirstOrThrow()
    const { ov_id } = await sql
      .insertInto('network_fr_area')
      .values({ account_id, network_fr_id, pop_id, area: '上海', router_segment: `${base}.0/27`, software_segment: `${base}.64/27` })
      .returning('ov_id')
      .executeTakeFirstOrThrow()
    if (how === 'pending')
      await sql
        .updateTable('network')
        .set({ fr_pending: JSON.stringify({ network_fr_id: String(network_fr_id), mode: 1, until: 4_000_000_000 }) as never })
        .where('network_number', '=', network_number)
        .execute()
    return { network_fr_id: String(network_fr_id), ov_id: String(ov_id) }
  })
}

/** Makes a former revision with another dial mode. */
async function aFormerRevision(world: World, { caller: { account_id }, network_number }: Given): Promise<void> {
  const row = { account_id, network_number, by_name: null, by_kind: 'system' as const, summary: '样本' }
  const patch = JSON.stringify([{ path: ['mode'], from: 2, to: 1 }]) as never
  await world.asSystem(async ({ sql }) => {
    await sql
      .insertInto('network_revision')
      .values([
        { ...row, revision: 1, patch: JSON.stringify([]) },
        { ...row, revision: 2, patch },
      ])
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await sql.updateTable('network').set({ revision: 2 }).where('network_number', '=', network_number).where('revision', '<', 2).execute()
  })
}

/** Returns a member's name as other calls of the matrix left it: to add a branch under another needs the right to rename. */
async function nameOf(world: World, router_name: string): Promise<string> {
  const found = await world.asSystem(({ sql }) =>
    sql.selectFrom('member').select('note').where('router_name', '=', router_name).executeTakeFirst(),
  )
  return found?.note ?? ''
}

const one: Sample = ({ network_number }) => ({ network_number })
const ofTwo =
  (input: (things: Given) => Record<string, unknown>): Sample =>
  async (things, world) => {
    await twoCenters(world, things)
    return { network_number: things.network_number, ...input(things) }
  }
const empty = { public_ip: '', public_port: '', static_port: '' }

export const networkSettingSamples: Record<string, Sample> = {
  'POST network/add_branches': async ({ network_number, free_hardware }, world) => ({
    network_number,
    rows: [{ note: (await nameOf(world, free_hardware)) || '样本分支', router_name: free_hardware, prefix: ['10.66.0.0/24'], center: [] }],
  }),
  'POST network/branch_sheet': async () => ({ file: await aBranchSheet(['样本分支', 'WR1', '10.66.0.0/24', '全部']) }),
  'GET network/branch_template': () => ({}),
  'GET network/prefix': ({ network_number, center }) => ({ network_number, router_name: center }),
  'GET network/segments': one,
  'GET network/free_segment': ({ network_number }) => ({ network_number, mask: 24 }),
  'GET network/routing': one,
  'GET network/center_link_network': one,
  'GET network/point_link': ({ network_number, point }) => ({ network_number, router_name: point }),
  'GET network/ip_address_pool': one,
  'POST network/edit_prefix': ({ network_number, center }) => ({
    network_number,
    router_name: center,
    prefix: [{ ip: '192.168.8.0', mask: 24, permission: 'deny' }],
  }),
  'POST network/dns': ({ network_number }) => ({ network_number, dns: ['223.5.5.5'] }),
  'POST network/edit_routing': ofTwo(({ center, free_hardware }) => ({ type: 2, main_router: center, secondary_router: free_hardware })),
  'POST network/default_route': ({ network_number, center }) => ({ network_number, router_name: center, model: 1, metric: 60 }),
  'POST network/fixed_port': ({ network_number, center }) => ({
    network_number,
    router_name: center,
    router_service: { public_ip: '203.0.113.1', public_port: 5000, static_port: 5001 },
    software_service: empty,
  }),
  'POST network/edit_center_gateway': ({ network_number, center }) => {
    const { router, software } = segments()
    return { network_number, router_name: center, router_network: router, software_network: software }
  },
  'POST network/enable_center_link': ofTwo(() => ({ enable: 1 })),
  'POST network/center_link': ofTwo(({ free_hardware }) => ({
    enable: 1,
    center_router_name: free_hardware,
    public_ip: '',
    public_port: '',
    static_port: '',
    ...segments().router,
  })),
  'POST network/edit_center_link_gateway': ofTwo(() => segments().router),
  'POST network/edit_point_link': async ({ network_number, center, point, caller: { account_id } }, world) => {
    await world.asSystem(async ({ sql }) => {
      const own = sql.selectFrom('network_center').select('software_segment').where('network_number', '=', network_number)
      const { software_segment } = await own.where('router_name', '=', center).executeTakeFirstOrThrow()
      const link = { account_id, network_number, center_router_name: center, router_name: point }
      await sql
        .insertInto('network_link')
        .values({ ...link, vpn_ip: software_segment.replace(/0\/\d+$/, '9') })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    })
    return { network_number, router_name: point, link_config: [{ center_router_name: center, enable: 1 }] }
  },
  'POST network/edit_ip_address_pool': async (things, world) => {
    const { network_fr_id } = await aResource(world, things, 'pending')
    return {
      network_number: things.network_number,
      network_fr_id,
      center_link_network: '',
      center_network: { [things.center]: segments() },
    }
  },
  'POST network/ciphers': ({ network_number }) => ({ network_number, ncp_ciphers: 'sm' }),
  'POST network/software_mode': ({ network_number, point }) => ({ network_number, router_name: point, mode: 3 }),
  // The attached one: a role with designated networks may not move another.
  'POST network/fr': async (things, world) => {
    const { network_fr_id } = await aResource(world, things, 'attached')
    return { network_number: things.network_number, network_fr_id, mode: 2 }
  },
  'POST network/member_ov': async (things, world) => {
    const { ov_id } = await aResource(world, things, 'attached')
    return { network_number: things.network_number, router_name: things.point, ov_id_main: ov_id, ov_id_backup: '' }
  },
  'POST network/quagga': ({ network_number, center }) => ({ network_number, router_name: center, enable: 1 }),
  'POST network/quagga_enable': one,
  'POST network/quagga_disable': one,
  'POST network/re_send_config': ({ network_number, center }) => ({ network_number, router_name: center }),
  'POST network/reset_respawn': async ({ network_number, center: router_name }, world) => {
    await world.asSystem(({ sql }) => sql.updateTable('member').set({ online_status: 1 }).where('router_name', '=', router_name).execute())
    return { network_number, router_name }
  },
  'POST network/kill_user': ({ network_number, point }) => ({ network_number, router_name: point }),
  'GET network/operation': async ({ network_number, center: router_name }, world) => {
    const operation_id = randomUUID()
    await world.asSystem(async ({ sql }) => {
      const { account_id } = await accountOfNetwork(sql, network_number)
      const row = { account_id, operation_id, network_number, router_name, kind: 'respawn', expire_time: new Date() } as const
      await sql.insertInto('operation').values(row).execute()
    })
    return { network_number, operation_id }
  },
  'GET network/revisions': one,
  'GET network/preview': ({ network_number, center }) => ({ network_number, router_name: center }),
  'GET network/progress': one,
  'GET network/draft': one,
  'POST network/draft_save': async ({ network_number }, world) => {
    await world.asSystem(({ sql }) => sql.deleteFrom('network_draft').where('network_number', '=', network_number).execute())
    return { network_number, version: 0, changes: [{ call: 'dns', input: { dns: ['223.6.6.6'] } }], comment: '换 DNS' }
  },
  'POST network/draft_discard': async ({ caller: { account_id }, network_number }, world) => {
    await world.asSystem(({ sql }) =>
      sql
        .insertInto('network_draft')
        .values({ account_id, network_number, version: 1, changes: '[]', base_revision: 1, author: '样本' })
        .onConflict((conflict) => conflict.columns(['account_id', 'network_number']).doUpdateSet({ version: 1 }))
        .execute(),
    )
    return { network_number, version: 1 }
  },
  'POST network/rollback': async (things, world) => {
    await aFormerRevision(world, things)
    return { network_number: things.network_number, revision: 1 }
  },
  'POST network/changes': ({ network_number, point }) => ({
    network_number,
    changes: [
      { call: 'dns', input: { dns: ['223.6.6.6'] } },
      { call: 'software_mode', input: { router_name: point, mode: 2 } },
    ],
  }),
}
