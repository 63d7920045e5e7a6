import type { ReactNode } from 'react'

export type ToastKind = 'success' | 'warning' | 'error' | 'info'

/** Shows one toast. The same kind and key is shown once. */
export type ShowToast = (kind: ToastKind, content: ReactNode, key: string) => void

let show: ShowToast | undefined

/** Registers the component that shows toasts: `ToastHost`. Without one a toast is dropped. */
export function connectToast(next: ShowToast | undefined): void {
  show = next
}

const say = (kind: ToastKind) => (content: ReactNode, key?: string) => {
  show?.(kind, content, `${kind}:${key ?? (typeof content === 'string' ? content : '')}`)
}

/** Shows short sentences at the top: 5 s, three at most, identical ones once. Usable outside of React. */
export const toast = { success: say('success'), warning: say('warning'), error: say('error'), info: say('info') }
