import { useEffect, useRef, useState } from 'react'

/**
 * Controls a dialog about one thing. The dialog is mounted while it has a subject, so its form always starts fresh. After it closes,
 * the focus returns to where it was opened, or to the page's heading if that element is gone.
 */
export function useDialog<T>() {
  const [subject, setSubject] = useState<T>()
  const opener = useRef<Element>(undefined)
  useEffect(() => {
    const from = opener.current
    if (subject !== undefined || from === undefined) return
    opener.current = undefined
    if (document.activeElement !== document.body) return
    // A field that was removed while it had the focus leaves the focus on the body, which cannot take it back.
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
