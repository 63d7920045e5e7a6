import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import * as text from './frame.text.ts'

const BACK_MS = 3000

/** Shows that the network is gone, and for 3 s that it is back. What is on screen is then read again, if it failed or is out of date. */
export function OfflineStrip() {
  const t = useText(text)
  const queries = useQueryClient()
  const [state, setState] = useState<'online' | 'offline' | 'back'>(navigator.onLine ? 'online' : 'offline')
  useEffect(() => {
    const gone = () => setState('offline')
    const back = () => {
      setState('back')
      void queries.refetchQueries({ type: 'active', predicate: (query) => query.state.status === 'error' || query.isStale() })
    }
    window.addEventListener('offline', gone)
    window.addEventListener('online', back)
    return () => {
      window.removeEventListener('offline', gone)
      window.removeEventListener('online', back)
    }
  }, [queries])
  useEffect(() => {
    if (state !== 'back') return
    const timer = setTimeout(() => setState('online'), BACK_MS)
    return () => clearTimeout(timer)
  }, [state])
  return (
    <div role="status">
      {state !== 'online' && <div className={`frame-strip frame-strip-${state}`}>{state === 'offline' ? t.offline : t.online}</div>}
    </div>
  )
}
