import type { Endpoint } from '@weft/contract'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../kernel/refusal.ts'
import { digest } from '../kernel/secrets.ts'
import type { KeyStore } from './idempotency.queries.ts'

const KEY = /^[\x21-\x7e]{1,128}$/

/**
 * Runs a creating call once per key: the same key and body within 24 h gets the first answer again (docs/design/api.md §1).
 * `repeat` puts that answer into the language of the caller who asks again. The key is stored in the call's own transaction, so a refused call leaves no key and may be tried again.
 */
export async function once<T>(
  store: KeyStore,
  endpoint: Endpoint,
  { headers, body }: FastifyRequest,
  work: () => Promise<T>,
  repeat: (earlier: T) => T,
): Promise<T> {
  const key = headers['idempotency-key']
  if (!endpoint.idempotent || key === undefined) return work()
  if (typeof key !== 'string' || !KEY.test(key)) throw new Refusal('idempotencyKeyReused')
  const call = { idempotency_key: key, path: endpoint.path, body_hash: digest(JSON.stringify(body ?? null)) }
  const earlier = await store.take(call)
  if (earlier) {
    if (earlier.path !== call.path || !earlier.body_hash.equals(call.body_hash)) throw new Refusal('idempotencyKeyReused')
    return repeat(earlier.answer as T)
  }
  const result = await work()
  await store.keep(key, result)
  return result
}
