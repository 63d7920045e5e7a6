import type { KeyboardEvent } from 'react'

/** Lets Enter take what a picker shows without submitting the form around it, as a browser would do. */
export const keepsForm = (event: KeyboardEvent<HTMLElement>): void => {
  if (event.key === 'Enter') event.preventDefault()
}
