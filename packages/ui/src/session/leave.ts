import { languages, sessionRefusals } from '@weft/contract'
import { forgetUnsaved } from '../dialog/unsaved.ts'
import { pageObjectName } from '../frame/page-object.ts'
import { onReset } from '../store/module-state.ts'

const WHY = 'why'
const LEFT = 'weft.left_page'

/** What a user does that leads to the sign-in page. */
const deeds = ['signedOut', 'passwordChanged'] as const
export type Refused = keyof typeof sessionRefusals
/** Why the sign-in page is open: a refusal that ended the session, or what the user did. Its address says it by this word alone. */
export type LeaveReason = Refused | (typeof deeds)[number]

const isReason = (word: string): word is LeaveReason => Object.hasOwn(sessionRefusals, word) || deeds.includes(word as never)

/** Returns which refusal ended a session, by the sentence that the server gave. */
export function refusalOf(msg: string): Refused {
  const named = Object.entries(sessionRefusals).find(([, refusal]) => languages.some((language) => refusal[language] === msg))
  return (named?.[0] ?? 'accessExpired') as Refused
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
  forgetUnsaved()
  if (!reason) return location.replace(address)
  sessionStorage.setItem(LEFT, pageObjectName() ?? document.title.split(' - ')[0] ?? '')
  location.replace(`${address}${address.includes('?') ? '&' : '?'}${WHY}=${reason}`)
}

/** Why the sign-in page is open, and the name of the page that was left, to which signing in leads back. */
interface Left {
  reason: LeaveReason
  page: string
}
let left: Left | undefined
onReset(() => (left = undefined))

/**
 * Returns why the page before led to the sign-in page. The word is taken out of the address at once, and what it said stays until the page is
 * loaded again or `forgetLeaveReason` is called.
 */
export function leaveReason(): Left | undefined {
  const url = new URL(location.href)
  const word = url.searchParams.get(WHY)
  if (word === null) return left
  url.searchParams.delete(WHY)
  history.replaceState(history.state, '', url.pathname + url.search + url.hash)
  const page = url.searchParams.has('redirect') ? (sessionStorage.getItem(LEFT) ?? '') : ''
  sessionStorage.removeItem(LEFT)
  if (isReason(word)) left = { reason: word, page }
  return left
}

export function forgetLeaveReason(): void {
  left = undefined
}
