import { type ComponentType, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Early } from './early.ts'

const LET_GO_MS = 50

const opened = new EventTarget()

/** Opens the command palette from anywhere. */
export function openPalette(): void {
  opened.dispatchEvent(new Event('open'))
}

/** Holds the palette of an app and its shortcut. @param Palette is rendered from its first use on, so that its code can be loaded then */
export function PaletteHost({ Palette }: { Palette: ComponentType<{ open: boolean; onOpenChange: (open: boolean) => void }> }) {
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const opener = useRef<Element>(null)
  useEffect(() => {
    if (open) {
      opener.current = document.activeElement
      return
    }
    const { current } = opener
    opener.current = null
    if (!(current instanceof HTMLElement)) return
    // The focus is lost when the palette closes. If no page took it, it returns to the element that had it before.
    const timer = setTimeout(() => document.activeElement === document.body && current.focus({ preventScroll: true }), LET_GO_MS)
    return () => clearTimeout(timer)
  }, [open])
  // A layout effect, because it runs before the browser paints: a key that is pressed as soon as the page is visible is heard.
  useLayoutEffect(() => {
    const show = () => {
      setWanted(true)
      setOpen(true)
    }
    const key = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      setWanted(true)
      setOpen((before) => !before)
    }
    opened.addEventListener('open', show)
    window.addEventListener('keydown', key)
    return () => {
      opened.removeEventListener('open', show)
      window.removeEventListener('keydown', key)
    }
  }, [])
  if (!wanted) return null
  return (
    <Suspense fallback={open ? <Early /> : null}>
      <Palette open={open} onOpenChange={setOpen} />
    </Suspense>
  )
}
