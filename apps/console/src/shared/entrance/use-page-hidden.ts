import { useSyncExternalStore } from 'react'

const subscribe = (changed: () => void) => {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

/** Returns whether nobody can see the page, because its tab is behind another one. */
export const usePageHidden = (): boolean => useSyncExternalStore(subscribe, () => document.visibilityState === 'hidden')
