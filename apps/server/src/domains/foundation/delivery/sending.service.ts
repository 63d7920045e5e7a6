import { setTimeout as sleep } from 'node:timers/promises'
import type { DeliveryReason, Phone } from '@weft/contract'
import type { Mailer } from '../../../adapters/mail/mail.ts'
import { SendFailure } from '../../../adapters/send-failure.ts'
import type { Texter } from '../../../adapters/sms/sms.ts'
import type { Db } from '../../../db/client.ts'
import { after, type Clock, fromUnix } from '../../../kernel/clock.ts'
import type { Log } from '../../../kernel/log.ts'
import type { Keys, SealedText } from '../../../kernel/secrets.ts'
import type { Settings } from '../../../kernel/settings.ts'
import type { Card } from '../../../adapters/webhook/webhook.ts'
import * as queries from './delivery.queries.ts'
import { nextTry, withoutPerson } from './delivery.rules.ts'
import { alertCard } from './letters/alert.ts'
import { type Letter, render, smsTemplateOf } from './letters/render.ts'
import { createReceivers } from './receivers.ts'

/** A phone by text message, an address by mail, or an account's webhook as configured when it is sent; `target` shows part of it. */
export type Recipient = { channel: 'phone'; phone: Phone } | { channel: 'email'; email: string } | { channel: 'webhook'; target: string }

export interface DeliveryDependencies {
  db: Db
  keys: Keys
  clock: Clock
  log: Log
  settings: Pick<Settings, 'WEFT_PRODUCT' | 'WEFT_COMPANY' | 'WEFT_PHONE'>
  /** Sends a card to an account's webhook as it is configured when it is sent. */
  webhooks: { deliver(account_id: number, card: Card): Promise<void> }
  /** Undefined where this installation cannot send by the channel. */
  mailer: Mailer | undefined
  texter: Texter | undefined
}
/** The content of a delivery, which is stored sealed until it is sent. */
export interface Sealed {
  to: Recipient
  letter: Letter
}

/** Seconds that a try may take; then it counts as failed. Longer than the time-outs of any adapter. */
const TRY_SECONDS = 40
/** Milliseconds that a letter is assumed to take while none was sent. */
const USUAL_MS = 300
/** Seconds after which a worker that claimed a delivery and recorded no result is taken for dead. */
export const LEASE_SECONDS = 60
/** Seconds until a delivery is tried for which an account's webhook had too many calls under way. */
const BUSY_SECONDS = 2
/** Seconds that the clocks of this program and of its database may differ. */
const SKEW_SECONDS = 5

/** Creates the functions that try deliveries and record their results. */
export function createSending({ db, keys, clock, log, settings, mailer, texter, webhooks }: DeliveryDependencies) {
  const sender = { product: settings.WEFT_PRODUCT, company: settings.WEFT_COMPANY, phone: settings.WEFT_PHONE }

  /** Returns whether this installation can send a letter of a template to a recipient at all. */
  function reaches(to: Recipient, template: Letter['template']): boolean {
    if (to.channel === 'webhook') return template === 'alert'
    if (to.channel === 'email') return mailer !== undefined
    const text = smsTemplateOf[template]
    return text !== undefined && texter?.reaches(to.phone, text) === true
  }

  const receivers = createReceivers(clock)
  /** Calls an account's webhook, unless it did not answer just now: then the delivery has failed in the same way. @throws SendFailure, Busy */
  async function call(account_id: number, card: Card): Promise<void> {
    const reach = receivers.begin(account_id)
    if (reach === 'busy') throw new Busy()
    if (reach === 'silent') throw new SendFailure(false, 'webhook_timeout', '')
    let answered = true
    try {
      await webhooks.deliver(account_id, card)
    } catch (error) {
      answered = !(error instanceof SendFailure && error.reason === 'webhook_timeout')
      throw error
    } finally {
      receivers.end(account_id, answered)
    }
  }

  async function send(
    delivery_id: string,
    { account_id, language, create_time }: queries.ClaimedDelivery,
    { to, letter }: Sealed,
  ): Promise<void> {
    if (to.channel === 'webhook' && letter.template === 'alert' && account_id !== null)
      return call(account_id, alertCard(delivery_id, letter, sender, fromUnix(create_time)))
    const { subject, text, html, sms } = render(letter, sender, language)
    if (to.channel === 'email' && mailer) return mailer.send({ id: delivery_id, to: to.email, subject, text, html })
    if (to.channel === 'phone' && texter && sms) return texter.send({ id: delivery_id, phone: to.phone, ...sms })
    throw new SendFailure(true, 'settings_wrong', 'the channel is no longer set up')
  }

  function opened(sealed: SealedText): Sealed {
    try {
      return JSON.parse(keys.open(sealed)) as Sealed
    } catch {
      throw new SendFailure(true, 'settings_wrong', 'it was sealed under a secret that this installation does not have')
    }
  }

  const fail = (delivery_id: string, reason: DeliveryReason, answer: string) =>
    queries.settleDelivery(db.systemNow, delivery_id, { state: 'failed', reason, answer, done_time: clock.now() })

  async function postpone(delivery_id: string, seconds: number, reason: DeliveryReason, answer: string): Promise<void> {
    await db.system(async (system) => {
      await queries.settleDelivery(system, delivery_id, { reason, answer, next_time: after(clock.now(), seconds) })
      await queries.enqueue(system, delivery_id, seconds)
    })
  }

  /** Queues a delivery again that was not tried. */
  async function putBack(delivery_id: string, tries: number): Promise<void> {
    await db.system(async (system) => {
      await queries.settleDelivery(system, delivery_id, { tries, next_time: after(clock.now(), BUSY_SECONDS) })
      await queries.enqueue(system, delivery_id, BUSY_SECONDS)
    })
  }

  /** The channels whose provider could not be reached at the last try. */
  const away = new Set<queries.ClaimedDelivery['channel']>()
  /** Milliseconds that the last letter of each channel took. */
  const took: Record<queries.ClaimedDelivery['channel'], number> = { mail: USUAL_MS, sms: USUAL_MS, webhook: USUAL_MS, portal: USUAL_MS }
  /**
   * Processes a decoy: sends nothing, takes about as long as a letter, and fails while its channel fails, so that nobody who watches its
   * receipt sees a difference. @throws SendFailure
   */
  async function pretend(channel: 'mail' | 'sms'): Promise<void> {
    await sleep(took[channel] * (0.75 + Math.random() / 2))
    if (away.has(channel)) throw new SendFailure(false, 'unreachable', '')
  }

  /** Sends a claimed delivery, and records the result. */
  async function attempt(delivery_id: string, row: queries.ClaimedDelivery, stopping: AbortSignal | undefined): Promise<void> {
    const expire_time = row.expire_time === null ? undefined : fromUnix(row.expire_time)
    if (expire_time && expire_time <= clock.now()) return fail(delivery_id, 'expired', row.answer ?? '')
    const done = () => ({ state: 'sent' as const, sealed: null, reason: null, answer: null, done_time: clock.now() })
    let recipient = ''
    try {
      if (row.sealed === null) await unlessTooLate(pretend(row.channel === 'sms' ? 'sms' : 'mail'), stopping)
      else {
        const content = opened(row.sealed)
        recipient = textOf(content.to)
        const begun = performance.now()
        await unlessTooLate(send(delivery_id, row, content), stopping)
        took[row.channel] = performance.now() - begun
        away.delete(row.channel)
      }
    } catch (error) {
      if (error instanceof Busy) return putBack(delivery_id, row.tries - 1)
      const { lasting, reason, answer } = failureOf(error)
      // The answer of a webhook contains only codes.
      const said = row.channel === 'webhook' ? answer : withoutPerson(answer, recipient)
      if (reason === 'unreachable') away.add(row.channel)
      log.warn('a delivery failed', { delivery_id, channel: row.channel, template: row.template, tries: row.tries, lasting, reason })
      const wait = lasting ? undefined : nextTry(row.tries, clock.now(), expire_time)
      return wait === undefined ? fail(delivery_id, reason, said) : postpone(delivery_id, wait, reason, said)
    }
    await queries.settleDelivery(db.systemNow, delivery_id, done())
  }

  return {
    reaches,

    /**
     * Runs the job: tries a delivery once, if it is due. After a temporary failure it is queued again, with a growing pause.
     * @param stopping when this aborts, an unfinished delivery is left to another program
     */
    async work(delivery_id: string, stopping?: AbortSignal): Promise<void> {
      const now = clock.now()
      const row = await queries.claimDelivery(db.systemNow, delivery_id, after(now, SKEW_SECONDS), after(now, LEASE_SECONDS))
      if (row) await attempt(delivery_id, row, stopping)
    },
  }
}

/** Thrown for a webhook to which enough calls of its account are under way. */
class Busy extends Error {}

const textOf = (to: Recipient) => (to.channel === 'email' ? to.email : to.channel === 'phone' ? to.phone.phone : '')
/** Returns the failure that an adapter threw; any other error counts as a temporary one. */
const failureOf = (error: unknown): SendFailure =>
  error instanceof SendFailure ? error : new SendFailure(false, 'unreachable', error instanceof Error ? error.name : 'unknown')

/** @throws SendFailure where the sending has not ended in time, or when the program stops */
async function unlessTooLate(sending: Promise<void>, stopping: AbortSignal | undefined): Promise<void> {
  const late = AbortSignal.timeout(TRY_SECONDS * 1000)
  const ended = stopping ? AbortSignal.any([late, stopping]) : late
  const giveUp = Promise.withResolvers<never>()
  const stop = () => giveUp.reject(new SendFailure(false, 'unreachable', late.aborted ? 'no answer in time' : 'the program stopped'))
  ended.addEventListener('abort', stop, { once: true })
  try {
    await Promise.race([sending, giveUp.promise])
  } finally {
    ended.removeEventListener('abort', stop)
  }
}
