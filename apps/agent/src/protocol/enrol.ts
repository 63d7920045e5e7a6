import type { AgentMessage } from '@weft/contract'

/** How a device proves who it is before it has a credential. */
export type Proof = { router_name: string } & ({ activation_code: string } | { password: string })
export type DeviceFacts = Extract<AgentMessage, { type: 'hello' }>['device']

/** The controller refused; `retry_after` where trying again later may help. */
export class Refused extends Error {
  readonly code: number
  readonly retry_after: number | undefined
  constructor(message: string, code: number, retry_after: number | undefined) {
    super(message)
    this.code = code
    this.retry_after = retry_after
  }
}

const TIMEOUT_MS = 15_000

/**
 * Exchanges an activation code (hardware, once) or a password (software) for a credential.
 * @throws Refused; whatever fetch throws when the controller is away
 */
export async function enrol(server: string, proof: Proof, device: DeviceFacts): Promise<string> {
  const hardware = 'activation_code' in proof
  const response = await fetch(new URL(hardware ? '/agent/v1/activate' : '/agent/v1/login', server), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en' },
    body: JSON.stringify(hardware ? { ...proof, device } : { username: proof.router_name, password: proof.password, device }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const answer = (await response.json()) as { code: number; msg: string; data: { credential?: string; retry_after?: number } | null }
  if (answer.code === 200 && answer.data?.credential) return answer.data.credential
  throw new Refused(answer.msg, answer.code, answer.code >= 500 ? 5 : answer.data?.retry_after)
}

export const mayTryAgain = (error: unknown): boolean => !(error instanceof Refused) || error.retry_after !== undefined
