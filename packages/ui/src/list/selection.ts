import type { ReactNode } from 'react'

/** Rows that the user marked for one deed. */
export interface Selection {
  keys: string[]
  onChange: (keys: string[]) => void
  /** The deeds, beside 「已选 {n} 项」. */
  actions: ReactNode
}
