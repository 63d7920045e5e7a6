import type { Client } from 'pg'
import { BackupError } from './backup-error.ts'
import { quotedList, select } from './connection.ts'

/**
 * Makes sure that this transaction sees every row, or fails: a backup that row-level security had filtered would look whole.
 * If the role does not bypass row-level security, each table must have a policy that opens all rows to it and none that narrows it;
 * the tables must be locked, so that this stays so until the transaction ends.
 */
export async function demandEveryRow(client: Client): Promise<void> {
  const tables = await select<{ name: string; open: boolean }>(
    client,
    `select c.relname::text as name, coalesce(bool_or(p.polpermissive and p.polcmd in ('*', 'r') and pg_get_expr(p.polqual, p.polrelid) = 'true'), false)
       and not coalesce(bool_or(not p.polpermissive and p.polcmd in ('*', 'r')), false) as open
     from pg_class c left join pg_policy p on p.polrelid = c.oid and exists (
       select from unnest(p.polroles) role where role = 0 or pg_has_role(current_user, role, 'usage'))
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and row_security_active(c.oid)
     group by c.relname`,
  )
  const narrowed = tables.filter(({ open }) => !open).map(({ name }) => name)
  if (narrowed.length > 0)
    throw new BackupError(`This role may not see every row of ${narrowed.join(', ')}: back up as the owner of the database or a superuser.`)
  if (tables.length === 0) await client.query('set local row_security to off')
}

export const lockTables = async (client: Client, names: string[], mode: 'access share' | 'access exclusive'): Promise<void> => {
  if (names.length > 0) await client.query(`lock table ${quotedList(names)} in ${mode} mode`)
}
