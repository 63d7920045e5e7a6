import { contract } from '@weft/contract'
import { send, toast } from '@weft/ui'
import { session } from './session.ts'

const FLASH = 'weft.flash'
type FlashKind = 'error' | 'success'

/** Where to go after signing in: an address of this console, or the start. */
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

/** The sign-in page that leads back to where one is. */
export function loginAddress(from: string): string {
  return from === '/' || from.startsWith('/login') ? '/login' : `/login?redirect=${encodeURIComponent(from)}`
}

/** Leaves with a fresh page, so that nothing of the session stays in memory. @param said shown there */
export function leaveFor(address: string, said?: { kind: FlashKind; msg: string }): void {
  if (said) sessionStorage.setItem(FLASH, `${said.kind}:${said.msg}`)
  location.replace(address)
}

/** Shows what the page before wanted said. */
export function showFlash(): void {
  const [, kind, msg] = /^(error|success):(.+)$/s.exec(sessionStorage.getItem(FLASH) ?? '') ?? []
  sessionStorage.removeItem(FLASH)
  if (msg) toast[kind as FlashKind](msg, 'flash')
}

let ended = false

/** The session is over: forget it and sign in again, back to here. */
export function endSession(msg: string): void {
  if (ended) return
  ended = true
  session.clear()
  leaveFor(loginAddress(location.pathname + location.search), { kind: 'error', msg })
}

/**
 * Ends the session on the server as well, in every tab. A server that does not answer does not keep anyone here.
 * @param msg a success, said at the sign-in page
 */
export async function signOut(msg?: string): Promise<void> {
  // The server tells every tab that the session ended; this one knows why.
  ended = true
  await endOnServer()
  session.clear()
  leaveFor('/login', msg === undefined ? undefined : { kind: 'success', msg })
}

/** Runs what ends this session when it succeeds: the server's word of that end may come before its answer, and is not shown. */
export async function expectingEnd<T>(run: () => Promise<T>): Promise<T> {
  ended = true
  try {
    return await run()
  } catch (error) {
    ended = false
    throw error
  }
}

/** Revokes the token that the browser holds, if any. */
export async function endOnServer(): Promise<void> {
  const token = session.get()?.token
  if (token) await send(contract.login.logout, {}, { token }).catch(() => undefined)
}
