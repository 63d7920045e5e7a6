import { useEffect, useRef, useState } from 'react'

/**
 * A dialog about one thing. It is mounted while it has a subject, so its form always starts fresh; once it is gone, the
 * keyboard goes on where it was opened.
 */
export function useDialog<T>() {
  const [subject, setSubject] = useState<T>()
  const opener = useRef<Element>(null)
  useEffect(() => {
    if (subject !== undefined || !(opener.current instanceof HTMLElement)) return
    if (document.activeElement === document.body) opener.current.focus({ preventScroll: true })
    opener.current = null
  }, [subject])
  return {
    subject,
    show: (next: T) => {
      opener.current = document.activeElement
      setSubject(() => next)
    },
    close: () => setSubject(undefined),
  }
}
