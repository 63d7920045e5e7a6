import { useEffect } from 'react'

/** Keys that choose, move or close while an input method composes a text, and would do the same to the page. */
const KEYS = new Set(['Enter', 'Escape', 'Tab', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'])
/** The code of a key that an input method took. Safari ends a composition before its last key, and marks that key by this code alone. */
const TAKEN = 229

function keepFromPage(event: KeyboardEvent): void {
  // oxlint-disable-next-line eslint/no-restricted-properties -- the one place that asks
  if (KEYS.has(event.key) && (event.isComposing || event.keyCode === TAKEN)) event.stopPropagation()
}

/** Lets no part of the page see the keys of an input method, so that the Enter that ends a composition never acts. */
export function useCompositionKeys(): void {
  useEffect(() => {
    window.addEventListener('keydown', keepFromPage, true)
    return () => window.removeEventListener('keydown', keepFromPage, true)
  }, [])
}
