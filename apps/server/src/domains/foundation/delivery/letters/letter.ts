import type { Language } from '@weft/contract'
import type { SmsTemplate } from '../../../../adapters/sms/sms.ts'

/** Who writes: from the settings. */
export interface Sender {
  product: string
  company: string
  /** The support phone; empty where there is none. */
  phone: string
}

/** What stands out of a letter: six digits, or where to go. */
export type Focus = { code: string } | { button: string; url: string }

/** A letter before its layout. Plain text throughout; the layout escapes it. */
export interface Draft {
  subject: string
  heading: string
  /** Paragraphs before and after what stands out. */
  before: string[]
  focus?: Focus
  after: string[]
  /** Small print: what to do who did not expect it. */
  notice: string
  /** The text message of the same meaning, where there is one. */
  sms?: { template: SmsTemplate; parameters: [name: string, value: string][]; text: string }
}

export type Draw<L> = (letter: L, sender: Sender) => Draft
export type Texts<L> = Record<Language, Draw<L>>

/** Whatever a person may have typed, on one line. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

/** The same in a form that no mail program makes a link of. */
export const typed = (text: string): string => oneLine(text).replace(/[.:/@]/g, '$&\u200b')
