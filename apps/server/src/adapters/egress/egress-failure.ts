/** Why a call that a customer steers came to nothing. */
export type EgressReason =
  /** Not http(s), another port than 80 and 443, or with a name and password in it. */
  | 'address_wrong'
  /** The name is not known, or cannot be looked up now. */
  | 'unresolved'
  /** It leads to this machine, a private network or a reserved block. */
  | 'address_refused'
  | 'unreachable'
  | 'certificate'
  | 'timeout'
  | 'redirected'
  | 'too_large'

/** The message names the reason alone, so that it may stand in a log. */
export class EgressFailure extends Error {
  readonly reason: EgressReason
  /** The system's code, such as ECONNREFUSED; never anything that the other side said. */
  readonly code: string

  constructor(reason: EgressReason, code: string) {
    super(reason)
    this.name = 'EgressFailure'
    this.reason = reason
    this.code = code
  }
}
