import { toast } from '../toast/toast.ts'

const FLASH = 'weft.flash'
type FlashKind = 'error' | 'success'

/** Returns where to go after signing in: an address of this app, or the start page. */
export function safeRedirect(wanted: string | null): string {
  if (!wanted) return '/'
  try {
    const url = new URL(wanted, location.origin)
    const own = url.origin === location.origin && wanted.startsWith('/') && !url.pathname.startsWith('/login')
    return own ? url.pathname + url.search + url.hash : '/'
  } catch {
    return '/'
  }
}

/** Returns the address of the sign-in page that leads back to a place. */
export function loginAddress(from: string): string {
  return from === '/' || from.startsWith('/login') ? '/login' : `/login?redirect=${encodeURIComponent(from)}`
}

/** Leaves with a full page load, so that nothing of the session stays in memory. @param said a message shown there */
export function leaveFor(address: string, said?: { kind: FlashKind; msg: string }): void {
  if (said) sessionStorage.setItem(FLASH, `${said.kind}:${said.msg}`)
  location.replace(address)
}

/** Shows the message that the page before left to be shown. */
export function showFlash(): void {
  const [, kind, msg] = /^(error|success):(.+)$/s.exec(sessionStorage.getItem(FLASH) ?? '') ?? []
  sessionStorage.removeItem(FLASH)
  if (msg) toast[kind as FlashKind](msg, 'flash')
}
