import { type Endpoint, type FileAnswer, isFileAnswer, type Language, refusals, refusalText, sentenceOf } from '@weft/contract'
import type { Refusal } from '../kernel/refusal.ts'

export interface Envelope {
  code: number
  msg: string
  data: unknown
  count?: number
  /** A field of `data` that the contract repeats. */
  [repeated: string]: unknown
}

/** The answer of a call: an envelope, or a file instead of it. */
export type Answered = Envelope | FileAnswer
export const isFile = (endpoint: Endpoint): endpoint is Endpoint & { media_type: string } => endpoint.media_type !== null

/** Returns the HTTP status for proxies, logs and metrics (docs/design/domain.md §8): 200 for 200 and 204, 401 from 2000 on. */
export const httpStatus = (code: number): number => (code === 204 ? 200 : code >= 2000 ? 401 : code)

/** What a handler answered, and what it was asked in which language. */
interface Result {
  value: unknown
  input: unknown
  language: Language
}

/**
 * Returns a handler's answer as it is sent, with the sentence of a call that changed something. A field that the output schema does not name never leaves the server; a file is sent as is.
 * @throws a ZodError if the answer is not what the contract promises: our fault, a 500
 */
export function answer(endpoint: Endpoint, { value, input, language }: Result): Answered {
  if (isFile(endpoint)) return value as FileAnswer
  const { paged, output, repeats } = endpoint
  const result = output.parse(value ?? null)
  if (isFileAnswer(result)) return result
  const msg = sentenceOf(endpoint, result, input, language)
  if (!paged) return { code: 200, msg, data: result, ...only(result as Record<string, unknown>, repeats) }
  const { rows, count } = result as { rows: unknown[]; count: number }
  return { code: 200, msg, data: rows, count }
}

/** Returns an answer that was given before, with its sentence in the language of the caller who gets it now. */
export const answerAgain = (endpoint: Endpoint, earlier: Answered, { input, language }: Omit<Result, 'value'>): Answered =>
  isFileAnswer(earlier) ? earlier : { ...earlier, msg: sentenceOf(endpoint, earlier.data, input, language) }

const only = (result: Record<string, unknown>, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, result[field]]))

export function refusalEnvelope({ reason, params, data }: Refusal, language: Language): Envelope {
  const refusal = refusals[reason]
  const msg = refusalText(reason, params, language)
  return { code: refusal.code, msg, data: data ?? ('field' in refusal ? { errors: [{ field: refusal.field, msg }] } : null) }
}
