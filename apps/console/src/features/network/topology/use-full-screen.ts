import { type RefObject, useEffect, useRef, useState } from 'react'

/** Returns the page's elements around a part, without its ancestors. Dialogs and toasts are outside the page and not included. */
function surroundings(part: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = []
  for (let at = part; at.parentElement && at.parentElement !== document.body; at = at.parentElement)
    for (const beside of at.parentElement.children) if (beside !== at && beside instanceof HTMLElement && !beside.inert) found.push(beside)
  return found
}

/**
 * Lets a part of the page fill the screen. The part covers the page, and the whole page becomes full-screen if the browser
 * supports it, so that dialogs and toasts are still shown above the part.
 */
export function useFullScreen(part: RefObject<HTMLElement | null>) {
  const [full, setFull] = useState(false)
  const hidden = useRef<HTMLElement[]>([])
  useEffect(() => {
    if (!full || !part.current) return
    hidden.current = surroundings(part.current)
    for (const one of hidden.current) one.inert = true
    const left = () => !document.fullscreenElement && setFull(false)
    document.addEventListener('fullscreenchange', left)
    return () => {
      document.removeEventListener('fullscreenchange', left)
      for (const one of hidden.current) one.inert = false
      if (document.fullscreenElement) void document.exitFullscreen()
    }
  }, [full, part])
  return {
    full,
    toggle: () => {
      setFull(!full)
      // If the browser does not allow it, the part fills the window.
      if (!full) document.documentElement.requestFullscreen?.().catch(() => {})
    },
  }
}
