import type { Step } from '../actions.tsx'

/** The props of a second step: the chosen action, the text typed since, and the callbacks that end it. */
export interface StepProps<S = Step> {
  step: S
  /** The text typed after the token, trimmed. */
  typed: string
  /** Closes the palette. */
  onDone: () => void
  onVisit: (to: string) => void
  /** Puts a text into the field in place of the typed one. */
  onType: (text: string) => void
  /** Called with the line that Enter is to choose. */
  onFirst: (value: string) => void
}
