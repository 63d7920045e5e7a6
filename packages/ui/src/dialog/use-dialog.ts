import { useState } from 'react'

/** A dialog about one thing. It is mounted while it has a subject, so its form always starts fresh. */
export function useDialog<T>() {
  const [subject, setSubject] = useState<T>()
  return { subject, show: (next: T) => setSubject(() => next), close: () => setSubject(undefined) }
}
