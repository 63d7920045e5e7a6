import type { Language } from '@weft/contract'

/** The caller of an endpoint, signed in or not. */
export interface Caller {
  readonly address: string
  readonly user_agent: string
  readonly language: Language
  /** The bearer token as presented. */
  readonly token: string | undefined
  /** The companion cookie as presented (docs/design/security.md §2). */
  readonly cookie: string | undefined
  /** The name of this browser, from an earlier sign-in. */
  readonly device: string | undefined
  setCookie(value: string): void
  setDevice(value: string): void
  clearCookie(): void
}
