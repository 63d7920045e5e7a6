/** The reason why a call to an address of a customer failed. */
export type EgressReason =
  /** Not http(s), another port than 80 and 443, or with a name and password in it. */
  | 'address_wrong'
  /** The name is not known, or cannot be looked up now. */
  | 'unresolved'
  /** The address belongs to this machine, a private network or a reserved block. */
  | 'address_refused'
  | 'unreachable'
  | 'certificate'
  | 'timeout'
  | 'redirected'
  | 'too_large'

/** An error whose message names only the reason, so that it may be logged. */
export class EgressFailure extends Error {
  readonly reason: EgressReason
  /** The system's code, such as ECONNREFUSED; never text of the other side. */
  readonly code: string

  constructor(reason: EgressReason, code: string) {
    super(reason)
    this.name = 'EgressFailure'
    this.reason = reason
    this.code = code
  }
}
