import { contract, type NetworkSegment } from '@weft/contract'
import { aNetwork, grant, hardware, infoOf, logOf, rowsOf, software } from './network-fixtures.ts'
import { type Answer, type CallOptions, type Person, type World } from './world.ts'

const { networkSettings, networkRevisions, network } = contract
type Call = Exclude<keyof typeof networkSettings, 'prefix'>

/** Makes an account with every feature, and a network with two centers, two hardware branches and a software one. */
export async function aCompany(world: World, centers = 2) {
  const owner = await world.anOwner()
  await grant(world, owner, 'network_member', 200)
  await grant(world, owner, 'network_center', 3)
  for (const feature of ['quagga', 'quagga_advanced', 'default_route'] as const) await grant(world, owner, feature, 1)
  const [a, b, p, q] = (await hardware(world, owner, 4)) as [string, string, string, string]
  const [soft] = (await software(world, owner, 1)) as [string]
  const network_number = await aNetwork(world, owner, '总部', centers === 2 ? [a, b] : [a], [p, q, soft])
  return { owner, network_number, a, b, p, q, soft }
}

export const set = (world: World, who: Person, call: Call, input: object | string, options?: CallOptions): Promise<Answer> =>
  world.call(who, networkSettings[call], input, options)
export const prefixesOf = async (world: World, who: Person, network_number: string) =>
  ((await world.call(who, networkSettings.prefix, { network_number })).data as { router_name: string; ip: string; mask: number }[]).map(
    ({ router_name, ip, mask }) => `${router_name} ${ip}/${mask}`,
  )
export const segmentsOf = async (world: World, who: Person, network_number: string): Promise<NetworkSegment[]> =>
  (await world.call(who, networkSettings.segments, { network_number })).data
export const draft = (
  world: World,
  who: Person,
  network_number: string,
  changes: unknown[],
  more: object = {},
  options?: CallOptions,
): Promise<Answer> => world.call(who, networkRevisions.changes, { network_number, changes, ...more }, options)
export const rollback = (world: World, who: Person, network_number: string, revision: number, more: object = {}): Promise<Answer> =>
  world.call(who, networkRevisions.rollback, { network_number, revision, ...more })
export const rename = (world: World, who: Person, network_number: string, network_name: string): Promise<Answer> =>
  world.call(who, network.rename, { network_number, network_name })

/** Returns the effect of a call: its answer, by how much the revision rose, whose configuration changed, and the new log entries. */
export async function effectOf(world: World, owner: Person, network_number: string, work: () => Promise<Answer>) {
  const before = await rowsOf(world, owner)
  const { revision } = await infoOf(world, owner, network_number)
  const logged = (await logOf(world, owner)).length
  const answer = await work()
  const info = await infoOf(world, owner, network_number)
  const { members } = await rowsOf(world, owner)
  const was = new Map(before.members.map((m) => [m.router_name, m.config_revision]))
  return {
    answer,
    info,
    rose: info.revision - revision,
    notified: members.filter((m) => m.config_revision !== was.get(m.router_name)).map((m) => m.router_name),
    log: (await logOf(world, owner)).slice(logged).map(({ action, message }) => `${action} ${message}`),
  }
}

let pops = 0
/** Makes a POP resource with this many areas, without the operator's desk; it runs unless it has ended. */
export async function aResource(world: World, { account_id }: Person, { areas = 1, ended = false, attached = null as string | null } = {}) {
  pops += 1
  const n = pops
  return world.asSystem(async ({ sql }) => {
    const { id: service_id } = await sql
      .insertInto('service')
      .values({
        account_id,
        service_code: 'pop',
        quantity: 1,
        start_time: new Date(1_600_000_000_000),
        expired_time: ended ? new Date(1_700_000_000_000) : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { network_fr_id } = await sql
      .insertInto('network_fr')
      .values({
        account_id,
        shortname: `资源${n}`,
        bandwidth: 100,
        service_id,
        network_number: attached,
        segment: `10.${50 + n}.0.0/20`,
        other_segment: `10.${50 + n}.240.0/24`,
      })
      .returning('network_fr_id')
      .executeTakeFirstOrThrow()
    const ov: string[] = []
    for (let i = 0; i < areas; i++) {
      const name = `POP${n}-${i}`
      const { id: pop_id } = await sql
        .insertInto('pop')
        .values({ name, pop_name: name, region: `区域${i}`, public_ip: '198.51.100.1', port: 1194, capacity: 1000 })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { ov_id } = await sql
        .insertInto('network_fr_area')
        .values({
          account_id,
          network_fr_id,
          pop_id,
          area: `区域${i}`,
          router_segment: `10.${50 + n}.${i}.0/24`,
          software_segment: `10.${50 + n}.${100 + i}.0/24`,
        })
        .returning('ov_id')
        .executeTakeFirstOrThrow()
      ov.push(String(ov_id))
    }
    return { network_fr_id: String(network_fr_id), ov }
  })
}
