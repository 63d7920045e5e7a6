import { MAX_CHANGES, type NetworkChange } from '@weft/contract'
import { textNow, toast } from '@weft/ui'
import { useSyncExternalStore } from 'react'
import { session } from '../../../shared/session/session.ts'
import * as text from './draft.text.ts'

const none: readonly NetworkChange[] = []
/** Replaces the storage in browsers that refuse it. */
const unstored = new Map<string, string>()
const heard = new Set<() => void>()
/** Parsed drafts by their stored text, so that an unchanged draft is the same object. */
const parsed = new Map<string, readonly NetworkChange[]>()

const keyOf = (network_number: string): string => {
  const user = session.get()?.user
  return `weft.draft.${user?.account_number ?? ''}.${user?.username ?? ''}.${network_number}`
}

function read(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? unstored.get(key)
  } catch {
    return unstored.get(key)
  }
}

function write(key: string, changes: readonly NetworkChange[]): void {
  const kept = changes.length > 0 ? JSON.stringify(changes) : undefined
  unstored.delete(key)
  try {
    if (kept === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, kept)
  } catch {
    if (kept !== undefined) unstored.set(key, kept)
  }
  for (const tell of heard) tell()
}

function changesOf(key: string): readonly NetworkChange[] {
  const kept = read(key)
  if (kept === undefined) return none
  const known = parsed.get(kept)
  if (known) return known
  const changes = JSON.parse(kept) as NetworkChange[]
  parsed.clear()
  parsed.set(kept, changes)
  return changes
}

/** Returns the subject of a change: a later change of the same subject replaces the earlier one. */
const subjectOf = ({ call, input: { router_name, link_config } }: NetworkChange): string =>
  JSON.stringify([
    call,
    router_name,
    Array.isArray(link_config) ? link_config.map((link: { center_router_name: string }) => link.center_router_name) : undefined,
  ])

/**
 * Adds a change to the network's draft, which this tab keeps for the signed-in user until it is applied or discarded.
 * @param change a call and its input without the network's number
 * @returns false, after a warning to the user, when the draft is full
 */
export function addToDraft(network_number: string, change: NetworkChange): boolean {
  const key = keyOf(network_number)
  const others = changesOf(key).filter((other) => subjectOf(other) !== subjectOf(change))
  if (others.length >= MAX_CHANGES) {
    toast.warning(textNow(text).full(MAX_CHANGES))
    return false
  }
  write(key, [...others, change])
  toast.success(textNow(text).added)
  return true
}

/** Removes one change from the network's draft. */
export function removeFromDraft(network_number: string, change: NetworkChange): void {
  const key = keyOf(network_number)
  write(
    key,
    changesOf(key).filter((other) => other !== change),
  )
}

/** Discards the network's draft. */
export const clearDraft = (network_number: string): void => write(keyOf(network_number), none)

const subscribe = (tell: () => void) => {
  heard.add(tell)
  return () => void heard.delete(tell)
}

/** Returns the changes in the network's draft, in the order in which they will be applied. */
export const useDraft = (network_number: string): readonly NetworkChange[] =>
  useSyncExternalStore(subscribe, () => changesOf(keyOf(network_number)))
