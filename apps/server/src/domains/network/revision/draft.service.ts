import { isDeepStrictEqual } from 'node:util'
import { type contract, type InputOf, MAX_CHANGES, type NetworkChange, type NetworkDraft, type OutputOf } from '@weft/contract'
import { publishAll } from '../../../adapters/bus/publish.ts'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { refuseUnseen } from '../change/change.service.ts'
import { seenOf } from '../detail/detail.service.ts'
import { findNetwork } from '../detail/network.queries.ts'
import { membersIn } from '../rules/change.rules.ts'
import { deleteDraft, findDraft, listNotes, lockDraft, membersBeyond, writeDraft } from './draft.queries.ts'

type Call = typeof contract.networkRevisions
type In<K extends keyof Call> = InputOf<Call[K]>
type Out<K extends keyof Call> = OutputOf<Call[K]>

const tellDraft = (db: AccountDb, network_number: string) => publishAll(db, [{ type: 'draft', account_id: db.account_id, network_number }])

async function found(db: AccountDb, network_number: string) {
  const network = await findNetwork(db, network_number)
  if (!network) throw new Refusal('networkNotFound')
  return network
}

/** Returns the members that changes name, each once. */
const namedIn = (changes: readonly NetworkChange[]): string[] => [
  ...new Set(changes.flatMap(({ input: { router_name } }) => (typeof router_name === 'string' ? [router_name] : []))),
]

/** Returns the draft of a network; version 0 if there is none. @throws networkNotFound */
export async function read(db: AccountDb, { designated, members: scope }: Actor, { network_number }: In<'draft'>): Promise<NetworkDraft> {
  const { revision } = await found(db, network_number)
  const draft = await findDraft(db, network_number)
  if (!draft) return { version: 0, changes: [], base_revision: revision, author: '', comment: '', update_time: null, members: [] }
  const { seen } = await partsOf(db, scope, draft.changes)
  const names = namedIn(seen)
  const members = names.length === 0 ? [] : await listNotes(db, network_number, names, designated === undefined)
  return { ...draft, changes: seen, members: await seenOf(db, scope, members) }
}

/**
 * Parts a draft's changes: `seen` are those that a caller reads and writes, `others` those that change a member which it may not change,
 * or that name one which it may not know, each with its place in the draft.
 */
async function partsOf(db: AccountDb, scope: Actor['members'], changes: readonly NetworkChange[]) {
  const named = changes.map(textsIn)
  const beyond = scope === undefined ? undefined : await membersBeyond(db, scope, [...new Set(named.flat())])
  const isOther = (change: NetworkChange, i: number): boolean =>
    beyond !== undefined &&
    (named[i]!.some((text) => beyond.get(text.toLowerCase())?.known === false) ||
      membersIn([change]).own.some((name) => beyond.has(name.toLowerCase())))
  const each = changes.map((change, place) => ({ change, place, other: isOther(change, place) }))
  return { seen: each.flatMap(({ change, other }) => (other ? [] : [change])), others: each.filter(({ other }) => other) }
}
/** Returns all texts of a change, names of fields included. It does not call itself: a draft of a former version may be nested at any depth. */
function textsIn(change: NetworkChange): string[] {
  const texts: string[] = []
  const left: unknown[] = [change]
  for (const value of left) {
    if (typeof value === 'string') texts.push(value)
    else if (typeof value === 'object' && value !== null) for (const [key, inner] of Object.entries(value)) left.push(key, inner)
  }
  return texts
}

/**
 * Saves the changes and the comment of a draft whole. Changes to members that the caller may not change stay in it, each at its place,
 * because later changes may build on it.
 * @throws memberNotFound, draftFull, draftChanged, which names who saved another version meanwhile, and draftGone if it was applied or discarded meanwhile
 */
export async function save(
  db: AccountDb,
  actor: Actor,
  { network_number, version, changes: given, comment }: In<'draft_save'>,
): Promise<Out<'draft_save'>> {
  const { username, members: scope } = actor
  const { revision } = await found(db, network_number)
  await refuseUnseen(db, actor, given)
  if ((await partsOf(db, scope, given)).others.length > 0) throw new Refusal('memberNotFound')
  const former = scope === undefined ? undefined : await findDraft(db, network_number)
  const { others } = await partsOf(db, scope, former?.changes ?? [])
  const changes = others.reduce((whole, { change, place }) => whole.toSpliced(place, 0, change), given)
  if (changes.length > MAX_CHANGES) throw new Refusal('draftFull', { n: MAX_CHANGES })
  if (!(await writeDraft(db, network_number, version, { changes, base_revision: revision, author: username, comment })))
    throw await overtaken(db, network_number)
  await tellDraft(db, network_number)
  return { version: version + 1 }
}

/** Refuses to end a draft that has changes to members which the caller may not change. @throws draftOfOthers */
async function refuseOthersIn(db: AccountDb, { members: scope }: Pick<Actor, 'members'>, network_number: string): Promise<void> {
  if (scope === undefined) return
  const draft = await findDraft(db, network_number)
  if ((await partsOf(db, scope, draft?.changes ?? [])).others.length > 0) throw new Refusal('draftOfOthers')
}

/**
 * Returns the comment of a draft that is about to be applied. Its version alone does not say what it holds: the caller names the changes as
 * well, and a draft that was discarded and saved anew has the same version.
 * @throws draftOfOthers, draftChanged, draftGone, draftDiffers
 */
export async function commentOf(
  db: AccountDb,
  actor: Pick<Actor, 'members'>,
  { network_number, version, changes }: Pick<In<'draft_save'>, 'network_number' | 'version' | 'changes'>,
): Promise<string> {
  await refuseOthersIn(db, actor, network_number)
  const draft = await lockDraft(db, network_number)
  if (draft?.version !== version) throw await overtaken(db, network_number)
  if (!isDeepStrictEqual(draft.changes, changes)) throw new Refusal('draftDiffers')
  return draft.comment
}

/** Ends a draft. @throws draftChanged, draftGone, draftOfOthers */
export async function discard(
  db: AccountDb,
  actor: Pick<Actor, 'members'>,
  { network_number, version }: In<'draft_discard'>,
): Promise<void> {
  await refuseOthersIn(db, actor, network_number)
  if (!(await deleteDraft(db, network_number, version))) throw await overtaken(db, network_number)
  await tellDraft(db, network_number)
}

async function overtaken(db: AccountDb, network_number: string): Promise<Refusal> {
  const now = await findDraft(db, network_number)
  return now ? new Refusal('draftChanged', { author: now.author }) : new Refusal('draftGone')
}
