import type { Endpoint } from '@weft/contract'
import type { AccountDb } from '../db/client.ts'
import { digest } from '../kernel/secrets.ts'
import { Refusal } from '../kernel/refusal.ts'
import { keepAnswer, takeIdempotencyKey } from './idempotency.queries.ts'

const KEY = /^[\x21-\x7e]{1,128}$/

/**
 * Runs a creating call once per key: the same key and body within 24 h answers the first answer again (api.md).
 * The key lives in the call's own transaction, so a refused call leaves no trace and may be tried again.
 */
export async function once<T>(
  db: AccountDb,
  endpoint: Endpoint,
  { login_id, key, body }: { login_id: number; key: string; body: unknown },
  work: () => Promise<T>,
): Promise<T> {
  if (!KEY.test(key)) throw new Refusal('idempotencyKeyReused')
  const call = { login_id, idempotency_key: key, path: endpoint.path, body_hash: digest(JSON.stringify(body ?? null)) }
  const earlier = await takeIdempotencyKey(db, call)
  if (earlier) {
    if (earlier.path !== call.path || !earlier.body_hash.equals(call.body_hash)) throw new Refusal('idempotencyKeyReused')
    return earlier.answer as T
  }
  const told = await work()
  await keepAnswer(db, call, told)
  return told
}
