import { type QueryClient, useQuery } from '@tanstack/react-query'
import { contract, MAX_CHANGES, type NetworkChange, type NetworkDraft } from '@weft/contract'
import { ApiRefusal, asking, call, textNow, toast } from '@weft/ui'
import * as text from './draft.text.ts'

const { draft: READ, draft_save: SAVE, draft_discard: DISCARD } = contract.networkRevisions
const reading = (network_number: string) => asking(READ, { network_number }, { quiet: true, missing: 'stay' })

/** Refusal code: somebody else saved, applied or discarded the draft meanwhile. */
const OVERTAKEN = 409
/** How often a save is tried again upon what others saved meanwhile. */
const TRIES = 5

/** Returns the draft of a network, which all its editors share; undefined until it is loaded. */
export function useDraft(network_number: string): { draft: NetworkDraft | undefined; failed: boolean } {
  const { data: draft, isError } = useQuery({ ...reading(network_number), staleTime: 0 })
  return { draft, failed: isError }
}

/** Returns the draft as it was last read. */
export const draftRead = (queries: QueryClient, network_number: string): NetworkDraft | undefined =>
  queries.getQueryData(reading(network_number).queryKey)

const readNow = (queries: QueryClient, network_number: string): Promise<NetworkDraft> =>
  queries.fetchQuery({ ...reading(network_number), staleTime: 0 })

const reread = (queries: QueryClient, network_number: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: [READ.path, { network_number }] })

/** Returns the subject of a change: a later change of the same subject replaces the earlier one. */
const subjectOf = ({ call: name, input: { router_name, link_config } }: NetworkChange): string =>
  JSON.stringify([
    name,
    router_name,
    Array.isArray(link_config) ? link_config.map((link: { center_router_name: string }) => link.center_router_name) : undefined,
  ])

const sameSubject = (change: NetworkChange) => (other: NetworkChange) => subjectOf(other) === subjectOf(change)

/** Returns the change of another editor that a change would replace unseen; undefined if there is none. */
function unseen(change: NetworkChange, newest: NetworkDraft, seen: NetworkDraft | undefined): NetworkChange | undefined {
  const theirs = newest.changes.find(sameSubject(change))
  const known = seen?.changes.find(sameSubject(change))
  return theirs && JSON.stringify(theirs) !== JSON.stringify(known) && JSON.stringify(theirs) !== JSON.stringify(change)
    ? theirs
    : undefined
}

/**
 * Changes the newest draft of a network, again if somebody else saved meanwhile, so that nobody's change is lost.
 * @param edit returns the draft's new changes and comment; undefined leaves the draft as it is
 * @returns whether the draft was saved
 */
async function saveDraft(
  queries: QueryClient,
  network_number: string,
  edit: (newest: NetworkDraft) => Pick<NetworkDraft, 'changes' | 'comment'> | undefined,
): Promise<boolean> {
  try {
    for (let tries = 1; ; tries++) {
      const newest = await readNow(queries, network_number)
      const wanted = edit(newest)
      if (!wanted) return false
      const { version } = newest
      try {
        if (wanted.changes.length > 0) await call(SAVE, { network_number, version, ...wanted }, { missing: 'stay', handled: [OVERTAKEN] })
        else if (version > 0) await call(DISCARD, { network_number, version }, { missing: 'stay', handled: [OVERTAKEN] })
        return true
      } catch (error) {
        if (!(error instanceof ApiRefusal) || error.code !== OVERTAKEN || tries === TRIES) throw error
      }
    }
  } finally {
    await reread(queries, network_number)
  }
}

/**
 * Adds changes to the network's draft. A change of the same subject that somebody else added after `seen` is not replaced: the user reads
 * whose it is, and decides.
 * @param changes calls with their inputs, without the network's number
 * @param seen the draft as the user knows it
 * @returns false, after a warning to the user, when nothing was added
 */
export async function addToDraft(
  queries: QueryClient,
  network_number: string,
  changes: readonly NetworkChange[],
  seen: NetworkDraft | undefined,
): Promise<boolean> {
  const t = textNow(text)
  try {
    const added = await saveDraft(queries, network_number, (newest) => {
      if (changes.some((change) => unseen(change, newest, seen))) {
        toast.warning(t.overtaken(newest.author))
        return undefined
      }
      const others = newest.changes.filter((other) => !changes.some((change) => sameSubject(change)(other)))
      if (others.length + changes.length > MAX_CHANGES) {
        toast.warning(t.full(MAX_CHANGES))
        return undefined
      }
      return { changes: [...others, ...changes], comment: newest.comment }
    })
    if (added) toast.success(t.added)
    return added
  } catch {
    // The refusal was already shown.
    return false
  }
}

/** Removes changes from the network's draft: one that the user dropped, or those that were saved by themselves. */
export async function removeFromDraft(queries: QueryClient, network_number: string, changes: readonly NetworkChange[]): Promise<void> {
  await saveDraft(queries, network_number, (newest) => {
    const kept = newest.changes.filter((other) => !changes.some((change) => sameSubject(change)(other)))
    return kept.length === newest.changes.length ? undefined : { changes: kept, comment: newest.comment }
  }).catch(() => undefined)
}

/** Saves what the draft is for. */
export async function commentDraft(queries: QueryClient, network_number: string, comment: string): Promise<void> {
  await saveDraft(queries, network_number, ({ changes, comment: before }) =>
    changes.length === 0 || comment === before ? undefined : { changes, comment },
  ).catch(() => undefined)
}

/** Discards the network's draft as the user sees it. @throws a refusal, already shown, if somebody else saved it meanwhile */
export async function discardDraft(queries: QueryClient, network_number: string, { version }: NetworkDraft): Promise<void> {
  try {
    await call(DISCARD, { network_number, version }, { missing: 'stay' })
  } finally {
    await reread(queries, network_number)
  }
}
