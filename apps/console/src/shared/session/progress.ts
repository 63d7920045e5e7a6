import type { AccountEvent } from '@weft/contract'
import { onReset } from '@weft/ui/store/module-state.ts'

type Progress = Extract<AccountEvent, { type: 'progress' }>

const listeners = new Map<string, (progress: Progress) => void>()
onReset(() => listeners.clear())

/** Progress of the exports that this browser started, by the id that it gave them. */
export const progress = {
  tell: (event: Progress): void => listeners.get(event.id)?.(event),
  /** @returns a function that stops listening */
  hear(id: string, listener: (progress: Progress) => void): () => void {
    listeners.set(id, listener)
    return () => void listeners.delete(id)
  },
}
