import { tellAll } from '../../adapters/bus/bus.queries.ts'
import type { AccountDb } from '../../db/client.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { holdLimits, refreshUsability } from '../service/limits.service.ts'
import { lockNetwork, raiseRevision } from './network.queries.ts'
import { affectedBy, centersOf, namesOf, type Plan, planRemoved, pointsOf, type Seat } from './network.rules.ts'
import {
  deleteCenters,
  deleteLinksOf,
  deleteSeats,
  insertCenters,
  insertLinks,
  insertSeats,
  listCenters,
  listNetworksOf,
  listSeats,
  listSegments,
  moveSeats,
  raiseConfigs,
  takenAddresses,
} from './network.seat.queries.ts'
import { allocateLinks, allocateSegments } from './network.segment.rules.ts'

/**
 * Takes the locks of a change in their one order: the account's limits, then the network. Members and the audit chain follow
 * when they are written.
 * @throws networkNotFound, changedElsewhere when the caller read another revision
 */
export async function holdNetwork(db: AccountDb, network_number: string, expected: number | undefined) {
  const room = await holdLimits(db)
  const network = await lockNetwork(db, network_number)
  if (!network) throw new Refusal('networkNotFound')
  if (expected !== undefined && expected !== network.revision) throw new Refusal('changedElsewhere')
  return { room, network, before: await listSeats(db, network_number) }
}

/** Carries a plan out: seats, the new hubs' segments, the links and their addresses; whom it reaches gets another configuration. */
export async function applyPlan(db: AccountDb, network_number: string, before: readonly Seat[], plan: Plan): Promise<void> {
  const promoted = centersOf(plan.moved)
  const demoted = pointsOf(plan.moved)
  if (plan.removed.length > 0) await deleteSeats(db, network_number, namesOf(plan.removed))
  if (demoted.length > 0) {
    await deleteCenters(db, network_number, namesOf(demoted))
    await moveSeats(db, network_number, namesOf(demoted), 'point')
  }
  if (promoted.length > 0) {
    await deleteLinksOf(db, network_number, namesOf(promoted))
    await moveSeats(db, network_number, namesOf(promoted), 'center')
  }
  if (plan.added.length > 0) await insertSeats(db, network_number, plan.added)
  await linkSeats(db, network_number, plan)
  await raiseConfigs(db, affectedBy(before, plan))
  await refreshUsability(db)
}

/** Links every point to every hub, as far as they are not linked yet. */
async function linkSeats(db: AccountDb, network_number: string, { added, moved, after }: Plan): Promise<void> {
  const fresh = namesOf(centersOf([...added, ...moved]))
  if (fresh.length > 0) {
    const segments = allocateSegments(fresh, pointsOf(after), await listSegments(db))
    await insertCenters(db, network_number, segments)
  }
  const newPoints = pointsOf([...added, ...moved])
  if (fresh.length + newPoints.length === 0) return
  const taken = await takenAddresses(db, network_number)
  const centers = await listCenters(db, network_number)
  const links = centers.flatMap((center) =>
    allocateLinks(center, fresh.includes(center.router_name) ? pointsOf(after) : newPoints, taken.get(center.router_name) ?? new Set()),
  )
  if (links.length > 0) await insertLinks(db, network_number, links)
}

/** Tells everybody once the transaction commits; members that left are named, since the network no longer knows them. */
export const tellChange = ({ account_id }: AccountDb, network_number: string, left: readonly string[]) => [
  { type: 'config', account_id, network_number } as const,
  { type: 'revision', account_id, network_number } as const,
  ...left.map((router_name) => ({ type: 'config', account_id, router_name }) as const),
]

/**
 * Takes a member out of every network, as its deletion needs; answers the networks' names.
 * @throws lastCenterNeeded, naming the network that would lose its last hub while it has points
 */
export async function leaveNetworks(db: AccountDb, router_name: string): Promise<string[]> {
  await holdLimits(db)
  const left: string[] = []
  for (const { network_number } of await listNetworksOf(db, router_name)) {
    const { network, before } = await holdNetwork(db, network_number, undefined)
    const plan = planRemoved(network.network_name, before, router_name)
    await applyPlan(db, network_number, before, plan)
    await raiseRevision(db, network_number, network.network_name)
    await tellAll(db, tellChange(db, network_number, [router_name]))
    left.push(network.network_name)
  }
  return left
}
