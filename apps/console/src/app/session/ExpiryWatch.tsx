import { textNow } from '@weft/ui'
import { lazy, Suspense, useEffect, useState } from 'react'
import { endSession } from '../../shared/session/leave.ts'
import { session } from '../../shared/session/session.ts'
import * as text from '../app.text.ts'

const ExpiryDialog = lazy(async () => ({ default: (await import('./ExpiryDialog.tsx')).ExpiryDialog }))

const ANNOUNCE_MS = 120_000

/** Returns the whole seconds until the session's forced end, once they are 120 or fewer. */
function useSecondsLeft(): number | undefined {
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    const look = () => {
      const current = session.get()
      const ms = current ? current.session_expires - Date.now() : Infinity
      if (ms <= 0) endSession(textNow(text).expired)
      setLeft(ms <= ANNOUNCE_MS ? Math.max(0, Math.ceil(ms / 1000)) : undefined)
    }
    look()
    const timer = setInterval(look, 1000)
    return () => clearInterval(timer)
  }, [])
  return left
}

/** Announces the forced end of the session two minutes ahead, and ends it. */
export function ExpiryWatch() {
  const left = useSecondsLeft()
  const [putOff, setPutOff] = useState(false)
  if (left === undefined || putOff) return null
  return (
    <Suspense>
      <ExpiryDialog left={left} onPutOff={() => setPutOff(true)} />
    </Suspense>
  )
}
