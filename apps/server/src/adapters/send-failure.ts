import type { DeliveryReason } from '@weft/contract'

/**
 * A letter or text message that its receiver did not take. The message of this error names the reason alone, so that it may
 * stand in a log.
 */
export class SendFailure extends Error {
  /** Whether trying again is pointless. */
  readonly lasting: boolean
  readonly reason: DeliveryReason
  /** The receiver's own code and text, for operators. May still name the recipient. */
  readonly answer: string

  constructor(lasting: boolean, reason: DeliveryReason, answer: string) {
    super(reason)
    this.name = 'SendFailure'
    this.lasting = lasting
    this.reason = reason
    this.answer = answer
  }
}
