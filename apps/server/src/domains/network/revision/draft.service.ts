import type { contract, InputOf, NetworkChange, NetworkDraft, OutputOf } from '@weft/contract'
import { tellAll } from '../../../adapters/bus/tell.ts'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { findNetwork } from '../detail/network.queries.ts'
import { deleteDraft, findDraft, listNotes, writeDraft } from './draft.queries.ts'

type Call = typeof contract.networkRevisions
type In<K extends keyof Call> = InputOf<Call[K]>
type Out<K extends keyof Call> = OutputOf<Call[K]>

const tellDraft = (db: AccountDb, network_number: string) => tellAll(db, [{ type: 'draft', account_id: db.account_id, network_number }])

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
export async function read(db: AccountDb, { designated }: Actor, { network_number }: In<'draft'>): Promise<NetworkDraft> {
  const { revision } = await found(db, network_number)
  const draft = await findDraft(db, network_number)
  if (!draft) return { version: 0, changes: [], base_revision: revision, author: '', comment: '', update_time: null, members: [] }
  const names = namedIn(draft.changes)
  const members = names.length === 0 ? [] : await listNotes(db, network_number, names, designated === undefined)
  return { ...draft, members }
}

/**
 * Saves the changes and the comment of a draft whole.
 * @throws draftChanged, which names who saved another version meanwhile, and draftGone if it was applied or discarded meanwhile
 */
export async function save(
  db: AccountDb,
  { username }: Actor,
  { network_number, version, changes, comment }: In<'draft_save'>,
): Promise<Out<'draft_save'>> {
  const { revision } = await found(db, network_number)
  if (!(await writeDraft(db, network_number, version, { changes, base_revision: revision, author: username, comment })))
    throw await overtaken(db, network_number)
  await tellDraft(db, network_number)
  return { version: version + 1 }
}

/** Ends a draft. @throws draftChanged, draftGone */
export async function discard(db: AccountDb, { network_number, version }: In<'draft_discard'>): Promise<void> {
  if (!(await deleteDraft(db, network_number, version))) throw await overtaken(db, network_number)
  await tellDraft(db, network_number)
}

async function overtaken(db: AccountDb, network_number: string): Promise<Refusal> {
  const now = await findDraft(db, network_number)
  return now ? new Refusal('draftChanged', { author: now.author }) : new Refusal('draftGone')
}
