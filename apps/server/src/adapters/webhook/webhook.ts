import type { DeliveryReason, WebhookType } from '@weft/contract'
import type { Answer, Egress } from '../egress/egress.ts'
import { EgressFailure, type EgressReason } from '../egress/egress-failure.ts'
import { SendFailure } from '../send-failure.ts'
import type { Card, CardCall, Target } from './card.ts'
import { dingtalkCall } from './dingtalk.ts'
import { feishuCall } from './feishu.ts'
import { otherCall } from './other.ts'
import { wecomCall } from './wecom.ts'

export type { Card, Target } from './card.ts'

const calls: Record<WebhookType, (card: Card, target: Target, now: Date) => CardCall> = {
  dingtalk: dingtalkCall,
  feishu: feishuCall,
  wecom: wecomCall,
  other: otherCall,
}

/** Codes by which robots report that they were sent too many messages. */
const TOO_FREQUENT = new Set([130101, 45009, 9499, 11232])

/** Returns a sender of cards to group robots and to programs. */
export const createWebhookSender = (egress: Egress) => ({
  excepts: egress.excepts,

  /**
   * Sends one card.
   * @returns the receiver's HTTP status
   * @throws SendFailure; its answer holds codes only, never the receiver's text
   */
  async send(type: WebhookType, target: Target, card: Card, now: Date): Promise<number> {
    const { url, headers, body } = calls[type](card, target, now)
    let answer: Answer
    try {
      answer = await egress.call(url, { method: 'POST', headers, body })
    } catch (error) {
      throw error instanceof EgressFailure ? new SendFailure(false, reasons[error.reason], error.code) : error
    }
    const accepted = answer.status >= 200 && answer.status < 300
    const code = type === 'other' ? undefined : robotCode(answer.body)
    if (!accepted || (type !== 'other' && code !== 0)) {
      const busy = answer.status === 429 || (code !== undefined && TOO_FREQUENT.has(code))
      const said = code === undefined || code === 0 ? `HTTP ${answer.status}` : `errcode ${code}`
      throw new SendFailure(false, busy ? 'webhook_busy' : 'webhook_refused', said)
    }
    return answer.status
  },
})
export type WebhookSender = ReturnType<typeof createWebhookSender>

const reasons: Record<EgressReason, DeliveryReason> = {
  address_wrong: 'webhook_address',
  address_refused: 'webhook_address',
  unresolved: 'webhook_unresolved',
  unreachable: 'webhook_unreachable',
  timeout: 'webhook_timeout',
  certificate: 'webhook_certificate',
  redirected: 'webhook_redirected',
  too_large: 'webhook_refused',
}

/**
 * Returns the code in a robot's answer; 0 is success. Whatever the status, the code says what is wrong: most robots answer 200 to everything,
 * and Feishu sends some of its codes with 400. A program is judged by the status alone.
 */
function robotCode(body: Buffer): number | undefined {
  try {
    const result: unknown = JSON.parse(body.toString('utf8'))
    const { errcode, code, StatusCode } = result as Record<string, unknown>
    const number = errcode ?? code ?? StatusCode
    return typeof number === 'number' ? number : undefined
  } catch {
    return undefined
  }
}
