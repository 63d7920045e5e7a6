import type { NetworkImpact } from '@weft/contract'
import { parsePrefix } from '@weft/net'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import { type Actor, mayTouchNetwork } from '../../../kernel/actor.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Doer } from '../../foundation/audit/audit.service.ts'
import { applySettings } from '../change/change.service.ts'
import { nameImpact } from '../change/outcome.service.ts'
import { type HeldNetwork, holdNetwork } from '../change/store.service.ts'
import { endService, writeGrant } from '../../foundation/service/service.service.ts'
import { refreshResources } from './pop.lapse.service.ts'
import {
  announcedRoutes,
  findResource,
  insertResource,
  listRegions,
  listShortnames,
  lockPops,
  takenSegments,
  termOf,
  usesOf,
} from './pop.resource.queries.ts'
import { type ChosenPop, popsByRegion, type PopUse, refuseBeyondCapacity, shortnameFor } from './pop.resource.rules.ts'
import { allocateAreas } from './pop.segment.rules.ts'

/** Returns the regions in which access may be ordered. */
export const offeredRegions = (db: AccountDb): Promise<string[]> => listRegions(db)

/** Returns the Mbit/s sold of a POP that the caller has locked. */
export const soldOf = async (db: SystemDb, pop_id: number): Promise<number> => (await usesOf(db, [pop_id])).get(pop_id)!.sold

/** Returns the Mbit/s sold of each of these POPs, which need not be locked. */
export async function soldOfEach(db: SystemDb, pop_ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  return new Map([...(await usesOf(db, pop_ids))].map(([id, { sold }]) => [id, sold]))
}

/**
 * Locks the chosen POPs and returns them in the order of their regions; each has this bandwidth left, in Mbit/s.
 * @throws popNotFound, popSurplus, popRegionMissing, popCapacity
 */
export async function choosePops(
  db: SystemDb,
  regions: readonly string[],
  ids: readonly string[],
  bandwidth: number,
): Promise<(ChosenPop & PopUse)[]> {
  const found = new Map((await lockPops(db, ids)).map((pop) => [String(pop.id), pop]))
  const chosen = ids.map((id) => {
    const pop = found.get(String(Number(id)))
    if (!pop) throw new Refusal('popNotFound')
    return pop
  })
  const pops = popsByRegion(regions, chosen)
  const uses = await usesOf(
    db,
    pops.map((pop) => pop.id),
  )
  const used = pops.map((pop) => ({ ...pop, ...uses.get(pop.id)! }))
  refuseBeyondCapacity(used, bandwidth)
  return used
}

export interface Purchase {
  pops: readonly (ChosenPop & PopUse)[]
  /** Mbit/s. */
  bandwidth: number
  years: number
  /** The members of each region; one that is no longer in the network is left out. */
  pop_conf: Readonly<Record<string, readonly string[]>>
  /** The summary in the network's history. */
  title: (shortname: string) => string
}

/**
 * Gives the account access to these POPs from now on: creates the service and the resource with its own segments, attaches it to the
 * network and sets the members' main areas. A resource that the network used before becomes free for other networks.
 * @throws segmentsExhausted and what a change of the network throws
 */
export async function provide(
  db: AccountDb,
  by: Doer,
  held: HeldNetwork,
  { pops, bandwidth, years, pop_conf, title }: Purchase,
): Promise<{ network_fr_id: string; shortname: string }> {
  const { settings, facts } = held.intent
  const term = await termOf(db, years)
  const service_id = Number(await writeGrant(db, by, { service_code: 'pop', quantity: 1, ...term }))
  const hardware = Object.values(facts.members).filter(({ router_type }) => router_type === 1).length
  const crowd = { hardware, software: Object.keys(facts.members).length - hardware }
  const taken = [...(await takenSegments(db)), ...pops.flatMap((pop) => pop.segments.map((segment) => parsePrefix(segment)!))]
  const segments = allocateAreas(pops.length, crowd, taken, await announcedRoutes(db))
  const shortname = shortnameFor(
    pops.map((pop) => pop.region),
    await listShortnames(db),
  )
  const { network_fr_id, areas } = await insertResource(db, { shortname, bandwidth, service_id, segments, pops })
  const members = { ...settings.members }
  for (const [region, names] of Object.entries(pop_conf))
    for (const name of names) if (members[name]) members[name] = { ...members[name], ov_main: areas.get(region) ?? null, ov_backup: null }
  await applySettings(db, by, held, { ...settings, network_fr_id, members }, { title: title(shortname), guard: false })
  return { network_fr_id, shortname }
}

/**
 * Ends an account's access now: the network that uses the resource stops dialling its POPs, and its service ends.
 * @returns what becomes of the network's members
 * @throws notPermitted if a network that the caller may not see uses it
 */
export async function withdraw(
  db: AccountDb,
  actor: Actor,
  network_fr_id: number,
  { title, dry_run }: { title: (shortname: string) => string; dry_run: boolean },
): Promise<NetworkImpact[]> {
  const resource = await findResource(db, network_fr_id)
  if (!resource) return []
  let impact: NetworkImpact[] = []
  const { network_number, service_id, shortname } = resource
  if (network_number !== null) {
    if (!mayTouchNetwork(actor, network_number)) throw new Refusal('notPermitted')
    const held = await holdNetwork(db, network_number, undefined)
    const without = { ...held.intent.settings, network_fr_id: null }
    const changed = await applySettings(db, actor, held, without, { title: title(shortname), guard: false, dry_run })
    impact = await nameImpact(db, actor.members, changed.impact, 'zh-CN')
  }
  if (service_id === null || dry_run) return impact
  await endService(db, actor, service_id)
  await refreshResources(db)
  return impact
}
