import { lazy, Suspense, useEffect, useState } from 'react'

const Palette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }))

const opened = new EventTarget()

/** Opens the command palette from anywhere. */
export function openPalette(): void {
  opened.dispatchEvent(new Event('open'))
}

/** Holds the palette and its shortcut; its code comes with the first use. */
export function PaletteHost() {
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
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
    <Suspense>
      <Palette open={open} onOpenChange={setOpen} />
    </Suspense>
  )
}
