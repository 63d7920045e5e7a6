import { isDeepStrictEqual } from 'node:util'
import {
  type AuditAction,
  type ChangeStep,
  CONFIRM_SECONDS,
  type FieldChange,
  type Language,
  MAX_STEPS,
  type MemberType,
  type NetworkImpact,
} from '@weft/contract'
import { type NetworkIntent, type NetworkSettings, type PatchEntry, patchOf, type Section, sectionsOf } from '@weft/member-config'
import type { AccountDb } from '../../../db/client.ts'
import { type Actor, mayDo } from '../../../kernel/actor.ts'
import { createPauses } from '../../../kernel/pauses.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { type AuditEntry, auditBy, type Doer } from '../../foundation/audit/audit.service.ts'
import { type Held, holdLimits, refreshUsability } from '../../foundation/limits/limits.service.ts'
import { changedSettings } from './change.audit.ts'
import { insertRevision, markTouched, saveSettings, signedIn, writePending } from './change.queries.ts'
import { findResources } from '../detail/surroundings.queries.ts'
import { changeableOf, designatedOf, hiddenFrom, scopeOf, sightOf } from '../detail/visibility.service.ts'
import { changed, drafted, membersIn, namedBy } from '../rules/change.rules.ts'
import { inWords, spokenNames } from '../../foundation/member-name/member-name.service.ts'
import { HIDDEN_CHANGE, membersOfPatch, seenPatch, sentencesOf, summaryOf } from '../rules/change.text.ts'
import { check, complete, type Known } from './completion.service.ts'
import { impactOf } from '../rules/impact.rules.ts'
import { loadIntents } from '../configuration/intent.queries.ts'
import { checkUsable } from '../rules/limit.rules.ts'
import { isPointToPoint } from '../rules/point-to-point.rules.ts'
import { lockNetwork } from '../detail/network.queries.ts'
import { tellChanged } from './reconfigure.service.ts'
import type { Change, Scene } from '../rules/scene.rules.ts'
import { type Moved, movedBy } from '../rules/trial.rules.ts'
import { raiseConfigs } from '../configuration/configuration.queries.ts'
import { findCandidates } from './candidate.queries.ts'
import { startTrials } from './trial.queries.ts'

export { markSettled } from './change.queries.ts'

/** Seconds a center has to come back after a change before it counts as lost: the time an agent waits for a confirmation, plus 30. */
const GUARD_SECONDS = CONFIRM_SECONDS + 30

/** A network that is locked for a change, with the account's limits. */
export interface HeldNetwork {
  network_number: string
  revision: number
  room: Held
  intent: NetworkIntent
  fr_pending: { network_fr_id: string; mode: 1 | 2 | 3; until: number } | null
}

/** The result of a change to a network. */
export interface Outcome {
  revision: number
  impact: NetworkImpact[]
  diff: FieldChange[]
  /** What each of several changes does; empty for a single one. */
  steps: ChangeStep[]
}

/** One of several changes with its effect after those before it, or all together if there are too many. */
export interface Step {
  patch: PatchEntry[]
  impact: NetworkImpact[]
}

export interface ChangeOptions {
  /** The revision that the caller read. */
  expected?: number | undefined
  /** Returns the outcome and writes nothing. */
  dry_run?: boolean
  /** The language of the returned sentences; Chinese unless given. Stored sentences are Chinese. */
  language?: Language
  /** The changes are a list: a refusal names the one that it is about. */
  listed?: boolean
  /** The revision is a draft that is applied, which its progress says. */
  draft?: boolean
  /** Members that the same request made: the doer may add them, although nothing has put them into its scope yet. */
  made?: ReadonlySet<string>
  /** A POP resource whose address pool is already reviewed. */
  reviewed?: string
  /** The revision whose settings these are. */
  restores?: number
  /** The revision's summary, instead of one made from the changes. */
  title?: string
  /** True if the revision is undone when a center loses its connection, and a changed address if no tunnel uses it; false if more depends on it, a work order for instance. */
  guard?: boolean
  /** The action in the operation log. */
  action?: AuditAction
  /** The entry in the operation log, instead of one made from the changes; null if the caller writes one. */
  entry?: AuditEntry | null
}

/**
 * Takes the locks of a change in their fixed order: the account's limits, then the network. Members and the audit chain are locked
 * later, when they are written.
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
 * Applies changes to one network as one revision: every rule is checked on the result, and members whose document differs are notified.
 * @throws what the changes' rules throw, networkNameTaken, segmentOverlap, segmentHoldsEnd, portTaken
 */
export async function changeNetwork(
  db: AccountDb,
  by: Doer,
  network_number: string,
  asked: readonly Change[],
  options: ChangeOptions = {},
): Promise<Outcome> {
  const held = await holdNetwork(db, network_number, options.expected)
  const { made = new Set() } = options
  await refuseUnseen(db, by, asked, made)
  const changes = await withOthers(db, by, held.intent.settings, asked)
  checkUsable(changes, held.room)
  const scene = await sceneOf(db, held, changes, {
    confined: designatedOf(by) !== undefined,
    reviewed: options.reviewed,
    mayName: mayNameMembers(by),
    scope: scopeOf(by),
    made,
  })
  const action = changes.length === 1 ? changes[0]?.call : undefined
  const { settings } = held.intent
  const { listed = false, language = 'zh-CN' } = options
  const each = changes.length > 1 && changes.length <= MAX_STEPS
  const { wanted, after } = listed
    ? await drafted(settings, changes, scene, { language, pause: createPauses(), each })
    : { wanted: changed(settings, changes, scene), after: [] }
  return finish(db, by, held, wanted, { ...(action && { action }), ...options }, scene, after)
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
 * Completes, checks and writes the new settings of a network.
 * @param wanted the new settings, without the values that follow from them
 * @param known members and POP resources of the new settings that were read already
 * @param after the settings after each of several changes, without the values that follow from them
 */
export async function finish(
  db: AccountDb,
  by: Doer,
  held: HeldNetwork,
  wanted: NetworkSettings,
  options: ChangeOptions,
  known?: Known,
  after: readonly NetworkSettings[] = [],
): Promise<Outcome> {
  const { network_number, revision, intent } = held
  const hidden = hiddenFrom(by)
  const completed = await complete(db, network_number, intent, wanted, { hidden, known })
  const patch = patchOf(intent.settings, completed.intent.settings)
  if (patch.length === 0) return { revision, impact: [], diff: [], steps: [] }
  await check(db, network_number, intent, completed, { hidden, scope: scopeOf(by) })

  const [was, will] = [sectionsOf(intent), sectionsOf(completed.intent)]
  const spoken = options.language ?? 'zh-CN'
  const steps = await stepsOf(db, held, after, { hidden, known: { ...known!, around: completed.around } })
  const outcome = { revision: revision + 1, impact: impactOf(was, will), steps }
  const seen = { scope: scopeOf(by), patch }
  if (options.dry_run) return named(db, outcome, seen, spoken)
  const { impact } = outcome
  const told = options.draft ? (steps.length > 0 ? steps : [{ patch, impact }]) : []
  const moved = movedBy([intent.settings, was], [completed.intent.settings, will])
  const change = { after: completed.intent, patch, impact, steps: told, touched: differing(was, will), moved }
  const written = await write(db, by, held, change, options)
  const overtaken = isPointToPoint(completed.intent.settings) && (await haveMoved(db, completed.intent))
  const settled = overtaken ? await settledAnew(db, network_number) : written
  return named(db, { ...outcome, revision: settled }, seen, spoken)
}

/** Returns an outcome with what its members are called, as far as the caller may know them. */
async function named(
  db: AccountDb,
  outcome: Omit<Outcome, 'steps' | 'diff'> & { steps: readonly Step[] },
  { scope, patch }: { scope: Actor['members']; patch: readonly PatchEntry[] },
  language: Language,
): Promise<Outcome> {
  const sees = await sightOf(db, scope, membersOfPatch(patch))
  const diff = sentencesOf(seenPatch(patch, sees), language)
  const worded = await inWords(
    db,
    diff.map(({ text }) => text),
    language,
  )
  return {
    ...outcome,
    impact: await nameImpact(db, scope, outcome.impact, language),
    diff: diff.map((change) => ({ ...change, text: worded(change.text) })),
    steps: await nameSteps(db, scope, outcome.steps, language),
  }
}

/** Returns the effects of a change with what the named members are called. Those that the caller may not know are only counted. */
export async function nameImpact(
  db: AccountDb,
  scope: Actor['members'],
  impact: readonly NetworkImpact[],
  language: Language,
): Promise<NetworkImpact[]> {
  const names = impact.flatMap(({ router_names }) => router_names)
  const sees = await sightOf(db, scope, names)
  const called = await spokenNames(db, names.filter(sees), language)
  return impact.map((one) => {
    const router_names = one.router_names.filter(sees)
    return { ...one, router_names, names: router_names.map(called) }
  })
}

/** Returns what each of several changes does upon those before it. */
async function stepsOf(
  db: AccountDb,
  { network_number, intent }: HeldNetwork,
  after: readonly NetworkSettings[],
  options: { hidden: ReturnType<typeof hiddenFrom>; known: Known },
): Promise<Step[]> {
  const steps: Step[] = []
  let before = intent
  let was = sectionsOf(intent)
  for (const wanted of after) {
    const { intent: now } = await complete(db, network_number, before, wanted, options)
    const will = sectionsOf(now)
    steps.push({ patch: patchOf(before.settings, now.settings), impact: impactOf(was, will) })
    before = now
    was = will
  }
  return steps
}

/** Returns what each change does, in a sentence, and with what the named members are called. */
export async function nameSteps(db: AccountDb, scope: Actor['members'], steps: readonly Step[], language: Language): Promise<ChangeStep[]> {
  const sees = await sightOf(
    db,
    scope,
    steps.flatMap(({ patch }) => membersOfPatch(patch)),
  )
  const texts = steps.map(({ patch }) => summaryOf(sentencesOf(seenPatch(patch, sees), language), language) || HIDDEN_CHANGE[language])
  const worded = await inWords(db, texts, language)
  const impact = await nameImpact(
    db,
    scope,
    steps.flatMap((step) => step.impact),
    language,
  )
  return steps.map((step, i) => ({ text: worded(texts[i]!), impact: impact.splice(0, step.impact.length) }))
}

/** Returns whether members changed their address during the change. They are locked by now: one that connects later finds the revision. */
async function haveMoved(db: AccountDb, { settings, facts }: NetworkIntent): Promise<boolean> {
  const now = await findCandidates(db, Object.keys(settings.members))
  return [...now].some(([name, { address }]) => address !== facts.members[name]?.address)
}

async function settledAnew(db: AccountDb, network_number: string): Promise<number> {
  const held = await holdNetwork(db, network_number, undefined)
  return (await finish(db, 'system', held, held.intent.settings, { guard: false })).revision
}

interface Written {
  after: NetworkIntent
  patch: readonly PatchEntry[]
  impact: readonly NetworkImpact[]
  /** The changes of a draft; one for all together if they are not told one by one. Empty if the revision is no draft. */
  steps: readonly Step[]
  /** The members and POPs whose section of the network differs. */
  touched: readonly string[]
  moved: readonly Moved[]
}

/** Writes a revision, raises the configurations of its members, announces and logs it. @returns its number */
async function write(
  db: AccountDb,
  by: Doer,
  { network_number, intent, revision: present }: HeldNetwork,
  { after: { settings: after, facts }, patch, impact, steps, touched, moved }: Written,
  { guard = true, title, restores, action = 'edit', entry }: ChangeOptions,
): Promise<number> {
  const before = intent.settings
  // Before the links are saved: a new one has no tunnel.
  if (by !== 'system' && guard && moved.length > 0) await startTrials(db, network_number, present + 1, moved)
  const revision = await saveSettings(db, network_number, before, after, (name) => facts.members[name]?.router_type ?? 1)
  const members = touched.filter((name) => facts.members[name] !== undefined || before.members[name] !== undefined)
  await raiseConfigs(db, members)
  await markTouched(db, network_number, revision, members)
  if (Object.keys(before.members).length !== Object.keys(after.members).length) await refreshUsability(db)
  if (before.network_fr_id !== after.network_fr_id) await writePending(db, network_number, null)
  const centers = members.filter((name) => after.members[name]?.member_type === 'center')
  const guarded = by === 'system' || !guard || centers.length === 0 ? [] : await signedIn(db, centers)
  const diff = sentencesOf(patch, 'zh-CN')
  const summary = title ?? summaryOf(diff, 'zh-CN')
  await insertRevision(db, {
    network_number,
    revision,
    ...doerOf(by),
    summary,
    patch,
    impact,
    steps,
    restores: restores ?? null,
    guarded,
    guard_seconds: guarded.length > 0 ? GUARD_SECONDS : null,
  })
  await tellChanged(db, [network_number])
  if (entry !== null)
    await auditBy(db, by, entry ?? changedSettings({ network_number, network_name: before.network_name }, action, summary, diff))
  return revision
}

const doerOf = (by: Doer): { by_name: string | null; by_kind: 'login' | 'operator' | 'system' } =>
  by === 'system'
    ? { by_name: null, by_kind: 'system' }
    : 'operator_id' in by
      ? { by_name: null, by_kind: 'operator' }
      : { by_name: by.username, by_kind: 'login' }

const differing = (was: ReadonlyMap<string, Section>, will: ReadonlyMap<string, Section>): string[] =>
  [...new Set([...was.keys(), ...will.keys()])].filter((name) => !isDeepStrictEqual(was.get(name), will.get(name)))
