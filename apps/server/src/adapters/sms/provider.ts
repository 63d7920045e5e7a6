import { DEFAULT_AREA_CODE } from '@weft/contract'
import { SendFailure } from '../send-failure.ts'
import type { SmsTemplate } from './sms.ts'

/** Settings that both providers need. */
export interface Provider {
  key: { id: string; secret: string }
  /** 签名 */
  sign: string
  /** The provider's template codes: for the mainland, and with `_intl` for everywhere else. */
  templates: Partial<Record<SmsTemplate | `${SmsTemplate}_intl`, string>>
  /** The provider's own address if undefined. */
  endpoint?: string
  /** Milliseconds that a call may take. */
  timeout?: number
}

export const templateFor = ({ templates }: Provider, area_code: string, template: SmsTemplate): string | undefined =>
  templates[area_code === DEFAULT_AREA_CODE ? template : (`${template}_intl` as const)]

const TIMEOUT = 5_000

/** Sends one POST; `json` is undefined if the answer is no JSON. @throws SendFailure if there is no answer in time */
export async function call(
  url: string,
  init: { headers: Record<string, string>; body?: string },
  timeout = TIMEOUT,
): Promise<{ status: number; json: unknown }> {
  const { host: _, ...headers } = init.headers
  try {
    const signal = AbortSignal.timeout(timeout)
    const response = await fetch(url, { ...init, headers, method: 'POST', redirect: 'error', signal })
    const text = await response.text()
    return { status: response.status, json: parsed(text) }
  } catch (error) {
    // The address of the call holds the recipient, and errors of fetch may name it.
    throw new SendFailure(
      false,
      'unreachable',
      error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'no connection',
    )
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the code and the message of an answer, if it has them. */
export function facts(json: unknown): { Code: string | undefined; Message: string | undefined } {
  const { Code, Message } = (json ?? {}) as Record<string, unknown>
  return { Code: typeof Code === 'string' ? Code : undefined, Message: typeof Message === 'string' ? Message : undefined }
}
