import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { confirmDiscard } from './confirm.ts'
import { holdsUnsaved, losesUnsaved, useUnsavedPlaces } from './unsaved.ts'

/** Asks before input is lost, while there is a form on screen: the router complains of a blocker where the page itself changed the history. */
export function UnsavedHost() {
  const places = useUnsavedPlaces()
  const [asking, setAsking] = useState(false)
  // A form that closes while the question is shown does not take the answer away.
  return (places || asking) && <Asking onAsking={setAsking} />
}

/**
 * Asks 「放弃未保存的修改？」 before another address loses input, and has the browser ask before the tab closes. Used once in a router, which
 * listens to one blocker alone; the forms register by `useUnsavedGuard`.
 */
function Asking({ onAsking }: { onAsking: (asking: boolean) => void }) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => losesUnsaved(currentLocation, nextLocation))
  /** The blocker as it is when the answer comes: another Back while the question is shown changes where it leads. */
  const latest = useRef(blocker)
  useLayoutEffect(() => {
    latest.current = blocker
  }, [blocker])
  const asked = useRef(false)
  useEffect(() => {
    const ask = async () => {
      asked.current = true
      onAsking(true)
      const yes = await confirmDiscard()
      asked.current = false
      onAsking(false)
      const now = latest.current
      if (now.state !== 'blocked') return
      if (yes) now.proceed()
      else now.reset()
    }
    if (blocker.state === 'blocked' && !asked.current) void ask()
  }, [blocker, onAsking])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => holdsUnsaved() && event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])
  return null
}
