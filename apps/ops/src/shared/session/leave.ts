import { opsContract } from '@weft/contract'
import { send } from '@weft/ui'
import { leaveFor, loginAddress, refusalOf } from '@weft/ui/session/leave.ts'
import { outbox } from '../ticket/outbox.ts'
import { session } from './session.ts'
import { onReset } from '@weft/ui/store/module-state.ts'

let ended = false
onReset(() => (ended = false))

/** Forgets the session that is over, and leads to the sign-in page, which returns here. */
export function endSession(msg: string): void {
  if (ended) return
  ended = true
  session.clear()
  leaveFor(loginAddress(location.pathname + location.search), refusalOf(msg))
}

/** Signs out, on the server as well; does not fail if the server does not answer. */
export async function signOut(): Promise<void> {
  // What was sent a moment ago must not be lost with the session.
  await outbox.sendNow()
  ended = true
  const token = session.get()?.token
  if (token) await send(opsContract.session.logout, {}, { token }).catch(() => undefined)
  session.clear()
  leaveFor('/login')
}
