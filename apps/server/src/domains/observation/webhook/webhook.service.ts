/**
 * Room observation/webhook: the one webhook of an account.
 * Tables: webhook.
 * Called by: observation.
 * Always: its secret is stored sealed and shown masked.
 */
import { randomUUID } from 'node:crypto'
import { deliveryReasonText, MASKED, type contract, type Language, type OutputOf, type WebhookInput } from '@weft/contract'
import { SendFailure } from '../../../adapters/send-failure.ts'
import type { Card, WebhookSender } from '../../../adapters/webhook/webhook.ts'
import type { AccountDb, Db } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { type Clock, unix } from '../../../kernel/clock.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Keys } from '../../../kernel/secrets.ts'
import type { Settings } from '../../../kernel/settings.ts'
import { audit } from '../../foundation/audit/audit.service.ts'
import { messageOwner } from '../../support/message/message.service.ts'
import { webhookDeleted, webhookMovedMessage, webhookSaved, webhookTested } from './webhook.audit.ts'
import * as queries from './webhook.queries.ts'
import { maskedUrl, mergeMasked, type OpenWebhook, webhookTypeNames } from './webhook.rules.ts'

type Call = typeof contract.webhook
export type WebhookService = ReturnType<typeof createWebhookService>

/** Manages the one webhook that an account may have. */
export function createWebhookService({
  db,
  keys,
  clock,
  webhooks,
  settings,
  onRemoved,
}: {
  db: Db
  keys: Keys
  clock: Clock
  webhooks: WebhookSender
  settings: Pick<Settings, 'WEFT_PRODUCT' | 'WEFT_PUBLIC_URL'>
  /** Called in the transaction that removes the webhook, so that others forget it. */
  onRemoved: (account: AccountDb) => Promise<void>
}) {
  const opened = ({ type, sealed_url, sealed_secret }: queries.WebhookRow): OpenWebhook => ({
    type,
    url: keys.open(sealed_url),
    secret: sealed_secret === null ? undefined : keys.open(sealed_secret),
  })
  const stored = async (account: AccountDb): Promise<OpenWebhook | undefined> => {
    const row = await queries.findWebhook(account)
    return row && opened(row)
  }

  /** @throws SendFailure */
  const send = ({ type, url, secret }: OpenWebhook, card: Card) => webhooks.send(type, { url, secret }, card, clock.now())

  /** Returns the test message, which looks like an alert. */
  const greeting = (account_number: string): Card => {
    const { WEFT_PRODUCT: product, WEFT_PUBLIC_URL: home } = settings
    const time = clock.now()
    return {
      id: randomUUID(),
      title: '测试消息',
      good: true,
      content: { lines: [{ event: 'router_online', good: true, time: unix(time), text: `${product}的告警会发送到这里` }], more: 0 },
      memberUrl: () => home,
      url: `${home}/monitor/setting`,
      account_number,
      product,
      time,
    }
  }

  return {
    async config(account: AccountDb): Promise<OutputOf<Call['config']>> {
      const webhook = await stored(account)
      return webhook ? { type: webhook.type, url: maskedUrl(webhook.url), secret: webhook.secret === undefined ? '' : MASKED } : null
    },

    /** Saves the webhook, and tells the owner of another address. @throws webhookHttps, webhookHost, webhookSecretAgain */
    async setting(account: AccountDb, actor: Actor, input: WebhookInput): Promise<void> {
      const row = await queries.lockWebhook(account)
      const before = row && opened(row)
      const webhook = mergeMasked(input, before, webhooks.excepts)
      await queries.writeWebhook(account, {
        type: webhook.type,
        sealed_url: keys.seal(webhook.url),
        sealed_secret: webhook.secret === undefined ? null : keys.seal(webhook.secret),
        update_time: clock.now(),
      })
      await audit(account, actor, webhookSaved(webhook, before))
      if (before?.url !== webhook.url) await messageOwner(account, webhookMovedMessage(webhook, actor))
    },

    /** Sends a test message, before any transaction, since the receiver may be slow. @throws webhookFailed, and what `setting` throws */
    async test({ account_id, account_number }: Actor, input: WebhookInput, language: Language) {
      const webhook = mergeMasked(input, await db.account(account_id, 'read', stored), webhooks.excepts)
      const begun = performance.now()
      try {
        const status = await send(webhook, greeting(account_number))
        return { webhook, answer: { status, elapsed_ms: Math.round(performance.now() - begun) } }
      } catch (error) {
        if (!(error instanceof SendFailure)) throw error
        const said = /^(HTTP|errcode) \d+$/.test(error.answer) ? `（${error.answer}）` : ''
        throw new Refusal('webhookFailed', { reason: `${deliveryReasonText(error.reason, language)}${said}` })
      }
    },

    /** Logs that a test was made. */
    async tested(account: AccountDb, actor: Actor, webhook: OpenWebhook): Promise<void> {
      await audit(account, actor, webhookTested(webhook))
    },

    /** @throws webhookNotSet */
    async remove(account: AccountDb, actor: Actor): Promise<void> {
      const webhook = await stored(account)
      if (!webhook || !(await queries.deleteWebhook(account))) throw new Refusal('webhookNotSet')
      await onRemoved(account)
      await audit(account, actor, webhookDeleted(webhook))
    },

    /** Returns the type and host of an account's webhook; undefined if it has none. */
    async target(account: AccountDb): Promise<string | undefined> {
      const webhook = await stored(account)
      return webhook && `${webhookTypeNames[webhook.type]} · ${new URL(webhook.url).host}`
    },

    /**
     * Sends a card to an account's webhook as it is configured now: a corrected one takes what the former one refused.
     * @throws SendFailure
     */
    async deliver(account_id: number, card: Card): Promise<void> {
      const webhook = await db.account(account_id, 'read', stored)
      if (!webhook) throw new SendFailure(true, 'webhook_gone', '')
      await send(webhook, card)
    },
  }
}
