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
  const latest = useRef({ open, state })
  useLayoutEffect(() => {
    latest.current = { open, state }
  })
  /** True from a step back until its page is shown, and once this page is gone: another step would leave the page that is shown then. */
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [key])
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
      if (left.current || !latest.current.open) return
      if (!latest.current.state?.opened) return change(how, { replace: true })
      left.current = true
      void navigate(-1)
    },
  }
}
