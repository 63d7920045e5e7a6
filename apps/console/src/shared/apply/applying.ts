import { useSyncExternalStore } from 'react'
import { session } from '../session/session.ts'
import { onReset } from '@weft/ui/store/module-state.ts'

/** A save that was refused because somebody else had changed the network meanwhile. */
export interface Conflict {
  /** The revision that the refused save was made upon. */
  since: number
  /** Shows what changed beside what was typed. */
  merge: () => void
  /** Drops what was typed. */
  drop: () => void
}

/** A network whose newest revision has a card. */
export interface Applying {
  network_number: string
  /** The change that is being saved or waits for its turn, in a few words; undefined if there is none. */
  saving: string | undefined
  /** How many saves had been answered (`answers`) with the newest one of this network; 0 before the first. Progress that was asked for earlier is of an older revision. */
  saved: number
  conflict: Conflict | undefined
  /** True if the card is a pill in the header. */
  folded: boolean
  /** The revision whose card was closed. */
  closed: number | undefined
}

/** A save that was begun. */
export interface Save {
  network_number: string
  what: string
  /** Whether the network had a card before this save and those that are still unanswered. Without one the card ends if the save fails. */
  known: boolean
}

const fresh = { saving: undefined, saved: 0, conflict: undefined, folded: false, closed: undefined }
const none: readonly Applying[] = []
const heard = new Set<() => void>()
const listeners = new Map<string, Set<() => void>>()
/** The saves without an answer, oldest first. */
const saves = new Set<Save>()
/** How many saves were answered, of all networks. */
let answers = 0
let kept: { key: string; all: readonly Applying[]; closed: ReadonlyMap<string, number> } | undefined
onReset(() => {
  kept = undefined
  listeners.clear()
  saves.clear()
})

const keyNow = (): string => {
  const user = session.get()?.user
  return `weft.applying.${user?.account_number ?? ''}.${user?.username ?? ''}`
}

/** Returns the cards of the signed-in user; which networks have one survives a reload, what they show comes from the server. */
function now() {
  const key = keyNow()
  if (kept?.key === key) return kept
  const { shown, closed } = stored(key)
  kept = { key, closed: new Map(closed), all: shown.map((network_number) => ({ ...fresh, network_number })) }
  return kept
}

interface Stored {
  shown: string[]
  closed: [network_number: string, revision: number][]
}
function stored(key: string): Stored {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '') as Stored
  } catch {
    return { shown: [], closed: [] }
  }
}

function set(all: readonly Applying[], closed = now().closed): void {
  const key = keyNow()
  kept = { key, all, closed }
  try {
    sessionStorage.setItem(
      key,
      JSON.stringify({ shown: all.map(({ network_number }) => network_number), closed: [...closed] } satisfies Stored),
    )
  } catch {
    // A browser that stores nothing forgets the cards with the page.
  }
  for (const tell of heard) tell()
}

const change = (network_number: string, values: Partial<Applying>): void => {
  const { all, closed } = now()
  const before = all.find((one) => one.network_number === network_number)
  if (before) set(all.map((one) => (one === before ? { ...one, ...values } : one)))
  else set([...all, { ...fresh, closed: closed.get(network_number), ...values, network_number }])
}

const cardOf = (network_number: string): Applying | undefined => now().all.find((one) => one.network_number === network_number)
const savingNow = (network_number: string): string | undefined => [...saves].find((one) => one.network_number === network_number)?.what

/** The networks whose newest change is followed to their members. */
export const applying = {
  /**
   * Follows the newest revision of a network. A card that was closed stays closed until there is a newer one.
   * @param folded true for a change that the user did not just make: a pill in the header covers nothing of the page
   */
  watch: (network_number: string, folded = false): void => {
    if (!cardOf(network_number)) change(network_number, { folded })
  },
  /**
   * Says from now on that a change of a network is being saved: one may have to wait for another before it is sent.
   * @param what the change in a few words, shown while the server has not answered
   */
  begin(network_number: string, what: string): Save {
    const known = cardOf(network_number) !== undefined && [...saves].every((one) => one.network_number !== network_number || one.known)
    const save = { network_number, what, known }
    saves.add(save)
    change(network_number, { saving: savingNow(network_number), conflict: undefined })
    return save
  },
  /**
   * Sends a change that was begun, and follows it from the start.
   * @throws what the save throws; the card is then as it was
   */
  async finish<T>(save: Save, work: () => Promise<T>): Promise<T> {
    const { network_number, known } = save
    try {
      const answer = await work()
      saves.delete(save)
      change(network_number, { saving: savingNow(network_number), saved: (answers += 1), folded: false })
      applying.tell(network_number)
      return answer
    } catch (error) {
      saves.delete(save)
      const saving = savingNow(network_number)
      if (known || saving !== undefined || (cardOf(network_number)?.saved ?? 0) > 0) change(network_number, { saving })
      else applying.forget(network_number)
      throw error
    }
  },
  /** Saves a change of a network at once, as `begin` and `finish` do. */
  save: <T>(network_number: string, what: string, work: () => Promise<T>): Promise<T> =>
    applying.finish(applying.begin(network_number, what), work),
  /** Returns how many saves were answered until now. */
  answers: (): number => answers,
  /** Says that a change was not saved because of someone else's. */
  clash: (network_number: string, conflict: Conflict): void => change(network_number, { conflict, folded: false }),
  settle: (network_number: string): void => {
    if (now().all.some(({ network_number: one, conflict }) => one === network_number && conflict))
      change(network_number, { conflict: undefined })
  },
  fold: (network_number: string, folded: boolean): void => change(network_number, { folded }),
  close(network_number: string, revision: number): void {
    const { all, closed } = now()
    set(
      all.filter((one) => one.network_number !== network_number),
      new Map(closed).set(network_number, revision),
    )
  },
  /** Ends a card that has nothing more to say. */
  forget: (network_number: string): void => set(now().all.filter((one) => one.network_number !== network_number)),
  /** Ends all cards, and forgets which were closed. */
  clear(): void {
    saves.clear()
    set([], new Map())
  },
  /** Reports that a network's revision or its progress changed. */
  tell(network_number: string): void {
    for (const listener of listeners.get(network_number) ?? []) listener()
  },
  /** @returns a function that stops listening */
  hear(network_number: string, listener: () => void): () => void {
    const own = listeners.get(network_number) ?? new Set()
    listeners.set(network_number, own.add(listener))
    return () => void own.delete(listener)
  },
}

const subscribe = (tell: () => void) => {
  heard.add(tell)
  return () => void heard.delete(tell)
}

/** Returns the networks that have a card, oldest first. */
export const useApplying = (): readonly Applying[] =>
  useSyncExternalStore(
    subscribe,
    () => now().all,
    () => none,
  )
