/**
 * Room foundation/delivery: letters, text messages and webhook calls on their way to one recipient each.
 * Tables: delivery.
 * Called by: identity, jobs, observation, ops, support.
 * Always: a delivery is queued in the transaction that needs it, so it is sent if and only if that commits, and then at least once.
 */
import { randomUUID } from 'node:crypto'
import {
  type Channel,
  channelNames,
  CODE_SECONDS,
  DAY_SECONDS,
  type DeliveryReason,
  deliveryReasonText,
  type Language,
  phoneText,
  UUID,
} from '@weft/contract'
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
  /** The account that it belongs to; null while there is none. */
  account_id: number | null
  /** The time after which it is no longer tried. */
  expire_time?: Date
  /** The alert that it reports. */
  alert_id?: string
}

export type DeliveryService = ReturnType<typeof createDeliveryService>

/** The most overdue deliveries that are put back into the queue at once. */
const MOST_OVERDUE = 500
/** Days that a delivery is kept. */
const KEPT_DAYS = 30

/** Creates the service of letters and text messages: queued in the transaction that needs them, sent by the jobs, at least once. */
export function createDeliveryService(dependencies: DeliveryDependencies) {
  const { db, keys, clock, mailer, texter } = dependencies
  const sending = createSending(dependencies)
  return {
    /** Returns whether this installation can send by a channel at all. */
    can: (channel: Channel): boolean => (channel === 'email' ? mailer : texter) !== undefined,

    /**
     * Queues a delivery and returns its receipt at once, without waiting for the provider.
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

    /** Records a message that was put into the message centre, as a delivery like those that are sent elsewhere. */
    async note(db: AccountDb, { letter, language, account_id, alert_id }: Omit<Outgoing, 'to'>): Promise<void> {
      const now = clock.now()
      await queries.insertDelivery(db, {
        delivery_id: randomUUID(),
        account_id,
        channel: 'portal',
        template: letter.template,
        language,
        masked_target: '我的消息',
        state: 'sent',
        next_time: now,
        create_time: now,
        done_time: now,
        alert_id: alert_id ?? null,
      })
    },

    /** Returns whether this installation can send a letter of a template to a recipient at all. */
    reaches: sending.reaches,
    /** Runs the job of one delivery. */
    work: sending.work,

    /** Queues a decoy and returns its receipt: it is processed like any other delivery, but nothing is sent. */
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

    /** Puts overdue deliveries back into the queue: their job died, or the database was restored without its queue. */
    async requeueOverdue(): Promise<void> {
      await db.system(async (system) => {
        const overdue = await queries.overdueDeliveries(system, after(clock.now(), -LEASE_SECONDS / 2), MOST_OVERDUE)
        for (const delivery_id of overdue) await queries.enqueue(system, delivery_id)
      })
    },

    /** Returns the state of the delivery with this receipt, and why it failed. @throws receiptUnknown */
    async status(receipt: string, language: Language) {
      const row = UUID.test(receipt) ? await queries.findDelivery(db.systemNow, receipt) : undefined
      if (!row) throw new Refusal('receiptUnknown')
      const reason = row.state === 'failed' ? deliveryReasonText(row.reason as DeliveryReason, language) : null
      return { state: row.state, reason }
    },

    /** Deletes old deliveries, and the content of failed ones that have expired. */
    async forget(): Promise<void> {
      await queries.deleteDeliveries(db.systemNow, after(clock.now(), -KEPT_DAYS * DAY_SECONDS))
      await queries.unsealExpired(db.systemNow, clock.now())
    },

    close: () => mailer?.close(),
  }
}

const wireChannels = { email: 'mail', phone: 'sms', webhook: 'webhook' } as const
const maskedTarget = (to: Recipient): string => {
  if (to.channel === 'webhook') return to.target
  return to.channel === 'email' ? maskEmail(to.email) : phoneText({ ...to.phone, phone: maskPhone(to.phone.phone) })
}
