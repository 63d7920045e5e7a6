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

/** To whom: a phone by text message, an address by mail, an account's webhook as it is when it is sent; `target` names that in part. */
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
/** What is kept, sealed, until it is done. */
export interface Sealed {
  to: Recipient
  letter: Letter
}

/** Seconds that a try may take; then it counts as failed. Longer than the time-outs of any adapter. */
const TRY_SECONDS = 40
/** Milliseconds that a letter is taken to need while none was sent. */
const USUAL_MS = 300
/** Seconds after which somebody who began a try and said nothing more is taken for dead. */
export const LEASE_SECONDS = 60
/** Seconds that the clocks of this program and of its database may differ. */
const SKEW_SECONDS = 5

/** Tries deliveries, and writes down how they fare. */
export function createSending({ db, keys, clock, log, settings, mailer, texter, webhooks }: DeliveryDependencies) {
  const sender = { product: settings.WEFT_PRODUCT, company: settings.WEFT_COMPANY, phone: settings.WEFT_PHONE }

  /** Whether this installation can send somebody a letter of a template at all. */
  function reaches(to: Recipient, template: Letter['template']): boolean {
    if (to.channel === 'webhook') return template === 'alert'
    if (to.channel === 'email') return mailer !== undefined
    const text = smsTemplateOf[template]
    return text !== undefined && texter?.reaches(to.phone, text) === true
  }

  async function send(
    delivery_id: string,
    { account_id, language, create_time }: queries.ClaimedDelivery,
    { to, letter }: Sealed,
  ): Promise<void> {
    if (to.channel === 'webhook' && letter.template === 'alert' && account_id !== null)
      return webhooks.deliver(account_id, alertCard(delivery_id, letter, sender, fromUnix(create_time)))
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

  /** The channels whose last try found nobody. */
  const away = new Set<queries.ClaimedDelivery['channel']>()
  /** Milliseconds that the last letter of a channel took. */
  const took: Record<queries.ClaimedDelivery['channel'], number> = { mail: USUAL_MS, sms: USUAL_MS, webhook: USUAL_MS, portal: USUAL_MS }
  /**
   * A decoy says nothing to nobody, takes about as long as a letter does, and fares no better: who watches its receipt sees no
   * difference. @throws SendFailure
   */
  async function pretend(channel: 'mail' | 'sms'): Promise<void> {
    await sleep(took[channel] * (0.75 + Math.random() / 2))
    if (away.has(channel)) throw new SendFailure(false, 'unreachable', '')
  }

  /** Sends one that was claimed, and writes down how it went. */
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
      const { lasting, reason, answer } = failureOf(error)
      // What a webhook answers is codes alone.
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
     * The job: tries one that is due, once. What failed for now is queued again by itself, with a growing pause.
     * @param stopping what is not sent by then is left to another program
     */
    async work(delivery_id: string, stopping?: AbortSignal): Promise<void> {
      const now = clock.now()
      const row = await queries.claimDelivery(db.systemNow, delivery_id, after(now, SKEW_SECONDS), after(now, LEASE_SECONDS))
      if (row) await attempt(delivery_id, row, stopping)
    },
  }
}

const textOf = (to: Recipient) => (to.channel === 'email' ? to.email : to.channel === 'phone' ? to.phone.phone : '')
/** An adapter that throws anything else has a fault that may pass. */
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
