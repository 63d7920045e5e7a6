import { useSyncExternalStore } from 'react'

const listen = (tell: () => void) => {
  document.addEventListener('visibilitychange', tell)
  return () => document.removeEventListener('visibilitychange', tell)
}

/** Returns whether the browser shows this tab. */
export const useVisible = (): boolean => useSyncExternalStore(listen, () => document.visibilityState === 'visible')
