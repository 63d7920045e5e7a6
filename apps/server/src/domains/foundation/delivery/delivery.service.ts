import { randomUUID } from 'node:crypto'
import { type Channel, channelNames, CODE_SECONDS, type DeliveryReason, deliveryReasonText, type Language, phoneText } from '@weft/contract'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import { after } from '../../../kernel/clock.ts'
import { maskEmail, maskPhone } from '../../../kernel/mask.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import * as queries from './delivery.queries.ts'
import type { Letter } from './letters/render.ts'
import { createSending, type DeliveryDependencies, LEASE_SECONDS, type Recipient, type Sealed } from './sending.service.ts'

export type { Letter } from './letters/render.ts'
export type { Recipient } from './sending.service.ts'
export { DELIVER } from './delivery.queries.ts'

export interface Outgoing {
  to: Recipient
  letter: Letter
  language: Language
  /** Whose it is; null while there is no account. */
  account_id: number | null
  /** After this it is worthless and no longer tried. */
  expire_time?: Date
  /** The alert that it tells. */
  alert_id?: string
}

export type DeliveryService = ReturnType<typeof createDeliveryService>

/** Overdue deliveries put back into the queue at once. */
const MOST_OVERDUE = 500
/** Days that a delivery is remembered. */
const KEPT_DAYS = 30
const DAY_SECONDS = 86_400

/** Letters and text messages: queued in the transaction that made them necessary, sent by the jobs, at least once. */
export function createDeliveryService(dependencies: DeliveryDependencies) {
  const { db, keys, clock, mailer, texter } = dependencies
  const sending = createSending(dependencies)
  return {
    /** Whether this installation can send by a channel at all. */
    can: (channel: Channel): boolean => (channel === 'email' ? mailer : texter) !== undefined,

    /**
     * Queues it and answers its receipt at once, whatever the provider does meanwhile.
     * @throws channelUnavailable where this installation cannot send by the channel
     */
    async queue(db: AccountDb | SystemDb, { to, letter, language, account_id, expire_time, alert_id }: Outgoing): Promise<string> {
      if (!sending.reaches(to, letter.template))
        throw new Refusal('channelUnavailable', { channel: channelNames[to.channel === 'phone' ? 'phone' : 'email'][language] })
      const [delivery_id, now] = [randomUUID(), clock.now()]
      await queries.insertDelivery(db, {
        delivery_id,
        account_id,
        channel: wireChannels[to.channel],
        template: letter.template,
        language,
        sealed: keys.seal(JSON.stringify({ to, letter } satisfies Sealed)),
        masked_target: maskedTarget(to),
        next_time: now,
        expire_time: expire_time ?? null,
        create_time: now,
        alert_id: alert_id ?? null,
      })
      await queries.enqueue(db, delivery_id)
      return delivery_id
    },

    /** Notes what was put into the message centre, beside what is sent elsewhere. */
    async note(db: AccountDb, { letter, language, account_id, alert_id }: Omit<Outgoing, 'to'>): Promise<void> {
      const now = clock.now()
      await queries.insertDelivery(db, {
        delivery_id: randomUUID(),
        account_id,
        channel: 'portal',
        template: letter.template,
        language,
        masked_target: '消息中心',
        state: 'sent',
        next_time: now,
        create_time: now,
        done_time: now,
        alert_id: alert_id ?? null,
      })
    },

    /** Whether this installation can send somebody a letter of a template at all. */
    reaches: sending.reaches,
    /** The job. */
    work: sending.work,

    /** A receipt for what is never sent: it is queued and fares like any other, and leads nowhere. */
    async decoy(db: SystemDb, language: Language, channel: Channel = 'email'): Promise<string> {
      const [delivery_id, now] = [randomUUID(), clock.now()]
      await queries.insertDelivery(db, {
        delivery_id,
        account_id: null,
        channel: wireChannels[channel],
        template: 'code',
        language,
        masked_target: '',
        next_time: now,
        expire_time: after(now, CODE_SECONDS),
        create_time: now,
      })
      await queries.enqueue(db, delivery_id)
      return delivery_id
    },

    /** Puts back into the queue what should have been tried by now: the job died, or the database was restored without its queue. */
    async requeueOverdue(): Promise<void> {
      await db.system(async (system) => {
        const overdue = await queries.overdueDeliveries(system, after(clock.now(), -LEASE_SECONDS / 2), MOST_OVERDUE)
        for (const delivery_id of overdue) await queries.enqueue(system, delivery_id)
      })
    },

    /** How one fares, for whoever holds its receipt. @throws receiptUnknown */
    async status(receipt: string, language: Language) {
      const row = isReceipt(receipt) ? await queries.findDelivery(db.systemNow, receipt) : undefined
      if (!row) throw new Refusal('receiptUnknown')
      const reason = row.state === 'failed' ? deliveryReasonText(row.reason as DeliveryReason, language) : null
      return { state: row.state, reason }
    },

    /** Forgets deliveries of long ago, and what those that failed would have said once that is worthless. */
    async forget(): Promise<void> {
      await queries.deleteDeliveries(db.systemNow, after(clock.now(), -KEPT_DAYS * DAY_SECONDS))
      await queries.unsealExpired(db.systemNow, clock.now())
    },

    close: () => mailer?.close(),
  }
}

const isReceipt = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
const wireChannels = { email: 'mail', phone: 'sms', webhook: 'webhook' } as const
const maskedTarget = (to: Recipient): string => {
  if (to.channel === 'webhook') return to.target
  return to.channel === 'email' ? maskEmail(to.email) : phoneText({ ...to.phone, phone: maskPhone(to.phone.phone) })
}
