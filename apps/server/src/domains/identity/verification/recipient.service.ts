import { type Channel, explain, type Phone, parsePhone, phoneText } from '@weft/contract'
import { isDialable } from '../../../adapters/phone/phone.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { nameKey } from '../session/session.service.ts'
import type { Recipient } from '../../foundation/delivery/delivery.service.ts'
import type { Bound } from './recovery.rules.ts'

/**
 * Checks that a phone fits its country's numbering plan.
 * @param field where the form shows what is wrong
 * @throws invalidInput
 */
export async function requirePhone(phone: Phone, field: string, { language }: Pick<Caller, 'language'>): Promise<void> {
  if (await isDialable(phone)) return
  const issue = { code: 'custom' as const, message: 'phone', path: [field], input: undefined }
  throw new Refusal('invalidInput', undefined, { errors: explain({ issues: [issue] }, language) })
}

/** Does the same for a target that the contract accepted; an e-mail needs no further check. @throws invalidInput */
export async function requireTarget(channel: Channel, target: string, field: string, caller: Pick<Caller, 'language'>): Promise<void> {
  if (channel === 'phone') await requirePhone(parsePhone(target)!, field, caller)
}

/** Returns the recipient of a target that the contract accepted. */
export const recipientOf = (channel: Channel, target: string): Recipient =>
  channel === 'phone' ? { channel, phone: parsePhone(target)! } : { channel, email: target }

/** Returns why a target cannot be bound in place of the present contact, which it is; undefined if it is another one, or none is bound. */
export function sameContact(channel: Channel, bound: string | null, target: string): 'samePhone' | 'sameEmail' | undefined {
  if (bound === null || nameKey(bound) !== nameKey(target)) return undefined
  return channel === 'phone' ? 'samePhone' : 'sameEmail'
}

/** Returns the contact of a channel as one text: `+86 13800000000`, or the e-mail. Null where none is bound. */
export const contactOf = (channel: Channel, { area_code, phone, email }: Bound): string | null =>
  channel === 'email' ? email : phone === null || area_code === null ? null : phoneText({ area_code, phone })
