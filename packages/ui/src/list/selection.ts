import type { ReactNode } from 'react'

/** Rows that the user selected for one action. */
export interface Selection {
  /** Keys on this page and on others; a caller that wants only the rows on screen filters them. */
  keys: string[]
  onChange: (keys: string[]) => void
  /** Returns the label of a row's checkbox: its name. */
  labelOf: (key: string) => string
  /** Returns whether the action makes sense for a row; left out if it does for all. The others have no checkbox that can be pressed. */
  isSelectable?: (key: string) => boolean
  /** The actions, next to 「已选 {n} 项」. */
  actions?: ReactNode
}
