import type { ReactNode } from 'react'
import { textNow } from '../i18n/use-text.ts'
import * as text from './dialog.text.ts'
import { onReset } from '../store/module-state.ts'

/** An L2 question (docs/design/screens.md §0.8): its subject, its consequence, and the verb for the action. */
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
onReset(() => (show = undefined))

/** Registers the component that shows questions: `ConfirmHost`. */
export function connectConfirm(next: typeof show): void {
  show = next
}

/** Asks before an action that affects devices or other people. False when cancelled, or when no component shows questions. */
export function confirm(question: Question): Promise<boolean> {
  const drawn = show
  return drawn ? new Promise((answer) => drawn({ ...question, answer })) : Promise.resolve(false)
}

/** Asks whether changed data may be discarded. */
export function confirmDiscard(): Promise<boolean> {
  const { discardTitle, discardBody, discard, stay } = textNow(text)
  return confirm({ title: discardTitle, body: discardBody, action: discard, cancel: stay, danger: true })
}
