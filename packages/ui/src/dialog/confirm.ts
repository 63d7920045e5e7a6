import type { ReactNode } from 'react'
import { textNow } from '../i18n/use-text.ts'
import * as text from './dialog.text.ts'

/** An L2 question (docs/design/screens.md §0.8): what, with which consequence, and the verb that does it. */
export interface Question {
  title: string
  body?: ReactNode
  action: string
  cancel?: string
  danger?: boolean
}

export interface Asked extends Question {
  answer: (yes: boolean) => void
}

let show: ((asked: Asked) => void) | undefined

/** Names who draws questions; `ConfirmHost` does. */
export function connectConfirm(next: typeof show): void {
  show = next
}

/** Asks before something that affects devices or other people. False when cancelled, or when nothing draws questions. */
export function confirm(question: Question): Promise<boolean> {
  const drawn = show
  return drawn ? new Promise((answer) => drawn({ ...question, answer })) : Promise.resolve(false)
}

/** Asks whether changed data may be thrown away. */
export function confirmDiscard(): Promise<boolean> {
  const { discardTitle, discardBody, discard, stay } = textNow(text)
  return confirm({ title: discardTitle, body: discardBody, action: discard, cancel: stay, danger: true })
}
