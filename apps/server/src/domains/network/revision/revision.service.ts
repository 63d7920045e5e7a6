/**
 * Room network/revision: the history of networks, drafts, restoring, and the progress of the newest revision.
 * Tables: network_draft.
 * Called by: jobs.
 * Always: a draft is applied only as the version that the caller read.
 */
import {
  check,
  type contract,
  type Draftable,
  draftable,
  type InputOf,
  type Language,
  MAX_AUTHORS,
  membersNamed,
  networkFields,
  type NetworkRevision,
  type OutputOf,
  type PageOf,
} from '@weft/contract'
import { compile, type PatchEntry, render, undone } from '@weft/member-config'
import type { AccountDb, Db } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { emptyRules, type Rules, withoutEmpty } from '../../../kernel/empty-fields.ts'
import { marked, markedIn, unmarked } from '../../../kernel/member-mark.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Doer } from '../../foundation/audit/audit.service.ts'
import { holdAccount } from '../../foundation/limits/limits.service.ts'
import { inWords, spokenNames } from '../../foundation/member-name/member-name.service.ts'
import { findResources } from '../detail/surroundings.queries.ts'
import { designatedOf, type Sees, seesAll, sightOf } from '../detail/visibility.service.ts'
import { waitedFor } from '../change/setting.service.ts'
import { applySettings, changeNetwork } from '../change/change.service.ts'
import type { Changed } from '../change/outcome.service.ts'
import { type HeldNetwork, holdNetwork } from '../change/store.service.ts'
import { HIDDEN_CHANGE, membersOfPatch, seenPatch, sentencesOf, summaryOf, titleIn } from '../rules/change.text.ts'
import { stateOf } from '../detail/detail.queries.ts'
import { loadIntents } from '../configuration/intent.queries.ts'
import { checkResource, refuseBeyond } from '../rules/limit.rules.ts'
import { findNetwork } from '../detail/network.queries.ts'
import { authorOf } from './revision.text.ts'
import { findLost, listAuthors, type Lost, pageRecent, pageRevisions, patchesSince, revisionExists } from './revision.queries.ts'
import { commentOf, discard } from './draft.service.ts'
import { namesMember } from './preview.rules.ts'
import type { Change } from '../rules/scene.rules.ts'
import { endGuards, markReverted } from '../change/change.queries.ts'
import { nameBranches } from '../branches/branches.service.ts'
import { findCandidates } from '../change/candidate.queries.ts'

type Call = typeof contract.networkRevisions
type In<K extends keyof Call> = InputOf<Call[K]>
type Out<K extends keyof Call> = OutputOf<Call[K]>

/**
 * Returns the summary of a revision in the reader's language, with marks; a title that somebody gave it is as it was written. Revisions
 * of former versions hold serial numbers where there are marks now.
 */
function summaryIn(language: Language, stored: string, patch: readonly PatchEntry[]): string {
  const chinese = summaryOf(sentencesOf(patch, 'zh-CN'), 'zh-CN')
  const untitled = stored === chinese || stored === unmarked(chinese, (name) => name)
  return untitled ? summaryOf(sentencesOf(patch, language), language) : titleIn(language, stored)
}

/** Returns the summary as `summaryIn`, for a reader who may not know every member. */
function summarySeen(language: Language, stored: string, patch: readonly PatchEntry[], sees: Sees): string {
  const seen = seenPatch(patch, sees)
  const whole = sees === seesAll || (seen.length === patch.length && markedIn([stored]).every(sees))
  return whole ? summaryIn(language, stored, patch) : summaryOf(sentencesOf(seen, language), language) || HIDDEN_CHANGE[language]
}

/** Returns the test for the members that some stored revisions name. */
const sightOfRevisions = (db: AccountDb, scope: Actor['members'], rows: readonly { summary: string; patch: PatchEntry[] | null }[]) =>
  sightOf(db, scope, [
    ...new Set([...markedIn(rows.map((row) => row.summary)), ...rows.flatMap(({ patch }) => membersOfPatch(patch ?? []))]),
  ])

export async function list(
  db: AccountDb,
  { members }: Pick<Actor, 'members'>,
  { network_number, ...asked }: In<'list'>,
  language: Language,
): Promise<PageOf<NetworkRevision>> {
  const network = await findNetwork(db, network_number)
  if (!network) throw new Refusal('networkNotFound')
  const { count, rows } = await pageRevisions(db, network_number, asked)
  const newest = await stateOf(db, network_number)
  const sees = await sightOfRevisions(db, members, rows)
  const found = rows.map((row) => ({
    ...row,
    summary: summarySeen(language, row.summary, row.patch, sees),
    diff: sentencesOf(seenPatch(row.patch, sees), language),
  }))
  const worded = await inWords(
    db,
    found.flatMap(({ summary, diff }) => [summary, ...diff.map(({ text }) => text)]),
    language,
  )
  const namedBy = (diff: (typeof found)[number]['diff']) => [
    ...new Set(diff.flatMap(({ field, from, to }) => [from, to].flatMap((value) => membersNamed(networkFields[field], value)))),
  ]
  const called = await spokenNames(
    db,
    found.flatMap(({ diff }) => namedBy(diff)),
    language,
  )
  return {
    count,
    rows: found.map(({ revision, create_time, summary, diff, reverted, patch: _, ...by }) => ({
      revision,
      create_time,
      by: authorOf(by, language),
      summary: worded(summary),
      state: reverted === 1 ? 'reverted' : revision === network.revision ? newest : 'superseded',
      diff: diff.map((change) => ({ ...change, text: worded(change.text) })),
      names: Object.fromEntries(namedBy(diff).map((name) => [name, called(name)])),
    })),
  }
}

/** Returns a page of the changes of all networks that the caller may see, the newest first. */
export async function recent(
  db: AccountDb,
  { designated, members }: Pick<Actor, 'designated' | 'members'>,
  asked: In<'recent'>,
  language: Language,
): Promise<Out<'recent'>> {
  if (asked.network_number !== undefined && !(await findNetwork(db, asked.network_number))) throw new Refusal('networkNotFound')
  const { count, rows } = await pageRecent(db, designated, asked, language !== 'zh-CN' || members !== undefined)
  const sees = await sightOfRevisions(db, members, rows)
  const found = rows.map((row) => ({ ...row, summary: row.patch ? summarySeen(language, row.summary, row.patch, sees) : row.summary }))
  const worded = await inWords(
    db,
    found.map(({ summary }) => summary),
    language,
  )
  return {
    count,
    rows: found.map(({ by_kind, by_name, summary, patch: _, reverted, state, ...row }) => ({
      ...row,
      by: authorOf({ by_kind, by_name }, language),
      summary: worded(summary),
      state: reverted === 1 ? 'reverted' : (state ?? 'superseded'),
    })),
  }
}

/** Returns who made the changes that the caller may see, people first. */
export async function authors(db: AccountDb, { designated }: Pick<Actor, 'designated'>, language: Language): Promise<Out<'authors'>> {
  const found = await listAuthors(db, designated, MAX_AUTHORS)
  return found.map(({ author, ...by }) => ({ author, by: authorOf(by, language) }))
}

/** Returns the files of one member for this network; they name keys by their paths and contain no secret. */
export async function preview(
  db: AccountDb,
  { members }: Pick<Actor, 'members'>,
  { network_number, router_name }: In<'preview'>,
): Promise<Out<'preview'>> {
  const intents = await loadIntents(db, { names: [router_name] })
  if (!intents.some(({ facts, settings }) => facts.network_number === network_number && settings.members[router_name]))
    throw new Refusal('memberNotInNetwork')
  // The caller may not be allowed to see other networks of the device, so only this one is shown.
  const own = intents.filter(({ facts }) => facts.network_number === network_number)
  const files = render(compile(own, [router_name]).get(router_name)!)
  if (members !== undefined) await refuseOthers(db, members, own[0]!.settings, files)
  return { files }
}

/** Refuses files that name members which the caller may not know: without these lines they would not be those of the device. @throws previewNamesOthers */
async function refuseOthers(
  db: AccountDb,
  scope: Actor['members'],
  settings: HeldNetwork['intent']['settings'],
  files: Out<'preview'>['files'],
): Promise<void> {
  const names = Object.keys(settings.members)
  const sees = await sightOf(db, scope, names)
  const text = files.map(({ path, content }) => `${path}\n${content}`).join('\n')
  if (names.some((name) => !sees(name) && namesMember(text, name))) throw new Refusal('previewNamesOthers')
}

/** What '' and null mean in the inputs of the calls that a draft may hold. */
const emptyIn = Object.fromEntries(Object.entries(draftable).map(([call, { input }]) => [call, emptyRules(input, 'body')])) as Record<
  Draftable,
  Rules
>

/**
 * Returns the changes of a draft, each checked by its call's own schema.
 * @throws changeInvalid, which names the change and its problem
 */
const checked = (network_number: string, changes: In<'changes'>['changes'], language: Language): Change[] =>
  changes.map(({ call, input }, i) => {
    const checked = check(draftable[call].input, withoutEmpty({ ...input, network_number }, emptyIn[call]), language)
    if (!checked.ok) {
      const errors = checked.errors.map(({ field, msg }) => ({ field: `changes.${i}.input.${field}`, msg }))
      throw new Refusal('changeInvalid', { row: i + 1, problem: errors[0]?.msg ?? '' }, { errors })
    }
    return { call, input: checked.value } as Change
  })

/** Returns the POP resource that waits for the address pool among these changes; its own call saves both, which a dry run shows. */
const reviewedBy = (changes: readonly Change[]): string | undefined =>
  changes.flatMap(({ call, input }) => (call === 'edit_ip_address_pool' && input.network_fr_id !== null ? [input.network_fr_id] : []))[0]

/**
 * Applies several changes as one revision, or only returns what they would do. A draft that holds just these ends with them, and its comment
 * names the revision.
 * @throws changeInvalid, draftOfOthers, draftChanged, draftGone, draftDiffers and what changeNetwork throws
 */
export async function changes(
  db: AccountDb,
  actor: Actor,
  { network_number, revision, changes: asked, dry_run, draft }: In<'changes'>,
  expected: number | undefined,
  language: Language,
): Promise<Changed> {
  const wanted = checked(network_number, asked, language)
  // The draft is locked before the network is held; the account is before both, as where a network and its draft are deleted.
  if (draft !== undefined) await holdAccount(db)
  const comment = draft === undefined ? '' : await commentOf(db, actor, { network_number, version: draft, changes: asked })
  const reviewed = dry_run ? reviewedBy(wanted) : undefined
  const waited = reviewed === undefined ? [] : await waitedFor(db, network_number, reviewed)
  const done = await changeNetwork(db, actor, network_number, [...wanted, ...waited], {
    expected: expected ?? revision,
    dry_run,
    listed: language,
    draft: draft !== undefined,
    ...(comment !== '' && { title: comment }),
    ...(reviewed !== undefined && { reviewed }),
  })
  if (draft !== undefined && !dry_run) await discard(db, actor, { network_number, version: draft })
  const rows = wanted.flatMap(({ call, input }) => (call === 'add_branches' ? input.rows : []))
  if (!dry_run && rows.length > 0) await nameBranches(db, actor, rows)
  return done
}

/**
 * Returns the settings of a revision as far as they can be restored: without members that were deleted since, and with the present POP
 * resource if the former one was deleted or the doer may not move it.
 */
async function settingsAt(db: AccountDb, by: Doer, { network_number, revision, intent }: HeldNetwork, wanted: number) {
  if (wanted === revision) throw new Refusal('revisionCurrent')
  if (wanted > revision || !(await revisionExists(db, network_number, wanted))) throw new Refusal('revisionNotFound')
  const patches = await patchesSince(db, network_number, wanted)
  const then = patches.reduceRight<typeof intent.settings>((settings, patch: PatchEntry[]) => undone(settings, patch), intent.settings)
  return reachable(db, by, intent, then)
}

async function reachable(db: AccountDb, by: Doer, { settings, facts }: HeldNetwork['intent'], then: typeof settings) {
  const alive = await findCandidates(db, Object.keys(then.members))
  const members = Object.fromEntries(Object.entries(then.members).filter(([name]) => alive.has(name)))
  const wanted = { ...then, members }
  if (then.network_fr_id === settings.network_fr_id) return wanted
  if (designatedOf(by) !== undefined) return { ...wanted, network_fr_id: settings.network_fr_id }
  if (then.network_fr_id === null) return wanted
  const resource = (await findResources(db, [then.network_fr_id])).get(then.network_fr_id)
  if (!resource) return { ...wanted, network_fr_id: settings.network_fr_id }
  checkResource(resource, facts)
  return wanted
}

/** Restores the network to a revision; the limits of the account apply as to any change. */
export async function rollback(
  db: AccountDb,
  actor: Actor,
  { network_number, revision, dry_run }: In<'rollback'>,
  expected: number | undefined,
): Promise<Changed> {
  const held = await holdNetwork(db, network_number, expected)
  if (held.room.network_usable === 0) throw new Refusal('networkUnusable')
  const wanted = await settingsAt(db, actor, held, revision)
  refuseBeyond(held.intent.settings, wanted, held.room)
  return applySettings(db, actor, held, wanted, { dry_run, action: 'rollback', restores: revision, title: `恢复到版本 ${revision}` })
}

/**
 * Undoes the revisions that cost a center its control connection. One that cannot be undone stays watched for an hour, and does not
 * block the others.
 * @throws AggregateError with what failed, and once with each revision that was given up
 */
export async function undoLost(db: Db): Promise<void> {
  const lost = await db.system(async (system) => {
    const found = await findLost(system)
    // The watch of a revision that could not be undone for an hour ends too.
    await endGuards(
      system,
      found.filter(({ last }) => !last),
    )
    return found
  })
  const failed: unknown[] = []
  for (const one of lost)
    try {
      await db.account(one.account_id, 'write', (account) => undo(account, one))
    } catch (error) {
      const { network_number, revision, last } = one
      if (last)
        failed.push(new Error(`revision ${revision} of network ${network_number} was not undone, and is tried no more`, { cause: error }))
      else if (!(error instanceof Refusal)) failed.push(error)
    }
  if (failed.length > 0) throw new AggregateError(failed, 'revisions could not be undone')
}

async function undo(db: AccountDb, { network_number, revision, router_name }: Lost): Promise<void> {
  const held = await holdNetwork(db, network_number, undefined)
  if (held.revision !== revision) return
  const patches = await patchesSince(db, network_number, revision - 1)
  const before = await reachable(db, 'system', held.intent, undone(held.intent.settings, patches.flat()))
  const title = `中心 ${marked(router_name)} 失去连接，自动恢复到版本 ${revision - 1}`
  await applySettings(db, 'system', held, before, { action: 'rollback', restores: revision - 1, title })
  await markReverted(db, network_number, revision)
}
