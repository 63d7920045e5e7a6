import type { Step } from '../actions.tsx'

/** What a second step gets: what was chosen first, what was typed since, and how it ends. */
export interface StepProps<S = Step> {
  step: S
  /** The text typed after the token, trimmed. */
  typed: string
  /** Closes the palette. */
  onDone: () => void
  onVisit: (to: string) => void
  /** Called with the line that Enter is to choose. */
  onFirst: (value: string) => void
}
