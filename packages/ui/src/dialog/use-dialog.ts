import { useEffect, useRef, useState } from 'react'

/**
 * A dialog about one thing. It is mounted while it has a subject, so its form always starts fresh; once it is gone, the
 * keyboard goes on where it was opened, or from the page's heading where that is gone as well.
 */
export function useDialog<T>() {
  const [subject, setSubject] = useState<T>()
  const opener = useRef<Element>(undefined)
  useEffect(() => {
    const from = opener.current
    if (subject !== undefined || from === undefined) return
    opener.current = undefined
    if (document.activeElement !== document.body) return
    // A field that was taken away while it had the focus leaves the focus on the body, which cannot take it back.
    const next = from.isConnected && from !== document.body ? from : document.querySelector('h1')
    if (next instanceof HTMLElement) next.focus({ preventScroll: true })
  }, [subject])
  return {
    subject,
    show: (next: T) => {
      opener.current = document.activeElement ?? undefined
      setSubject(() => next)
    },
    close: () => setSubject(undefined),
  }
}
