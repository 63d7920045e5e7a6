import { type RefObject, useEffect, useRef, useState } from 'react'

/** Everything but a part and what contains it, as far as the page goes: dialogs and toasts stand beside the page. */
function surroundings(part: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = []
  for (let at = part; at.parentElement && at.parentElement !== document.body; at = at.parentElement)
    for (const beside of at.parentElement.children) if (beside !== at && beside instanceof HTMLElement && !beside.inert) found.push(beside)
  return found
}

/**
 * A part of the page that fills the screen. It is laid over the page, and the page made full-screen where the browser can, so that
 * dialogs and toasts still show above it.
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
      // Where it is not allowed, the part fills the window.
      if (!full) document.documentElement.requestFullscreen?.().catch(() => {})
    },
  }
}
