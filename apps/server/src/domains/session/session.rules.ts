import { ACCESS_SECONDS, IDLE_SECONDS, REFRESH_GRACE_SECONDS, type RefusalName } from '@weft/contract'

/** What the decision about a presented token needs, in whole Unix seconds. */
export interface TokenFacts {
  kind: 'password' | 'link'
  issue_time: number
  rotate_time: number | null
  last_time: number
  expire_time: number
  revoked: boolean
  account_status: 0 | 1
  login_status: 0 | 1
}

export type Verdict = 'good' | 'reused' | Extract<RefusalName, 'accessExpired' | 'sessionRevoked' | 'accountDisabledInSession'>

/**
 * Whether a token may be used (security.md §2). `reused` means that an older token came back after its grace: the family must
 * be revoked. A login-link token lives as long as its session and is never refreshed.
 */
export function judge(token: TokenFacts, now: number, use: 'call' | 'refresh'): Verdict {
  // Asked first: disabling revokes, and whoever was disabled should read why.
  if (token.account_status === 0 || token.login_status === 0) return 'accountDisabledInSession'
  if (token.revoked) return 'sessionRevoked'
  if (now >= token.expire_time) return 'accessExpired'
  if (token.kind === 'link') return use === 'call' ? 'good' : 'accessExpired'
  if (token.rotate_time !== null && now > token.rotate_time + REFRESH_GRACE_SECONDS) return 'reused'
  if (now >= token.last_time + IDLE_SECONDS) return 'accessExpired'
  if (use === 'call' && now >= token.issue_time + ACCESS_SECONDS) return 'accessExpired'
  return 'good'
}

/** A sub-account's sign-in name split at its domain; undefined where it has none. */
export function splitSubAccount(name: string): { username: string; account_number: string } | undefined {
  const match = /^(.+)@(\d{8})$/.exec(name)
  return match ? { username: match[1]!, account_number: match[2]! } : undefined
}

/** Sign-in names are compared without case, and a phone with `+` and its dial code like the bare number. */
export const nameKey = (name: string): string =>
  name
    .trim()
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^\+86\s*/, '')

/** The part of an address that is locked together: /24 of IPv4, /64 of IPv6. */
export function addressPrefix(address: string): string {
  const v4 = /(\d+\.\d+\.\d+)\.\d+$/.exec(address)
  return v4 ? `${v4[1]}.0/24` : `${address.split(':').slice(0, 4).join(':')}::/64`
}
