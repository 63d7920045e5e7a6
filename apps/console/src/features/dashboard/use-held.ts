import { type FocusEvent, useState } from 'react'

/**
 * Holds what is shown while the pointer or the keyboard's focus is on it, so that nothing moves under either. What came meanwhile is shown
 * as soon as both are gone, or when `release` is called.
 */
export function useHeld<T>(newest: T | undefined) {
  const [held, setHeld] = useState<{ value: T } | undefined>()
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const hold = () => newest !== undefined && setHeld((before) => before ?? { value: newest })
  const release = () => setHeld(undefined)
  return {
    shown: held ? held.value : newest,
    /** Whether something newer is held back. */
    waiting: held !== undefined && held.value !== newest,
    release,
    handlers: {
      onPointerEnter: () => {
        setPointed(true)
        hold()
      },
      onPointerLeave: () => {
        setPointed(false)
        if (!focused) release()
      },
      onFocus: ({ target }: FocusEvent) => {
        if (!target.matches(':focus-visible')) return
        setFocused(true)
        hold()
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (currentTarget.contains(relatedTarget)) return
        setFocused(false)
        if (!pointed) release()
      },
    },
  }
}
