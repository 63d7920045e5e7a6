import { useLayoutEffect, useRef } from 'react'

const typesIn = (element: Element | null): boolean =>
  element instanceof HTMLElement && (element.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName))

/** Undoes with Ctrl+Z or ⌘Z while no field has the focus. @param undo undefined while there is nothing to undo */
export function useUndoKey(undo: (() => void) | undefined): void {
  const last = useRef(undo)
  // Layout effects, because they run before the browser paints: a key that is pressed as soon as the card is visible is heard.
  useLayoutEffect(() => {
    last.current = undo
  })
  const offered = undo !== undefined
  useLayoutEffect(() => {
    if (!offered) return undefined
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      // Of several cards the first to hear it undoes.
      if (event.defaultPrevented || typesIn(document.activeElement)) return
      event.preventDefault()
      last.current?.()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [offered])
}
