import type { Operator } from '@weft/contract'
import { onStored, readStored, writeStored } from '@weft/ui'
import { onReset } from '@weft/ui/store/module-state.ts'

/** An operator's session as the browser stores it, the same in every tab. */
interface KeptSession {
  token: string
  /** When the session ends, in milliseconds, regardless of activity. */
  expires: number
  username: string
}

const KEPT = 'operator'

function parse(text: string | undefined): KeptSession | undefined {
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<KeptSession> | null
    return typeof kept?.token === 'string' && Number(kept.expires) > Date.now() ? (kept as KeptSession) : undefined
  } catch {
    return undefined
  }
}

let current = parse(readStored(KEPT))
onReset(() => (current = parse(readStored(KEPT))))

function keep(next: KeptSession | undefined): void {
  writeStored(KEPT, next && JSON.stringify(next))
  current = next
}

export const session = {
  get: (): KeptSession | undefined => current,
  /** Calls `tell` when another tab signed in or out. */
  subscribe: (tell: (now: KeptSession | undefined) => void): (() => void) =>
    onStored(KEPT, (text) => {
      current = parse(text)
      tell(current)
    }),
  start: (answer: { access_token: string; token_expire_time: number; operator: Operator }): void =>
    keep({
      token: answer.access_token,
      expires: Date.now() + answer.token_expire_time * 1000,
      username: answer.operator.username,
    }),
  clear: (): void => keep(undefined),
}
