import { isDeepStrictEqual } from 'node:util'
import { type AuditAction, CONFIRM_SECONDS, type FieldChange, type Language, type NetworkImpact } from '@weft/contract'
import {
  assignedPort,
  type NetworkFacts,
  type NetworkIntent,
  type NetworkSettings,
  patchOf,
  type Section,
  sectionsOf,
} from '@weft/member-config'
import type { AccountDb } from '../../db/client.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { type AuditEntry, auditBy, type Doer } from '../audit/audit.service.ts'
import { type Held, holdLimits, refreshUsability } from '../service/limits.service.ts'
import { changedSettings } from './network.audit.ts'
import {
  findResources,
  type Hidden,
  insertRevision,
  type Listening,
  listeningElsewhere,
  saveSettings,
  signedIn,
  surroundingsOf,
  writePending,
} from './network.change.queries.ts'
import { changed, drafted, namedBy } from './network.change.rules.ts'
import { sentencesOf, summaryOf } from './network.change.text.ts'
import { claimsOf, refuseOverlaps, type Surroundings } from './network.claim.rules.ts'
import { impactOf } from './network.impact.rules.ts'
import { loadIntents } from './network.intent.queries.ts'
import { checkUsable } from './network.limit.rules.ts'
import { lockNetwork, nameTaken } from './network.queries.ts'
import { tellChanged } from './network.reconfigure.service.ts'
import type { Change, Resource, Scene } from './network.scene.rules.ts'
import { findCandidates, raiseConfigs } from './network.seat.queries.ts'
import { settle } from './network.settle.rules.ts'
import { HIDDEN_NETWORK } from './network.text.ts'

/** A center has this long to come back after a change before it counts as lost: what an agent waits for a confirmation, and some. */
const GUARD_SECONDS = CONFIRM_SECONDS + 30

/** A network that is held for a change, and what the account allows. */
export interface HeldNetwork {
  network_number: string
  revision: number
  room: Held
  intent: NetworkIntent
  fr_pending: { network_fr_id: string; mode: 1 | 2 | 3; until: number } | null
}

/** What a change makes of a network. */
export interface Outcome {
  revision: number
  impact: NetworkImpact[]
  diff: FieldChange[]
}

export interface ChangeOptions {
  /** The revision that the caller read. */
  expected?: number | undefined
  /** Says what would happen, and changes nothing. */
  dry_run?: boolean
  /** The changes are a draft's: what one of them is refused for is told of it, in this language. */
  draft?: Language
  /** A POP resource whose address pool need not be looked at any more. */
  reviewed?: string
  /** The revision's summary, in the place of what was changed. */
  title?: string
  /** Whether it is undone where it costs a center its connection; not what more hangs on than the network, as a work order does. */
  guard?: boolean
  /** What the operation log calls it. */
  action?: AuditAction
  /** What the operation log says, in the place of what was changed; null where somebody else says it. */
  entry?: AuditEntry | null
}

/**
 * Takes the locks of a change in their one order: the account's limits, then the network. Members and the audit chain follow
 * when they are written.
 * @throws networkNotFound, changedElsewhere when the caller read another revision
 */
export async function holdNetwork(db: AccountDb, network_number: string, expected: number | undefined): Promise<HeldNetwork> {
  const room = await holdLimits(db)
  const row = await lockNetwork(db, network_number)
  if (!row) throw new Refusal('networkNotFound')
  if (expected !== undefined && expected !== row.revision) throw new Refusal('changedElsewhere')
  const [intent] = await loadIntents(db, { network_number })
  return { network_number, revision: row.revision, room, intent: intent!, fr_pending: row.fr_pending }
}

/**
 * Applies changes of one network as one revision: every rule is checked on what results, members whose document differs are told.
 * @throws what the changes' rules throw, networkNameTaken, segmentOverlap, portTaken
 */
export async function changeNetwork(
  db: AccountDb,
  by: Doer,
  network_number: string,
  changes: readonly Change[],
  options: ChangeOptions = {},
): Promise<Outcome> {
  const held = await holdNetwork(db, network_number, options.expected)
  checkUsable(changes, held.room)
  const scene = await sceneOf(db, held, changes, { confined: designatedOf(by) !== undefined, reviewed: options.reviewed })
  const action = changes.length === 1 ? changes[0]?.call : undefined
  const { settings } = held.intent
  const wanted = options.draft ? drafted(settings, changes, scene, options.draft) : changed(settings, changes, scene)
  return finish(db, by, held, wanted, { ...(action && { action }), ...options })
}

/** The networks that alone are the doer's; undefined where all are. */
export const designatedOf = (by: Doer) => (by !== 'system' && 'designated' in by ? by.designated : undefined)

/** Which networks the doer may not see. */
export function hiddenFrom(by: Doer): Hidden {
  const designated = designatedOf(by)
  return (network_number) => designated !== undefined && (network_number === null || !designated.has(network_number))
}

async function sceneOf(
  db: AccountDb,
  { room, intent }: HeldNetwork,
  changes: readonly Change[],
  { confined, reviewed }: { confined: boolean; reviewed: string | undefined },
): Promise<Scene> {
  const resources = changes.flatMap(({ call, input }) => (call === 'fr' && input.network_fr_id !== null ? [input.network_fr_id] : []))
  const present = intent.settings.network_fr_id
  return {
    facts: intent.facts,
    room,
    candidates: await findCandidates(db, namedBy(changes)),
    // Whoever sees designated networks only may move no resource between networks.
    resources: await findResources(db, [...(confined ? [] : resources), ...(present === null ? [] : [present])]),
    reviewed,
  }
}

/**
 * Completes, checks and writes what a network should be from now on.
 * @param wanted the settings before what follows from them was settled
 */
export async function finish(
  db: AccountDb,
  by: Doer,
  held: HeldNetwork,
  wanted: NetworkSettings,
  { dry_run = false, guard = true, title, action = 'edit', entry }: ChangeOptions,
): Promise<Outcome> {
  const { network_number, intent } = held
  const before = intent.settings
  const hidden = hiddenFrom(by)
  const resource = await resourceOf(db, wanted.network_fr_id)
  const facts = await factsAfter(db, intent, wanted, resource)
  const names = Object.keys(wanted.members)
  const around = await surroundingsOf(db, network_number, names, wanted.network_fr_id, hidden)
  const after = settle(wanted, { facts, areas: resource?.areas ?? {}, taken: takenBy(wanted, facts, around) })

  const patch = patchOf(before, after)
  if (patch.length === 0) return { revision: held.revision, impact: [], diff: [] }
  if (after.network_name.toLowerCase() !== before.network_name.toLowerCase() && (await nameTaken(db, after.network_name, network_number)))
    throw new Refusal('networkNameTaken')
  refuseOverlaps([...claimsOf(before, intent.facts, around), ...around.others], [...claimsOf(after, facts, around), ...around.others])
  await refuseTakenPorts(db, network_number, { before, after, hidden })

  const was = sectionsOf(intent)
  const will = sectionsOf({ settings: after, facts })
  const diff = sentencesOf(patch)
  const outcome = { revision: held.revision + 1, impact: impactOf(was, will), diff }
  if (dry_run) return outcome

  const revision = await saveSettings(db, network_number, before, after, (name) => facts.members[name]?.router_type ?? 1)
  const touched = differing(was, will).filter((name) => facts.members[name] !== undefined || before.members[name] !== undefined)
  await raiseConfigs(db, touched)
  if (Object.keys(before.members).length !== names.length) await refreshUsability(db)
  if (before.network_fr_id !== after.network_fr_id) await writePending(db, network_number, null)
  const centers = touched.filter((name) => after.members[name]?.member_type === 'center')
  const guarded = by === 'system' || !guard || centers.length === 0 ? [] : await signedIn(db, centers)
  const summary = title ?? summaryOf(diff)
  await insertRevision(db, {
    network_number,
    revision,
    ...doerOf(by),
    summary,
    patch,
    guarded,
    guard_seconds: guarded.length > 0 ? GUARD_SECONDS : null,
  })
  await tellChanged(db, [network_number])
  if (entry !== null)
    await auditBy(db, by, entry ?? changedSettings({ network_number, network_name: before.network_name }, action, summary, diff))
  return { ...outcome, revision }
}

const doerOf = (by: Doer): { by_name: string | null; by_kind: 'login' | 'operator' | 'system' } =>
  by === 'system'
    ? { by_name: null, by_kind: 'system' }
    : 'operator_id' in by
      ? { by_name: null, by_kind: 'operator' }
      : { by_name: by.username, by_kind: 'login' }

/** Facts of the members that come, and of the areas of the POP resource that the network will use. */
async function factsAfter(
  db: AccountDb,
  { facts }: NetworkIntent,
  wanted: NetworkSettings,
  resource: Resource | undefined,
): Promise<NetworkFacts> {
  const fresh = Object.keys(wanted.members).filter((name) => facts.members[name] === undefined)
  const members = { ...facts.members }
  if (fresh.length > 0)
    for (const { router_name, router_type, status } of (await findCandidates(db, fresh)).values())
      members[router_name] = { router_type, status, address: null }
  return { ...facts, members, areas: resource?.usable ? resource.areas : {} }
}

const resourceOf = async (db: AccountDb, network_fr_id: string | null): Promise<Resource | undefined> =>
  network_fr_id === null ? undefined : (await findResources(db, [network_fr_id])).get(network_fr_id)

const takenBy = (wanted: NetworkSettings, facts: NetworkFacts, around: Surroundings) =>
  [...claimsOf(wanted, facts, around), ...around.others].map((claim) => claim.prefix)

const differing = (was: ReadonlyMap<string, Section>, will: ReadonlyMap<string, Section>): string[] =>
  [...new Set([...was.keys(), ...will.keys()])].filter((name) => !isDeepStrictEqual(was.get(name), will.get(name)))

/**
 * A static port is unique on a device over all its networks (domain.md §3), also among those that services chose by themselves.
 * Only devices whose ports change are looked at.
 * @throws portTaken
 */
async function refuseTakenPorts(
  db: AccountDb,
  network_number: string,
  { before, after, hidden }: { before: NetworkSettings; after: NetworkSettings; hidden: Hidden },
): Promise<void> {
  const had = Map.groupBy(listeningOf(network_number, before), ({ router_name }) => router_name)
  const has = Map.groupBy(listeningOf(network_number, after), ({ router_name }) => router_name)
  const names = [...has.keys()].filter((name) => !isDeepStrictEqual(portsOf(had.get(name)), portsOf(has.get(name))))
  if (names.length === 0) return
  const elsewhere = await listeningElsewhere(db, network_number, names)
  for (const name of names) {
    const all = [...has.get(name)!, ...elsewhere.filter((one) => one.router_name === name)]
    for (const [i, own] of has.get(name)!.entries())
      for (const other of all.slice(i + 1)) {
        if (portOf(own) !== portOf(other) || (own.port === null && other.port === null)) continue
        const network = hidden(other.network_number) ? HIDDEN_NETWORK : other.network_name
        throw new Refusal('portTaken', { name, port: portOf(own), network })
      }
  }
}

const portOf = ({ network_number, service, port }: Listening) => port ?? assignedPort(network_number, service)
const portsOf = (services: readonly Listening[] = []) => services.map(({ service, port }) => [service, port])

/** What listens on the devices of this network. */
function listeningOf(network_number: string, { network_name, members, center_link }: NetworkSettings): Listening[] {
  const head = { network_number, network_name }
  return Object.entries(members).flatMap(([router_name, { center }]): Listening[] =>
    center === null
      ? []
      : [
          { ...head, router_name, service: 'hardware', port: center.router_port.static_port },
          { ...head, router_name, service: 'software', port: center.software_port.static_port },
          ...(center_link.center_router_name === router_name
            ? [{ ...head, router_name, service: 'twin' as const, port: center_link.static_port }]
            : []),
        ],
  )
}
