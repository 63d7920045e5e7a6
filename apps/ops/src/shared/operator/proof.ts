import { OPERATOR_PROOF_SECONDS, opsContract, type SentBy } from '@weft/contract'
import { call } from '@weft/ui'
import { session } from '../session/session.ts'

/** Seconds by which a proof is taken as over before the server does, so that a call under way still counts. */
const MARGIN_SECONDS = 15

let proved: { token: string | undefined; until: number } | undefined

/** Whether the identity was proved lately in this session, so that it need not be asked for. The server decides in any case. */
export const isProved = (): boolean => proved !== undefined && proved.token === session.get()?.token && Date.now() < proved.until

/** Proves the identity of whoever is signed in, by password or code. @throws what refuses it, told by then */
export async function proveIdentity(input: SentBy<typeof opsContract.ownSignIn.prove>): Promise<void> {
  await call(opsContract.ownSignIn.prove, input)
  proved = { token: session.get()?.token, until: Date.now() + (OPERATOR_PROOF_SECONDS - MARGIN_SECONDS) * 1000 }
}

/** Asks for the proof again, where the server has forgotten it. */
export function forgetProof(): void {
  proved = undefined
}
