import type { OperationState } from '@weft/contract'
import { sql } from 'kysely'
import { type AccountDb, moment, type SystemDb } from '../../../db/client.ts'

/** Writes what these members are asked to do; the servers that hold them read it. */
export async function insertOperations(
  { account_id, sql: db }: AccountDb,
  {
    operation_id,
    network_number,
    names,
    kind,
    data,
    seconds,
  }: { operation_id: string; network_number: string; names: readonly string[]; kind: string; data?: object; seconds: number },
): Promise<void> {
  await sql`insert into operation (account_id, operation_id, network_number, router_name, kind, data, expire_time)
    select ${account_id}::bigint, ${operation_id}::uuid, ${network_number}, router_name, ${kind}, ${data ? JSON.stringify(data) : null}::jsonb,
      now() + make_interval(secs => ${seconds}) from unnest(${[...names]}::text[]) as n(router_name)`.execute(db)
}

type Row = Pick<OperationState['members'][number], 'router_name' | 'reason' | 'error'> & { state: 'done' | 'waiting' | 'failed' }

/** Returns how far each member is with an operation. */
export async function listOperations({ account_id, sql: db }: AccountDb, network_number: string, operation_id: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select o.router_name, o.error,
      case when o.end_time is not null and o.error is null then 'done'
        when o.end_time is not null or m.router_name is null or o.expire_time <= now() then 'failed' else 'waiting' end as state,
      case when o.end_time is not null then 'refused' when m.router_name is null then 'removed'
        when o.connection_id is null then 'away' when o.expire_time <= now() then 'silent'
        when o.connection_id is distinct from m.connection_id then 'away' else 'asked' end as reason
    from operation o left join member m using (account_id, router_name)
    where (o.account_id, o.operation_id, o.network_number) = (${account_id}::bigint, ${operation_id}::uuid, ${network_number})
    order by o.router_name`.execute(db)
  return rows
}

export async function deleteOperations({ sql: db }: SystemDb, before: Date): Promise<void> {
  await db.deleteFrom('operation').where('create_time', '<', moment(before)).execute()
}
