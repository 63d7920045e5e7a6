import { useSyncExternalStore } from 'react'
import { onReset } from '@weft/ui/store/module-state.ts'

/** The open request for identity verification, if any. */
let open: PromiseWithResolvers<boolean> | undefined
const listeners = new Set<() => void>()
onReset(() => (open = undefined))
const tell = () => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Asks the signed-in user for identity verification, in a dialog. Calls that ask while it is open wait for the same answer.
 * @returns false if the user closes it or if no page can show it
 */
export function askForProof(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false)
  if (!open) {
    open = Promise.withResolvers()
    tell()
  }
  return open.promise
}

/** Answers every call that waits for the proof. */
export function answerProof(proved: boolean): void {
  const answered = open
  open = undefined
  tell()
  answered?.resolve(proved)
}

/** Returns whether identity verification is being asked for. */
export const useProofAsked = (): boolean => useSyncExternalStore(subscribe, () => open !== undefined)
