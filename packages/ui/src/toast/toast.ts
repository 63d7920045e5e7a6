import type { ReactNode } from 'react'
import { onReset } from '../store/module-state.ts'

export type ToastKind = 'success' | 'warning' | 'error' | 'info'

export interface Toasts {
  /** Shows one toast. The same kind and key is shown once. */
  show(kind: ToastKind, content: ReactNode, key: string): void
  /** Removes errors and warnings. */
  removeProblems(): void
}

let host: Toasts | undefined
onReset(() => (host = undefined))

/** Registers the component that shows toasts: `ToastHost`. Without one a toast is dropped. */
export function connectToast(next: Toasts | undefined): void {
  host = next
}

const say = (kind: ToastKind) => (content: ReactNode, key?: string) => {
  host?.show(kind, content, `${kind}:${key ?? (typeof content === 'string' ? content : '')}`)
}

/** Shows short sentences at the top: 5 s, three at most, identical ones once. Usable outside of React. */
export const toast = {
  success: say('success'),
  warning: say('warning'),
  error: say('error'),
  info: say('info'),
  /** Removes what the user's former try was told, when the next one begins. */
  removeProblems: () => host?.removeProblems(),
}
