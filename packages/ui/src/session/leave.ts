import { forgetUnsaved } from '../dialog/unsaved.ts'
import { onReset } from '../store/module-state.ts'

const REASON = 'weft.leave_reason'

/** Why the sign-in page is open: the session ended, or the user did something that ends it. */
export interface LeaveReason {
  kind: 'error' | 'success'
  msg: string
}

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

/**
 * Leaves with a full page load, so that nothing of the session stays in memory, and without a question about unsaved input.
 * @param reason shown on the sign-in page
 */
export function leaveFor(address: string, reason?: LeaveReason): void {
  if (reason) sessionStorage.setItem(REASON, `${reason.kind}:${reason.msg}`)
  forgetUnsaved()
  location.replace(address)
}

let reason: LeaveReason | undefined
onReset(() => (reason = undefined))

/** Returns why the page before led to the sign-in page. It stays until this page is loaded again or `forgetLeaveReason` is called. */
export function leaveReason(): LeaveReason | undefined {
  const [, kind, msg] = /^(error|success):(.+)$/s.exec(sessionStorage.getItem(REASON) ?? '') ?? []
  sessionStorage.removeItem(REASON)
  if (msg) reason = { kind: kind as LeaveReason['kind'], msg }
  return reason
}

export function forgetLeaveReason(): void {
  reason = undefined
}
