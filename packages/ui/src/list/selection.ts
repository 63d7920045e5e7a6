import type { ReactNode } from 'react'

/** Rows that the user marked for one action. */
export interface Selection {
  /** Of this page and of others: who wants to forget what left the screen filters them. */
  keys: string[]
  onChange: (keys: string[]) => void
  /** What a row's box is called: its name. */
  labelOf: (key: string) => string
  /** The actions, beside 「已选 {n} 项」. */
  actions?: ReactNode
}
