import { type BatchProblems, type FieldError, type RefusalName, type RefusalParams, refusals } from '@weft/contract'

/** An answer that the caller caused and can act on. Anything else that is thrown is our fault and becomes a 500. */
export class Refusal<N extends RefusalName = RefusalName> extends Error {
  readonly reason: N
  readonly params: RefusalParams<N>
  /** Sent as `data` of the envelope. */
  readonly data:
    | (Partial<Pick<BatchProblems, 'rows' | 'total'>> & {
        errors?: FieldError[]
        retry_after?: number
        totp?: 1
        new_password?: 1
        challenge?: string
        received?: number
        /** Hashes that a proof of work must take. */
        work?: number
      })
    | null
  /** True if what the call wrote before it was refused is kept. */
  kept = false

  constructor(
    reason: N,
    ...[params, data]: RefusalParams<N> extends undefined
      ? [params?: undefined, data?: Refusal['data']]
      : [params: RefusalParams<N>, data?: Refusal['data']]
  ) {
    super(refusals[reason].en)
    this.name = 'Refusal'
    this.reason = reason
    this.params = params as RefusalParams<N>
    this.data = data ?? null
  }

  /** Keeps what the call wrote: for a refusal that itself changes something. Not for calls that take an `Idempotency-Key`. */
  keeping(): this {
    this.kept = true
    return this
  }
}
