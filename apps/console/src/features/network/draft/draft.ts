import { MAX_CHANGES, type NetworkChange } from '@weft/contract'
import { textNow, toast } from '@weft/ui'
import { useSyncExternalStore } from 'react'
import { session } from '../../../shared/session/session.ts'
import * as text from './draft.text.ts'

const none: readonly NetworkChange[] = []
/** In place of the storage of a browser that refuses it. */
const unstored = new Map<string, string>()
const heard = new Set<() => void>()
/** Read once per text, so that a draft that did not change is the same object. */
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

/** What a change is about: a later change of the same takes the place of the earlier one. */
const subjectOf = ({ call, input: { router_name, link_config } }: NetworkChange): string =>
  JSON.stringify([
    call,
    router_name,
    Array.isArray(link_config) ? link_config.map((link: { center_router_name: string }) => link.center_router_name) : undefined,
  ])

/**
 * Puts a change into the network's draft, which is kept in this tab for whoever is signed in until it is applied or thrown away.
 * @param change a call and its input without the network's number
 * @returns false, and says so, when the draft is full
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

/** Takes one change out of the network's draft. */
export function removeFromDraft(network_number: string, change: NetworkChange): void {
  const key = keyOf(network_number)
  write(
    key,
    changesOf(key).filter((other) => other !== change),
  )
}

/** Throws the network's draft away. */
export const clearDraft = (network_number: string): void => write(keyOf(network_number), none)

const subscribe = (tell: () => void) => {
  heard.add(tell)
  return () => void heard.delete(tell)
}

/** The changes that wait in the network's draft, in the order in which they will be applied. */
export const useDraft = (network_number: string): readonly NetworkChange[] =>
  useSyncExternalStore(subscribe, () => changesOf(keyOf(network_number)))
