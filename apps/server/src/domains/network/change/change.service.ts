/**
 * Room network/change: changes of networks: decided by rules, checked, stored as a revision, said in words after the commit.
 * Tables: address_trial, network, network_center, network_link, network_member, network_revision, operation.
 * Called by: gateway, jobs, member, network, ops.
 * Always: the account is locked before the network, and every rule is checked on the settings as they will be.
 */
import { type Language, MAX_STEPS, type MemberType } from '@weft/contract'
import type { NetworkIntent, NetworkSettings } from '@weft/member-config'
import type { AccountDb } from '../../../db/client.ts'
import { type Actor, mayDo } from '../../../kernel/actor.ts'
import { createPauses } from '../../../kernel/pauses.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Doer } from '../../foundation/audit/audit.service.ts'
import { findResources } from '../detail/surroundings.queries.ts'
import { changeableOf, designatedOf, hiddenFrom, scopeOf, sightOf } from '../detail/visibility.service.ts'
import { changed, drafted, membersIn, namedBy } from '../rules/change.rules.ts'
import { type Basis, decide, propose } from '../rules/decide.rules.ts'
import { checkUsable } from '../rules/limit.rules.ts'
import { isPointToPoint } from '../rules/point-to-point.rules.ts'
import type { Change, Scene } from '../rules/scene.rules.ts'
import { findCandidates } from './candidate.queries.ts'
import { check, readBasis } from './check.service.ts'
import type { Changed } from './outcome.service.ts'
import { type HeldNetwork, holdNetwork, store, type StoreOptions } from './store.service.ts'

export interface ChangeOptions extends StoreOptions {
  /** The revision that the caller read. */
  expected?: number | undefined
  /** Decides and checks, and writes nothing. */
  dry_run?: boolean
  /** The changes are a list: a refusal names the one that it is about, in this language. */
  listed?: Language
  /** Members that the same request made: the doer may add them, although nothing has put them into its scope yet. */
  made?: ReadonlySet<string>
  /** A POP resource whose address pool is already reviewed. */
  reviewed?: string
}

/**
 * Applies changes to one network as one revision: every rule is checked on the result, and members whose document differs are notified.
 * @throws what the changes' rules throw, networkNameTaken, segmentOverlap, segmentHoldsEnd, portTaken
 */
export async function changeNetwork(
  db: AccountDb,
  by: Doer,
  network_number: string,
  asked: readonly Change[],
  { expected, listed, made = new Set(), reviewed, ...options }: ChangeOptions = {},
): Promise<Changed> {
  const held = await holdNetwork(db, network_number, expected)
  await refuseUnseen(db, by, asked, made)
  const changes = await withOthers(db, by, held.intent.settings, asked)
  checkUsable(changes, held.room)
  const scene = await sceneOf(db, held, changes, {
    confined: designatedOf(by) !== undefined,
    reviewed,
    mayName: mayNameMembers(by),
    scope: scopeOf(by),
    made,
  })
  const action = changes.length === 1 ? changes[0]?.call : undefined
  const { settings } = held.intent
  const each = changes.length > 1 && changes.length <= MAX_STEPS
  const { wanted, after } = listed
    ? await drafted(settings, changes, scene, { language: listed, pause: createPauses(), each })
    : { wanted: changed(settings, changes, scene), after: [] }
  return applySettings(db, by, held, wanted, { ...(action && { action }), ...options }, scene, after)
}

/**
 * Refuses changes that name a member which the doer may not know, or that change one which it may not change, as if it did not exist.
 * @param made members that the same request made
 * @throws memberNotFound
 */
export async function refuseUnseen(
  db: AccountDb,
  by: Doer,
  changes: readonly { call: string; input: unknown }[],
  made: ReadonlySet<string> = new Set(),
): Promise<void> {
  const scope = scopeOf(by)
  if (scope === undefined) return
  const { own, others } = membersIn(changes)
  const sees = await sightOf(db, scope, others)
  const changeable = await changeableOf(db, scope, own)
  if (!others.every(sees) || !own.every((name) => changeable.has(name) || made.has(name))) throw new Refusal('memberNotFound')
}

/**
 * Returns the changes with the present members that the doer may not change added to those lists of members that replace all: the doer
 * sees only a part of the members, and keeps the others as they are. @throws memberNotFound for another one that the doer may not change
 */
async function withOthers(db: AccountDb, by: Doer, { members }: NetworkSettings, changes: readonly Change[]): Promise<readonly Change[]> {
  const scope = scopeOf(by)
  if (scope === undefined || !changes.some(({ call }) => call === 'edit')) return changes
  const named = changes.flatMap((change) => (change.call === 'edit' ? [...change.input.center, ...change.input.point] : []))
  const own = await changeableOf(db, scope, [...new Set([...Object.keys(members), ...named])])
  if (named.some((name) => !own.has(name) && !Object.hasOwn(members, name))) throw new Refusal('memberNotFound')
  const kept = (member_type: MemberType, chosen: readonly string[]) => [
    ...chosen.filter((name) => own.has(name)),
    ...Object.keys(members).filter((name) => !own.has(name) && members[name]!.member_type === member_type),
  ]
  return changes.map((change) =>
    change.call === 'edit'
      ? { ...change, input: { ...change.input, center: kept('center', change.input.center), point: kept('point', change.input.point) } }
      : change,
  )
}

/** Returns whether somebody may change the names of members. */
export const mayNameMembers = (by: Doer): boolean => by !== 'system' && 'permissions' in by && mayDo(by, 'member.edit')

/** Returns those of these members that the doer may add; members of the network stay in it. */
async function candidatesFor(
  db: AccountDb,
  scope: Actor['members'],
  { members }: NetworkSettings,
  names: readonly string[],
  made: ReadonlySet<string>,
): Promise<string[]> {
  const own = await changeableOf(db, scope, names)
  return names.filter((name) => own.has(name) || made.has(name) || Object.hasOwn(members, name))
}

async function sceneOf(
  db: AccountDb,
  { room, intent }: HeldNetwork,
  changes: readonly Change[],
  {
    confined,
    reviewed,
    mayName,
    scope,
    made,
  }: { confined: boolean; reviewed: string | undefined; mayName: boolean; scope: Actor['members']; made: ReadonlySet<string> },
): Promise<Scene> {
  const resources = changes.flatMap(({ call, input }) => (call === 'fr' && input.network_fr_id !== null ? [input.network_fr_id] : []))
  const present = intent.settings.network_fr_id
  return {
    facts: intent.facts,
    room,
    candidates: await findCandidates(db, await candidatesFor(db, scope, intent.settings, namedBy(changes), made)),
    // A login that sees designated networks only may not move a resource between networks.
    resources: await findResources(db, [...(confined ? [] : resources), ...(present === null ? [] : [present])]),
    reviewed,
    mayName,
  }
}

/**
 * Decides, checks and stores the new settings of a network that is held.
 * @param wanted the new settings, without the values that follow from them
 * @param known what the caller has already read of what the decision needs
 * @param stages the settings after each of several changes, without the values that follow from them
 */
export async function applySettings(
  db: AccountDb,
  by: Doer,
  held: HeldNetwork,
  wanted: NetworkSettings,
  { dry_run, ...options }: StoreOptions & { dry_run?: boolean },
  known?: Partial<Basis>,
  stages: readonly NetworkSettings[] = [],
): Promise<Changed> {
  const hidden = hiddenFrom(by)
  const basis = await readBasis(db, held, wanted, hidden, known)
  const proposal = propose(held.intent, wanted, basis)
  const { after, patch } = proposal
  if (patch.length === 0) return { revision: held.revision, patch, impact: [], steps: [] }
  await check(db, held, after, basis.around, { hidden, scope: scopeOf(by) })
  const decision = decide(held.intent, proposal, stages, basis)
  const { impact, steps } = decision
  if (dry_run) return { revision: held.revision + 1, patch, impact, steps }
  const stored = await store(db, by, held, decision, options)
  const overtaken = isPointToPoint(after.settings) && (await addressChanged(db, after))
  return { revision: overtaken ? await recompleted(db, held.network_number) : stored, patch, impact, steps }
}

/** Returns whether a member's address changed since the settings were read. The members are locked by now: one that connects later finds the revision. */
async function addressChanged(db: AccountDb, { settings, facts }: NetworkIntent): Promise<boolean> {
  const now = await findCandidates(db, Object.keys(settings.members))
  return [...now].some(([name, { address }]) => address !== facts.members[name]?.address)
}

/** Stores the present settings with the values that follow from the present addresses. @returns the revision */
async function recompleted(db: AccountDb, network_number: string): Promise<number> {
  const held = await holdNetwork(db, network_number, undefined)
  return (await applySettings(db, 'system', held, held.intent.settings, { guard: false })).revision
}
