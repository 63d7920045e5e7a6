import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import type { AgentMessage } from '@weft/contract/agent-protocol'
import type { Controller } from './controller.ts'

/** The proof of a device's identity before it has a credential. */
export type Proof = { router_name: string } & ({ activation_code: string; csr?: string } | { password: string })
export type DeviceFacts = Extract<AgentMessage, { type: 'hello' }>['device']

/** The controller refused; `retry_after` is set if trying again later may help. */
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
 * @param made the credential that the device has made and keeps; a password needs none. With an activation code the controller accepts it, however often the call is
 * repeated. A controller of a former version makes another one, and so does every controller for a password
 * @returns the credential to use
 * @throws Refused; any error of the request while the controller is away
 */
export async function enrol(controller: Controller, proof: Proof, device: DeviceFacts, made: string | undefined): Promise<string> {
  const hardware = 'activation_code' in proof
  const path = hardware ? '/agent/v1/activate' : '/agent/v1/login'
  const body = hardware ? { ...proof, device } : { username: proof.router_name, password: proof.password, device }
  const answer = await post(controller, path, body, hardware ? made : undefined)
  if (answer.code === 200 && answer.data?.credential) return answer.data.credential
  throw refusedBy(answer)
}

/**
 * Makes the controller accept another credential as well as the one that the device shows. Sending the new one as both is its first use.
 * @throws Refused; any error of the request while the controller is away
 */
export async function present(controller: Controller, credential: string, next: string): Promise<void> {
  const answer = await post(controller, '/agent/v1/renew', { credential: next }, credential)
  if (answer.code !== 200) throw refusedBy(answer)
}

interface Answer {
  code: number
  msg: string
  data: { credential?: string; retry_after?: number } | null
}
const refusedBy = ({ code, msg, data }: Answer): Refused => new Refused(msg, code, code >= 500 ? 5 : data?.retry_after)

/**
 * Returns the answer to a request, without loading `fetch` into a process that calls once in its life. An `import` of Node's HTTP modules
 * would load it too, because they refer to its parts.
 */
async function post({ server, ca }: Controller, path: string, body: unknown, bearer?: string): Promise<Answer> {
  const url = new URL(path, server)
  const { request } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http')
  const headers = {
    'content-type': 'application/json',
    'accept-language': 'en',
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
  }
  const asked = request(url, { method: 'POST', headers, signal: AbortSignal.timeout(TIMEOUT_MS), ...(ca !== undefined && { ca }) })
  asked.on('error', () => {})
  asked.end(JSON.stringify(body))
  const [response] = (await once(asked, 'response')) as [Readable]
  return (await json(response)) as Answer
}

export const mayTryAgain = (error: unknown): boolean => !(error instanceof Refused) || error.retry_after !== undefined
