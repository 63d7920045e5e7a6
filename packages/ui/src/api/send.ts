import { doorBase, type Endpoint, type OutputOf, type SentBy } from '@weft/contract'
import { language, textNow } from '../i18n/use-text.ts'
import { learnTime } from '../time/server-time.ts'
import * as text from './api.text.ts'
import { ApiRefusal, NetworkFailure } from './refusal.ts'

export interface SendOptions {
  token?: string | undefined
  /** The file of a multipart endpoint. */
  file?: Blob | undefined
  idempotencyKey?: string | undefined
  /** The revision or update time on which the change was made; a stale one is answered with 409. */
  ifMatch?: string | number | undefined
  /** Gets the server's sentence about what it did. */
  told?: ((msg: string) => void) | undefined
  signal?: AbortSignal | undefined
  /** The request goes on when the page is left. */
  keepalive?: boolean
}

function queryOf(input: object): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined || value === null || value === '') continue
    for (const one of Array.isArray(value) ? value : [value]) query.append(key, String(one))
  }
  const text = query.toString()
  return text && `?${text}`
}

function bodyOf(endpoint: Endpoint, input: object, file: Blob | undefined): { body: BodyInit; type?: string } {
  if (endpoint.body.kind !== 'multipart') return { body: JSON.stringify(input), type: 'application/json' }
  const form = new FormData()
  if (file) form.append(endpoint.body.field, file)
  return { body: form }
}

/** Returns a signal that aborts when the caller aborts or the endpoint's timeout is over; uploads and streams have no timeout. */
function deadline(endpoint: Endpoint, asked: AbortSignal | undefined): { signal: AbortSignal; done: () => void } {
  const controller = new AbortController()
  const abort = () => controller.abort(asked?.reason)
  const seconds = endpoint.body.kind === 'multipart' ? null : endpoint.timeout
  const late = seconds === null ? undefined : AbortSignal.timeout(seconds * 1000)
  if (asked?.aborted) abort()
  for (const signal of [asked, late]) signal?.addEventListener('abort', abort)
  const done = () => {
    for (const signal of [asked, late]) signal?.removeEventListener('abort', abort)
  }
  return { signal: controller.signal, done }
}

/** Returns a request in the form that `fetch` takes. `form` endpoints accept JSON as well and are sent that. */
function requestOf(endpoint: Endpoint, given: object, options: SendOptions): { url: string; init: RequestInit } {
  const headers = new Headers({ 'accept-language': language.get() })
  if (options.token) headers.set('authorization', `Bearer ${options.token}`)
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey)
  if (options.ifMatch !== undefined) headers.set('if-match', String(options.ifMatch))
  const init: RequestInit = { method: endpoint.method, headers, ...(options.keepalive && { keepalive: true }) }
  let url = `${doorBase[endpoint.door]}/${endpoint.path}`
  // A multipart body holds only the file, so the input travels in the address.
  if (endpoint.method === 'GET' || endpoint.body.kind === 'multipart') url += queryOf(given)
  if (endpoint.method !== 'GET') {
    const { body, type } = bodyOf(endpoint, given, options.file)
    init.body = body
    if (type) headers.set('content-type', type)
  }
  return { url, init }
}

/**
 * Makes one request, without any reaction to its answer.
 * @throws ApiRefusal for an envelope whose code is not 200, NetworkFailure if none came, the caller's abort reason
 */
export async function send<E extends Endpoint>(endpoint: E, input: SentBy<E>, options: SendOptions = {}): Promise<OutputOf<E>> {
  const { url, init } = requestOf(endpoint, input ?? {}, options)
  const { signal, done } = deadline(endpoint, options.signal)
  const { code, msg, data, count } = await answerOf(url, { ...init, signal }, options.signal, envelopeOf).finally(done)
  if (code !== 200) throw new ApiRefusal(code, msg || textNow(text).failed, data)
  const answer = endpoint.output.safeParse(endpoint.paged ? { rows: data, count: count ?? 0 } : data)
  if (!answer.success) {
    console.error(`${endpoint.path} answered outside its contract`, answer.error)
    throw new ApiRefusal(500, textNow(text).failed)
  }
  options.told?.(msg)
  return answer.data as OutputOf<E>
}

/**
 * Makes one request that answers a file, without any reaction to its answer.
 * @param read takes the file from an answer that is known to be one
 * @throws as `send`; NetworkFailure also if the file broke off
 */
export async function sendForFile<E extends Endpoint, T>(
  endpoint: E,
  input: SentBy<E>,
  options: SendOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const { url, init } = requestOf(endpoint, input ?? {}, options)
  const { signal, done } = deadline(endpoint, options.signal)
  // An endpoint that answers files of several kinds, or rows, marks a file by this header.
  const isFile = ({ ok, headers }: Response) =>
    ok &&
    (endpoint.media_type === null
      ? (headers.get('content-disposition') ?? '').startsWith('attachment')
      : headers.get('content-type')?.split(';')[0] === endpoint.media_type)
  const answer = await answerOf(url, { ...init, signal }, options.signal, async (response) =>
    isFile(response) ? { file: await read(response) } : envelopeOf(response),
  ).finally(done)
  if ('file' in answer) return answer.file
  // An envelope that is not a refusal is not a file either.
  throw new ApiRefusal(answer.code === 200 ? 500 : answer.code, answer.msg || textNow(text).failed, answer.data)
}

interface Envelope {
  code: number
  msg: string
  data: unknown
  count?: number
}

async function answerOf<T>(
  url: string,
  init: RequestInit,
  asked: AbortSignal | undefined,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  try {
    const began = Date.now()
    const response = await fetch(url, init)
    learnTime(response.headers.get('date'), began)
    return await read(response)
  } catch (cause) {
    if (asked?.aborted || cause instanceof NetworkFailure) throw cause
    throw new NetworkFailure('no answer', { cause })
  }
}

async function envelopeOf(response: Response): Promise<Envelope> {
  const { status } = response
  const envelope = jsonOf(await response.text())
  if (typeof envelope?.code === 'number') return envelope as Envelope
  if (status === 502 || status === 504) throw new NetworkFailure(`gateway answered ${status}`)
  return { code: status === 200 ? 500 : status, msg: '', data: null }
}

function jsonOf(body: string): Partial<Envelope> | undefined {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
