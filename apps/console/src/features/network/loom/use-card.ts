import { useCallback, useEffect, useRef, useState } from 'react'

const OPEN_MILLISECONDS = 120
const CLOSE_MILLISECONDS = 200

/** A card that is open at a cell of the loom. */
export interface OpenCard {
  site: string
  /** Number of the thread's column; undefined for the site itself. */
  column: number | undefined
  /** Where its cell is on screen. */
  place: DOMRect
  /** True if it was opened on purpose: it stays until it is closed, and takes the focus. */
  pinned: boolean
}

/** Opens a card while the pointer rests on a cell, or until it is closed. */
export function useCard() {
  const [card, setCard] = useState<OpenCard | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const later = useCallback((milliseconds: number, work: () => void) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(work, milliseconds)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    card,
    pin: (opened: Omit<OpenCard, 'pinned'>) => {
      clearTimeout(timer.current)
      setCard({ ...opened, pinned: true })
    },
    /** Opens a card after a moment, unless one is pinned. */
    rest: (opened: Omit<OpenCard, 'pinned'>) =>
      later(OPEN_MILLISECONDS, () => setCard((now) => (now?.pinned ? now : { ...opened, pinned: false }))),
    /** Closes a card that is not pinned after a moment in which the pointer can reach it. */
    leave: () => later(CLOSE_MILLISECONDS, () => setCard((now) => (now?.pinned ? now : null))),
    /** Keeps the card open, since the pointer is on it. */
    stay: () => clearTimeout(timer.current),
    close: () => {
      clearTimeout(timer.current)
      setCard(null)
    },
  }
}
