import { session } from '../../shared/session/session.ts'

/** Milliseconds before the access token expires at which it is refreshed, so that no request has to wait for that. */
const AHEAD_MS = 60_000
const LOOK_MS = 15_000

/**
 * Refreshes the token ahead of time while the user works in this tab. Without input the token may expire:
 * a later request refreshes it by itself.
 * @returns a function that stops it
 */
export function keepFresh(now: () => number = Date.now): () => void {
  let lastAction = now()
  const action = () => {
    lastAction = now()
  }
  let refreshedFor = ''
  const look = () => {
    const current = session.get()
    if (!current || current.link || document.visibilityState !== 'visible') return
    const soon = current.token_expires - now() < AHEAD_MS
    const working = now() - lastAction < AHEAD_MS * 5
    if (!soon || !working || refreshedFor === current.token) return
    refreshedFor = current.token
    session.refresh().catch(() => {
      refreshedFor = ''
    })
  }
  const timer = setInterval(look, LOOK_MS)
  for (const event of ['pointerdown', 'keydown'] as const) window.addEventListener(event, action, { passive: true })
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(timer)
    for (const event of ['pointerdown', 'keydown'] as const) window.removeEventListener(event, action)
    document.removeEventListener('visibilitychange', look)
  }
}
