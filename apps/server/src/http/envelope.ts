import { type Endpoint, type FileAnswer, isFileAnswer, type Language, refusals, refusalText } from '@weft/contract'
import type { Refusal } from '../kernel/refusal.ts'

export interface Envelope {
  code: number
  msg: string
  data: unknown
  count?: number
}

/** What a call answers: an envelope, or a file in its place. */
export type Answered = Envelope | FileAnswer
export const isFile = (endpoint: Endpoint): endpoint is Endpoint & { media_type: string } => endpoint.media_type !== null

/** HTTP tells the truth to proxies, logs and metrics (docs/design/domain.md §8): 200 and 204 travel as 200, 2000 and above as 401. */
export const httpStatus = (code: number): number => (code === 204 ? 200 : code >= 2000 ? 401 : code)

/**
 * A handler's answer on the wire. What the output schema does not name never leaves the server; a file goes as it is.
 * @throws a ZodError where the answer is not what the contract promises: our fault, a 500
 */
export function answer(endpoint: Endpoint, value: unknown): Answered {
  if (isFile(endpoint)) return value as FileAnswer
  const { paged, output } = endpoint
  const result = output.parse(value ?? null)
  if (isFileAnswer(result)) return result
  if (!paged) return { code: 200, msg: '', data: result }
  const { rows, count } = result as { rows: unknown[]; count: number }
  return { code: 200, msg: '', data: rows, count }
}

export function refusalEnvelope({ reason, params, data }: Refusal, language: Language): Envelope {
  const refusal = refusals[reason]
  const msg = refusalText(reason, params, language)
  return { code: refusal.code, msg, data: data ?? ('field' in refusal ? { errors: [{ field: refusal.field, msg }] } : null) }
}
