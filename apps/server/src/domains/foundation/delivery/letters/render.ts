import type { Language } from '@weft/contract'
import type { SmsTemplate } from '../../../../adapters/sms/sms.ts'
import { alert, type Alert } from './alert.ts'
import { changed, type Changed } from './changed.ts'
import { code } from './code.ts'
import { html, plainText } from './layout.ts'
import type { Draft, Sender } from './letter.ts'
import { ticket_answered, type TicketAnswered } from './ticket-answered.ts'
import { validate_contact } from './validate-contact.ts'

export type { Sender } from './letter.ts'

/** A letter or text message: its template with the values that it needs. */
export type Letter =
  /** Six digits that prove that the reader owns the address or phone. */
  | { template: 'code'; code: string }
  /** Notifies the contacts of a login that its password, phone or e-mail was changed. `what` is a word of both languages' templates. */
  | ({ template: 'changed' } & Changed)
  /** A link that verifies the address of a monitoring contact. */
  | { template: 'validate_contact'; url: string }
  /** Reports an event of something that an account monitors. */
  | ({ template: 'alert' } & Alert)
  /** Notifies the person who opened a ticket of an answer. */
  | ({ template: 'ticket_answered' } & TicketAnswered)

/** The text message of each letter; undefined where the letter goes by mail alone. */
export const smsTemplateOf: Record<Letter['template'], SmsTemplate | undefined> = {
  code: 'code',
  changed: 'changed',
  validate_contact: undefined,
  alert: undefined,
  ticket_answered: undefined,
}

function draw(letter: Letter, sender: Sender, language: Language): Draft {
  switch (letter.template) {
    case 'code':
      return code[language](letter, sender)
    case 'changed':
      return changed[language](letter, sender)
    case 'validate_contact':
      return validate_contact[language](letter, sender)
    case 'alert':
      return alert[language](letter, sender)
    case 'ticket_answered':
      return ticket_answered[language](letter, sender)
  }
}

/** Returns a letter as a mail in both forms, and as a text message where it has one. */
export function render(letter: Letter, sender: Sender, language: Language) {
  const draft = draw(letter, sender, language)
  return {
    subject: draft.subject,
    text: plainText(draft, sender, language),
    html: html(draft, sender, language),
    sms: draft.sms,
  }
}
