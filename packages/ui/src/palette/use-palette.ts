import { type KeyboardEvent, useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { typedEarly } from './early.ts'

/** Returns the line that Enter chooses; null in a moment in which there is none. */
const marked = () => document.querySelector('.palette [role=option][aria-selected=true]')

/** Holds what is typed in a palette and which line is marked. */
export function usePalette() {
  const [typed, setTyped] = useState(typedEarly)
  const [selected, setSelected] = useState('')
  const [, update] = useReducer((count: number) => count + 1, 0)
  const field = useRef<HTMLInputElement>(null)
  /** Whether Enter was pressed while the lines of the typed text were still being searched. */
  const awaited = useRef(false)
  /** Presses Enter in the field, which chooses the marked line. */
  const choose = () => field.current?.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  return {
    typed,
    selected,
    setTyped,
    setSelected,
    field,
    /** Writes a text into the field, which takes the focus: a line that was pressed has it. */
    type(text: string) {
      setTyped(text)
      field.current?.focus()
    },
    /** Marks the first line of what was found, or suggested because nothing was. One that was found is chosen if Enter was pressed before. */
    markFirst(value: string, isFound: boolean) {
      setSelected(value)
      if (awaited.current && isFound) setTimeout(choose)
      awaited.current = false
    },
    /** Handles a key in the field. @param completes whether Tab completes a line that asks for more; one that changes something is chosen by Enter alone */
    press(event: KeyboardEvent<HTMLInputElement>, completes: boolean) {
      // cmdk adds the listener of a line in an effect, after it draws the line. An update runs the effects that are due, so Enter also chooses
      // a line that was drawn a moment ago.
      if (event.key === 'Enter') flushSync(update)
      awaited.current = event.key === 'Enter' && typed.trim() !== '' && marked() === null
      if (event.key === 'Tab' && !event.shiftKey && completes) {
        event.preventDefault()
        choose()
      }
    },
  }
}
export type PaletteState = ReturnType<typeof usePalette>
