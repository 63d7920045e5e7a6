import type { Language } from '@weft/contract'
import type { SmsTemplate } from '../../../../adapters/sms/sms.ts'

/** The sender of letters, from the settings. */
export interface Sender {
  product: string
  company: string
  /** The support phone; empty where there is none. */
  phone: string
}

/** The highlighted part of a letter: a code of six digits, or a button with a link. */
export type Focus = { code: string } | { button: string; url: string }

/** A letter before its layout. Plain text throughout; the layout escapes it. */
export interface Draft {
  subject: string
  heading: string
  /** Paragraphs before and after the highlighted part. */
  before: string[]
  focus?: Focus
  after: string[]
  /** Small print: what a reader should do who did not expect the letter. */
  notice: string
  /** The text message with the same meaning, where there is one. */
  sms?: { template: SmsTemplate; parameters: [name: string, value: string][]; text: string }
}

export type Draw<L> = (letter: L, sender: Sender) => Draft
export type Texts<L> = Record<Language, Draw<L>>

/** Returns a text that a person may have typed, on one line. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

/** Returns the same in a form that no mail program turns into a link. */
export const typed = (text: string): string => oneLine(text).replace(/[.:/@]/g, '$&\u200b')
