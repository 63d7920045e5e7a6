import { contract } from '@weft/contract'
import { send } from '@weft/ui'
import { leaveFor, loginAddress, refusalOf } from '@weft/ui/session/leave.ts'
import { session } from './session.ts'
import { onReset } from '@weft/ui/store/module-state.ts'

let ended = false
onReset(() => (ended = false))

/** Forgets a session that is over and opens the sign-in page, which returns here afterwards. */
export function endSession(msg: string): void {
  if (ended) return
  ended = true
  session.clear()
  leaveFor(loginAddress(location.pathname + location.search), refusalOf(msg))
}

/**
 * Ends the session in every tab and on the server. If the server does not answer, the user is signed out here all the same.
 * @param deed what the sign-in page says
 */
export async function signOut(deed: 'signedOut' | 'passwordChanged' = 'signedOut'): Promise<void> {
  // The server notifies every tab that the session ended; `ended` makes this tab ignore it.
  ended = true
  await endOnServer()
  session.clear()
  leaveFor('/login', deed)
}

/** Runs a call that ends this session if it succeeds. The event of that end may arrive before the call's answer and is ignored. */
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
