import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

/** In the state of a place in the history: it was added when something was opened on the page of the place before. */
const OPENED = { opened: true }

/**
 * Opens and closes what the address names as open on a page: a message, a panel. Opening adds a place to the history, so that Back closes
 * it. What is opened while something is open takes its place. Closing goes back, unless a link led here.
 * @param open whether something is open
 */
export function useOpening(open: boolean) {
  const navigate = useNavigate()
  const [, setParams] = useSearchParams()
  const { state, key } = useLocation() as { state: typeof OPENED | null; key: string }
  /** What is so now: a dialog that Back closed while it was saving closes once more, on a page where nothing is open any more. */
  const latest = useRef({ open, state, key })
  /** The place that a step back is leaving, until the one before is shown: a second step would leave the page. */
  const leaving = useRef<string>(undefined)
  useLayoutEffect(() => {
    latest.current = { open, state, key }
    if (leaving.current !== key) leaving.current = undefined
    return () => {
      latest.current = { open: false, state, key }
    }
  })
  const change = (how: (params: URLSearchParams) => void, options: { replace: boolean; state?: unknown }) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        how(next)
        return next
      },
      { ...options, preventScrollReset: true },
    )
  return {
    /** @param how names in the address what is opened */
    open: (how: (params: URLSearchParams) => void) => change(how, open ? { replace: true, state } : { replace: false, state: OPENED }),
    /** @param how takes the name out of the address */
    close: (how: (params: URLSearchParams) => void) => {
      const now = latest.current
      if (!now.open || leaving.current === now.key) return
      if (!now.state?.opened) return change(how, { replace: true })
      leaving.current = now.key
      void navigate(-1)
    },
  }
}
