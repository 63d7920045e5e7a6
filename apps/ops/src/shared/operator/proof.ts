import { OPERATOR_PROOF_SECONDS, opsContract, type SentBy } from '@weft/contract'
import { call } from '@weft/ui'
import { session } from '../session/session.ts'
import { onReset } from '@weft/ui/store/module-state.ts'

/** Seconds by which a proof expires here before it does on the server, so that a call under way still counts. */
const MARGIN_SECONDS = 15

let proved: { token: string | undefined; until: number } | undefined
onReset(() => (proved = undefined))

/** Returns whether the identity was proved recently in this session, so no proof is asked for. The server decides in any case. */
export const isProved = (): boolean => proved !== undefined && proved.token === session.get()?.token && Date.now() < proved.until

/** Proves the operator's identity by password or code. @throws the refusal, already shown */
export async function proveIdentity(input: SentBy<typeof opsContract.ownSignIn.prove>): Promise<void> {
  await call(opsContract.ownSignIn.prove, input)
  proved = { token: session.get()?.token, until: Date.now() + (OPERATOR_PROOF_SECONDS - MARGIN_SECONDS) * 1000 }
}

/** Makes the next dialog ask for the proof again, because the server has forgotten it. */
export function forgetProof(): void {
  proved = undefined
}
