import type { DeliveryReason } from '@weft/contract'

/**
 * A letter, text message or webhook call that was not accepted. The message of this error names only the reason, so that it may be
 * logged.
 */
export class SendFailure extends Error {
  /** True if trying again is pointless. */
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
