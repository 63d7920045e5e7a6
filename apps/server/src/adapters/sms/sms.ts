import type { Phone } from '@weft/contract'

/** Purposes of text messages: each has a template that the provider approved. */
export const smsTemplates = ['code', 'changed'] as const
export type SmsTemplate = (typeof smsTemplates)[number]

/** A text message to send. */
export interface TextMessage {
  /** The same at every try. */
  id: string
  phone: Phone
  template: SmsTemplate
  /** The values of the provider's template, by name and in order. */
  parameters: readonly (readonly [name: string, value: string])[]
  /** The text that the approved template produces, for the outbox. */
  text: string
}

export interface Texter {
  /** Returns whether there is a template for this phone's region. */
  reaches(phone: Phone, template: SmsTemplate): boolean
  /** @throws SendFailure */
  send(message: TextMessage): Promise<void>
}
