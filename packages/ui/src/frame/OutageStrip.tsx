import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { outage, pause } from '../api/outage.ts'
import { useText } from '../i18n/use-text.ts'
import * as text from './frame.text.ts'

/** Seconds between checks whether the server has its database again. */
const LOOK_EVERY = 3

/** Shows that the database is away while it lasts; then repeats the reads that failed. */
export function OutageStrip() {
  const t = useText(text)
  const queries = useQueryClient()
  const out = outage.use()
  useEffect(() => {
    if (!out) return
    const leaving = new AbortController()
    void lookUntilBack(leaving.signal)
    return () => {
      leaving.abort()
      void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
    }
  }, [out, queries])
  return <div role="status">{out && <div className="frame-strip">{t.outage}</div>}</div>
}

/** Polls until the database is back. A page that makes no calls would otherwise never notice. */
async function lookUntilBack(signal: AbortSignal): Promise<void> {
  while (outage.now()) {
    try {
      await pause(LOOK_EVERY, signal)
      if ((await fetch('/readyz', { cache: 'no-store', signal })).ok) outage.heard()
    } catch {
      // The network may be gone as well; after the component has gone, the check ends.
      if (signal.aborted) return
    }
  }
}
