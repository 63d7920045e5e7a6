import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { confirmDiscard } from './confirm.ts'
import { holdsUnsaved, losesUnsaved, useUnsavedPlaces } from './unsaved.ts'

/** Asks before input is lost, while there is a form on screen: the router complains of a blocker where the page itself changed the history. */
export const UnsavedHost = () => useUnsavedPlaces() && <Asking />

/**
 * Asks 「放弃未保存的修改？」 before another address loses input, and has the browser ask before the tab closes. Used once in a router, which
 * listens to one blocker alone; the forms register by `useUnsavedGuard`.
 */
function Asking() {
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
