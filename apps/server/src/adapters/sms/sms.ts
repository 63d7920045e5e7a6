import type { Phone } from '@weft/contract'

/** What text messages are for: each has a template that the provider approved. */
export const smsTemplates = ['code', 'changed'] as const
export type SmsTemplate = (typeof smsTemplates)[number]

/** A text message as it leaves. */
export interface TextMessage {
  /** The same at every try. */
  id: string
  phone: Phone
  template: SmsTemplate
  /** The values of the provider's template, by name and in order. */
  parameters: readonly (readonly [name: string, value: string])[]
  /** What the approved template makes of it, for the outbox. */
  text: string
}

export interface Texter {
  /** Whether there is a template for this phone's region. */
  reaches(phone: Phone, template: SmsTemplate): boolean
  /** @throws SendFailure */
  send(message: TextMessage): Promise<void>
}
