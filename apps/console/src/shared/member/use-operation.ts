import { contract, type OperationState } from '@weft/contract'
import { call, toast, useText } from '@weft/ui'
import * as text from './operation.text.ts'
import { pauseOf } from '@weft/ui/time/pauses.ts'

/** Milliseconds between two questions: short at first, because a connected device answers within a second. */
const pauses = [300, 700, 1000, 1000, 2000] as const
const LAST_PAUSE = 3000

/** Resolves with what became of an operation. @param waits is called once if it takes longer than a device that is connected */
async function settled(
  input: { network_number: string; operation_id: string },
  waits: (state: OperationState) => void,
): Promise<OperationState> {
  for (let asked = 0; ; asked++) {
    await new Promise((done) => setTimeout(done, pauseOf(pauses[asked] ?? LAST_PAUSE)))
    const state = await call(contract.networkSettings.operation, input, { missing: 'stay', quiet: true })
    if (state.waiting === 0) return state
    if (asked === 2) waits(state)
  }
}

/** Returns functions that say what becomes of an operation: that it waits for a device, that it was done, or why it was not. */
export function useOperation() {
  const t = useText(text)
  const follow =
    (what: string) =>
    async (network_number: string, { operation_id }: { operation_id: string }) => {
      const { failed, members } = await settled({ network_number, operation_id }, (state) =>
        toast.info(t.waiting(what, state.members.map(({ router_name }) => router_name).join(t.and))),
      )
      if (failed === 0) toast.success(t.done(what))
      else toast.error(t.failed(what, members.map(t.reason).join(t.next)))
    }
  /** Follows an operation until it is settled; if the server cannot be asked, nothing more is said. */
  const quietly =
    (following: ReturnType<typeof follow>) =>
    (network_number: string, begun: { operation_id: string }): void =>
      void following(network_number, begun).catch(() => {})
  return { redialled: quietly(follow(t.redial)), signedOut: quietly(follow(t.signOut)) }
}
