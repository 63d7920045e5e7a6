import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { confirmDiscard } from './confirm.ts'
import { holdsUnsaved, losesUnsaved } from './unsaved.ts'

/**
 * Asks 「放弃未保存的修改？」 before another address loses input, and has the browser ask before the tab closes. Used once in a router, which
 * listens to one blocker alone; the forms register by `useUnsavedGuard`.
 */
export function UnsavedHost() {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => losesUnsaved(currentLocation, nextLocation))
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirmDiscard().then((yes) => (yes ? blocker.proceed() : blocker.reset()))
  }, [blocker])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => holdsUnsaved() && event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])
  return null
}
