import { sql } from 'kysely'
import type { SystemDb } from '../db/client.ts'
import { rowsOf } from '../db/rows-of.ts'

export interface WaitingOperation {
  account_id: number
  router_name: string
  connection_id: string
  op_id: string
  kind: 'kill_user' | 'respawn'
  data: unknown
  expires_at: number
}

/** Returns what members that are connected to this instance are asked to do, and were not asked on their present connection. */
export async function waitingHere({ sql: db }: SystemDb, gateway_id: string): Promise<WaitingOperation[]> {
  const { rows } = await sql<WaitingOperation>`
    select o.account_id, o.router_name, m.connection_id, o.op_id, o.kind, o.data, extract(epoch from o.expire_time)::bigint as expires_at
    from operation o join member m using (account_id, router_name)
    where o.end_time is null and o.expire_time > now() and m.gateway_id = ${gateway_id}::uuid and o.connection_id is distinct from m.connection_id
    order by o.create_time, o.op_id`.execute(db)
  return rows
}

/** Records on which connections devices are asked. */
export async function markAsked({ sql: db }: SystemDb, asked: readonly WaitingOperation[]): Promise<void> {
  await sql`update operation o set connection_id = a.connection_id
    from ${rowsOf('a', asked, { op_id: 'uuid', connection_id: 'uuid' })}
    where o.op_id = a.op_id`.execute(db)
}

export interface OperationResult {
  router_name: string
  op_id: string
  /** Why the device did not do it; null if it did. */
  error: string | null
}

/** Records what devices did. A result that is on record already, or that is of another member, changes nothing. */
export async function endOperations({ sql: db }: SystemDb, results: readonly OperationResult[]): Promise<void> {
  await sql`update operation o set end_time = now(), error = r.error
    from ${rowsOf('r', results, { op_id: 'uuid', router_name: 'text', error: 'text' })}
    where (o.op_id, o.router_name) = (r.op_id, r.router_name) and o.end_time is null`.execute(db)
}
