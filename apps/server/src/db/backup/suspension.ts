import type { Client } from 'pg'
import { select } from './connection.ts'

/** Each row holds the statement that removes a guard and those that restore it as it was. */
const guards = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as away,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(c.oid))
      || coalesce(format('; comment on constraint %I on %s is %L', conname, conrelid::regclass, obj_description(c.oid, 'pg_constraint')), '') as back
  from pg_constraint c where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace
  union all
  select format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
    format('alter table %s enable %s trigger %I', tgrelid::regclass, case tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, tgname)
  from pg_trigger t join pg_class c on c.oid = tgrelid
  where c.relnamespace = 'public'::regnamespace and not tgisinternal and tgparentid = 0 and tgenabled <> 'D'
  union all
  select format('alter table %s no force row level security', oid::regclass), format('alter table %s force row level security', oid::regclass)
  from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relforcerowsecurity and row_security_active(oid)`

/**
 * Removes foreign keys, triggers and forced row-level security for the rest of the transaction, so that tables may be filled in any
 * order. The owner may do so; no superuser is needed. Returns a function that restores them, which checks every foreign key.
 */
export async function suspendGuards(client: Client): Promise<() => Promise<void>> {
  const statements = await select<{ away: string; back: string }>(client, guards)
  for (const { away } of statements) await client.query(away)
  return async () => {
    await client.query('set constraints all immediate')
    for (const { back } of statements) await client.query(back)
  }
}
