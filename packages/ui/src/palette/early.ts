import { useEffect } from 'react'
import { onReset } from '../store/module-state.ts'

let typed = ''
onReset(() => (typed = ''))

/** Returns what was typed while the code of the palette was loaded. */
export const typedEarly = (): string => typed

/** Keeps what is typed from the opening of the palette until its field is there. Renders nothing. */
export function Early(): null {
  useEffect(() => {
    typed = ''
    const key = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Backspace') typed = [...typed].slice(0, -1).join('')
      else if ([...event.key].length === 1) typed += event.key
      else return
      event.preventDefault()
    }
    // Before the page, whose shortcuts are single letters.
    const listening = { capture: true }
    window.addEventListener('keydown', key, listening)
    return () => window.removeEventListener('keydown', key, listening)
  }, [])
  return null
}
