import type { FieldError } from '@weft/contract'

/** The server refused: an envelope whose code is not 200. */
export class ApiRefusal extends Error {
  readonly code: number
  readonly msg: string
  readonly data: unknown
  constructor(code: number, msg: string, data: unknown = null) {
    super(msg)
    this.name = 'ApiRefusal'
    this.code = code
    this.msg = msg
    this.data = data
  }
  /** The problems of the input's fields (422); empty for other refusals. */
  get errors(): FieldError[] {
    const { errors } = (this.data ?? {}) as { errors?: unknown }
    return Array.isArray(errors) ? errors.filter((e): e is FieldError => typeof e?.field === 'string' && typeof e?.msg === 'string') : []
  }
}

/** No answer came: the network is gone, or the time ran out. */
export class NetworkFailure extends Error {
  override name = 'NetworkFailure'
}

/** Returns the reaction of the shared layer to a code (docs/design/screens.md §0.6), before the caller reads it. */
export function reactionTo(code: number): 'none' | 'back' | 'silent' | 'refresh' | 'end' | 'toast' {
  if (code === 200) return 'none'
  if (code === 204) return 'back'
  if (code === 423) return 'silent'
  if (code === 2002) return 'refresh'
  return code >= 2000 ? 'end' : 'toast'
}
