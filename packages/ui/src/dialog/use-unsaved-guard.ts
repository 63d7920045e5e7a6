import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { confirmDiscard } from './confirm.ts'

/**
 * Guards changed data: leaving the page asks 「放弃未保存的修改？」, closing the tab shows the browser's own question.
 * Needs a data router.
 * @returns `leave` runs an intended navigation (after saving) without asking; `close` wraps the closing of a dialog
 */
export function useUnsavedGuard(changed: boolean): { leave: (go: () => void) => void; close: (onClose: () => void) => Promise<void> } {
  const free = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => changed && !free.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirmDiscard().then((yes) => (yes ? blocker.proceed() : blocker.reset()))
  }, [blocker])
  useEffect(() => {
    if (!changed) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [changed])
  return {
    leave: (go) => {
      free.current = true
      go()
    },
    close: async (onClose) => {
      if (!changed || (await confirmDiscard())) onClose()
    },
  }
}
