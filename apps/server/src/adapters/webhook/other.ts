import { createHmac } from 'node:crypto'
import { unix } from '../../kernel/clock.ts'
import { type Card, type CardCall, JSON_TYPE, type Target } from './card.ts'

/** Returns the signature of a body: `sha256=` and the hexadecimal HMAC-SHA256 of the bytes under the secret. */
const bodySign = (body: string, secret: string): string => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

/** Returns the call that sends an alert to a program as JSON (docs/webhook.md). */
export function otherCall(card: Card, { url, secret }: Target): CardCall {
  const { id, title, content, account_number } = card
  const body = JSON.stringify({ id, account_number, title, time: unix(card.time), url: card.url, ...content })
  return {
    url,
    headers: { ...JSON_TYPE, 'x-weft-delivery': id, ...(secret !== undefined && { 'x-weft-signature': bodySign(body, secret) }) },
    body,
  }
}
