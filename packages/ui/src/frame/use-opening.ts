import { useEffect, useLayoutEffect, useRef } from 'react'
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
  /** What is so now: a dialog may be closed by Back before it has saved, and closes then once more. */
  const latest = useRef({ open, state, key })
  useLayoutEffect(() => {
    latest.current = { open, state, key }
  })
  /** The place that was left by a step back, until another one is shown: a second step would leave that one too. */
  const left = useRef<string | undefined>(undefined)
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])
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
      if (gone.current || left.current === latest.current.key || !latest.current.open) return
      if (!latest.current.state?.opened) return change(how, { replace: true })
      left.current = latest.current.key
      void navigate(-1)
    },
  }
}
