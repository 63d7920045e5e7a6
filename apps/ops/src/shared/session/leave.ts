import { opsContract } from '@weft/contract'
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

/** Ends the session on the server as well. A server that does not answer does not keep anyone here. */
export async function signOut(): Promise<void> {
  ended = true
  const token = session.get()?.token
  if (token) await send(opsContract.session.logout, {}, { token }).catch(() => undefined)
  session.clear()
  leaveFor('/login')
}
