import { type Kysely, sql } from 'kysely'

/** Role that serves one account: sees its rows alone, and only while a transaction names the account. Owns nothing. */
export const APP_ROLE = 'weft_app'
/** Role of the sign-in, the operators, the gateway and the jobs. Owns nothing either. */
export const SYSTEM_ROLE = 'weft_system'

/** Creates the two roles if they are missing; databases of one server share them, so two migrations may create them at once. */
export async function createRoles(db: Kysely<unknown>): Promise<void> {
  for (const role of [APP_ROLE, SYSTEM_ROLE])
    await sql
      .raw(`do $$ begin
        if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if;
        exception when duplicate_object or unique_violation then null;
      end $$;
      do $$ begin
        if not pg_has_role(current_user, '${role}', 'member') then execute format('grant ${role} to %I', current_user); end if;
        exception when unique_violation then null;
      end $$;`)
      .execute(db)
}

/** Forces row-level security on a table of accounts' rows: the application role sees the transaction's account alone. */
export async function tenantTables(db: Kysely<unknown>, table: string): Promise<void> {
  await closeTable(db, table)
  await sql
    .raw(`grant select, insert, update, delete on ${table} to ${APP_ROLE};
      create policy tenant on ${table} to ${APP_ROLE} using (account_id = (select weft_account())) with check (account_id = (select weft_account()));`)
    .execute(db)
}

/** Forces row-level security on a table that the application role may not see at all. The keeper policy lets migrations move rows. */
export async function closeTable(db: Kysely<unknown>, table: string): Promise<void> {
  await sql
    .raw(`alter table ${table} enable row level security;
      alter table ${table} force row level security;
      grant select, insert, update, delete on ${table} to ${SYSTEM_ROLE};
      create policy system on ${table} to ${SYSTEM_ROLE} using (true) with check (true);
      do $$ begin execute format('create policy keeper on ${table} to %I using (true) with check (true)', current_user); end $$;`)
    .execute(db)
}

/**
 * Gives the system's role access to the job queue, whose own migrations grant rights to its owner alone. Runs at each start, since a
 * newer queue brings new tables, and in one instance at a time, since PostgreSQL refuses to change the rights of a table twice at once.
 */
export async function openQueue(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`select pg_advisory_xact_lock(hashtext('weft_queue'));
      grant usage on schema graphile_worker to ${SYSTEM_ROLE};
      grant select, insert, update, delete on all tables in schema graphile_worker to ${SYSTEM_ROLE};
      grant usage, select on all sequences in schema graphile_worker to ${SYSTEM_ROLE};
      grant execute on all functions in schema graphile_worker to ${SYSTEM_ROLE};
      do $$ declare closed regclass; begin
        for closed in
          select c.oid from pg_class c where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
            and not exists (select from pg_policy where polrelid = c.oid and polname = 'system')
        loop
          execute format('create policy system on %s to ${SYSTEM_ROLE} using (true) with check (true)', closed);
        end loop;
      end $$;`)
    .execute(db)
}
