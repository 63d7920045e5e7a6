import { ACCESS_SECONDS, dialled, IDLE_SECONDS, readEmail, REFRESH_GRACE_SECONDS, type RefusalName } from '@weft/contract'
import { countedAddress } from '../../../kernel/address.ts'

/** The facts by which a presented token is judged, in whole Unix seconds. */
export interface TokenFacts {
  kind: 'password' | 'link' | 'key'
  issue_time: number
  rotate_time: number | null
  last_time: number
  expire_time: number
  revoked: boolean
  /** True if it was ended because the login had too many sessions. */
  replaced: boolean
  account_status: 0 | 1
  login_status: 0 | 1
}

export type Verdict =
  | 'good'
  | 'reused'
  | Extract<
      RefusalName,
      'accessExpired' | 'sessionRevoked' | 'sessionReplaced' | 'accountDisabledInSession' | 'subAccountDisabledInSession'
    >

/**
 * Judges whether a token may be used (docs/design/security.md §2). `reused` means that an older token came back after its grace: its
 * session must be revoked. The token of a login link and an access key live as long as their session and are never refreshed.
 */
export function judge(token: TokenFacts, now: number, use: 'call' | 'refresh'): Verdict {
  // Checked first: disabling also revokes, and the user should read the true reason.
  if (token.account_status === 0) return 'accountDisabledInSession'
  if (token.login_status === 0) return 'subAccountDisabledInSession'
  if (token.revoked) return token.replaced ? 'sessionReplaced' : 'sessionRevoked'
  if (now >= token.expire_time) return 'accessExpired'
  if (token.kind !== 'password') return use === 'call' ? 'good' : 'accessExpired'
  if (token.rotate_time !== null && now > token.rotate_time + REFRESH_GRACE_SECONDS) return 'reused'
  if (now >= token.last_time + IDLE_SECONDS) return 'accessExpired'
  if (use === 'call' && now >= token.issue_time + ACCESS_SECONDS) return 'accessExpired'
  return 'good'
}

/** Splits a sub-account's sign-in name at its domain; returns undefined where it has none. */
export function splitSubAccount(name: string): { username: string; account_number: string } | undefined {
  const match = /^(.+)@(\d{8})$/.exec(name)
  return match ? { username: match[1]!, account_number: match[2]! } : undefined
}

/** A phone as people write it: groups are separated by spaces, hyphens, dots or brackets. No username has digits alone. */
const PHONE = /^\+?[\d\s().-]+$/
const MAINLAND = /^\+86(1[3-9]\d{9})$/

/**
 * Returns the text by which sign-in names are compared: as the contract reads it, in lower case. A mainland phone becomes the bare number,
 * also where it is written with +86 or 0086; any other with a dial code becomes `+`, dial code and number. Look-alikes of other scripts stay
 * as they are: no name can be registered with them.
 */
export function nameKey(name: string): string {
  // Lower case may decompose what NFKC has composed.
  const folded = readEmail(name).toLowerCase().normalize('NFKC').trim()
  if (!PHONE.test(folded) || !/\d/.test(folded)) return folded
  const digits = dialled(folded)
  return MAINLAND.exec(digits)?.[1] ?? digits
}

/** Returns the part of an address that is locked together: /24 of IPv4, /64 of IPv6. */
export const addressPrefix = (address: string): string => countedAddress(address).replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24')
