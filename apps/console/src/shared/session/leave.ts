import { contract } from '@weft/contract'
import { send } from '@weft/ui'
import { leaveFor, loginAddress } from '@weft/ui/session/leave.ts'
import { session } from './session.ts'

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
