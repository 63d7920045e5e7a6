import { useEffect, useLayoutEffect, useRef } from 'react'

const typesIn = (element: Element | null): boolean =>
  element instanceof HTMLElement && (element.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName))
/** A dialog, a menu or a list of choices that is open takes the keys itself. */
const isCovered = () =>
  document.querySelector(
    '.ant-modal-wrap:not([style*="display: none"]), .ant-dropdown:not(.ant-dropdown-hidden), .ant-image-preview:not([style*="display: none"])',
  ) !== null

export type PageKeys = Readonly<Record<string, (() => void) | undefined>>

/**
 * Hears the keys of a page while no field has the focus. A key is named as the browser names it, a capital letter with Shift, and `^z` with
 * Control or ⌘. Several parts of a page may hear; the first that knows a key takes it.
 */
export function useKeys(keys: PageKeys): void {
  const latest = useRef(keys)
  // Layout effects, because they run before the browser paints: a key that is pressed as soon as the page is visible is heard.
  useLayoutEffect(() => {
    latest.current = keys
  })
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.repeat || typesIn(document.activeElement) || isCovered()) return
      const name = event.ctrlKey || event.metaKey ? `^${event.key.toLowerCase()}` : event.key
      const act = latest.current[name]
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

const PREFIX_MS = 3000

/** Returns a function that makes the next key count as the second of two, for some seconds. @param second what that key does */
export function usePrefixKey(second: (key: string) => void): () => void {
  const armed = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(second)
  useLayoutEffect(() => {
    latest.current = second
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (armed.current === undefined || event.defaultPrevented) return
      clearTimeout(armed.current)
      armed.current = undefined
      if (!typesIn(document.activeElement)) latest.current(event.key)
    }
    // Before the keys of the page.
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [])
  return () => {
    clearTimeout(armed.current)
    armed.current = setTimeout(() => (armed.current = undefined), PREFIX_MS)
  }
}
