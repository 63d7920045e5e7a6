import { type Endpoint, type FileAnswer, isFileAnswer, type OutputOf, type SentBy, sentenceOf } from '@weft/contract'
import { language } from '../i18n/use-text.ts'
import { type Answer, stubBrowser } from '../testing.tsx'

type StubbedAnswer = Answer | Response
type Answerer = (input: Record<string, unknown>) => StubbedAnswer | Promise<StubbedAnswer>

/** Returns a server for one test, in terms of the contract. A call without a set answer is an unknown path. */
export function stubServer({ wide = true }: { wide?: boolean } = {}) {
  const answers = new Map<string, Answerer>()
  const calls: { path: string; input: Record<string, unknown>; ifMatch: string | null }[] = []
  stubBrowser(async ({ path, query, body, headers }) => {
    // A field that comes several times is a list.
    const beside = Object.fromEntries(
      [...new Set(query.keys())].map((key) => [key, query.getAll(key).length > 1 ? query.getAll(key) : query.get(key)]),
    )
    // A multipart body holds only the file, so the input travels in the address.
    const input = (body instanceof FormData ? { ...beside, ...Object.fromEntries(body) } : (body ?? beside)) as Record<string, unknown>
    calls.push({ path, input, ifMatch: headers.get('if-match') })
    return (await answers.get(path)?.(input)) ?? { code: 404, msg: `no ${path}` }
  }, wide)
  return {
    /** From now on, answers an endpoint with the given output, or with one computed from the input. */
    on<E extends Endpoint>(endpoint: E, answer: OutputOf<E> | ((input: SentBy<E>) => OutputOf<E>)): void {
      const answerer = (typeof answer === 'function' ? answer : () => answer) as (input: unknown) => OutputOf<E>
      answers.set(endpoint.path, (input) => wired(endpoint, answerer(input), input))
    },
    refuse(endpoint: Endpoint, code: number, msg: string, data: unknown = null): void {
      answers.set(endpoint.path, () => ({ code, msg, data }))
    },
    /** Gives an endpoint no answer, as if the network is gone. */
    silence(endpoint: Endpoint): void {
      answers.set(endpoint.path, () => Promise.reject(new TypeError('network')))
    },
    /** Holds back an endpoint's answer until the test releases it. @returns a function that releases the answer */
    hold(endpoint: Endpoint): () => void {
      const before = answers.get(endpoint.path)
      const { promise, resolve } = Promise.withResolvers<void>()
      answers.set(endpoint.path, async (input) => {
        await promise
        return (await before?.(input)) ?? { code: 404, msg: 'no answer' }
      })
      return resolve
    },
    /** Returns the inputs with which an endpoint was called, oldest first; a file is its part of the form. */
    asked: (endpoint: Endpoint) => calls.filter(({ path }) => path === endpoint.path).map(({ input }) => input),
    /** Returns the revisions that calls of an endpoint named, as texts, oldest first; null for a call that named none. */
    askedUpon: (endpoint: Endpoint) => calls.filter(({ path }) => path === endpoint.path).map(({ ifMatch }) => ifMatch),
  }
}
export type StubServer = ReturnType<typeof stubServer>

function wired(endpoint: Endpoint, data: unknown, input: unknown): StubbedAnswer {
  if (isFileAnswer(data)) {
    const { file_name, body, media_type = endpoint.media_type! } = data as FileAnswer & { body: Uint8Array<ArrayBuffer> }
    const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(file_name)}`
    return new Response(body, { headers: { 'content-type': media_type, 'content-disposition': disposition } })
  }
  if (!endpoint.paged) return { msg: sentenceOf(endpoint, data, input, language.get()), data }
  const { rows, count } = data as { rows: unknown[]; count: number }
  return { data: rows, count }
}
