import { type Kysely, sql } from 'kysely'

/** One word for one thing: what was alerted of a member, and the first password of an operator. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(NAMES).execute(db)
}

/** It renames columns, so no earlier program may serve beside it. */
export const serves = undefined

const NAMES = /* sql */ `
alter table operator rename column password_first to first_password;
alter table alert_watch rename column told to alerted;
create or replace function weft_watch(account bigint, router text, link text, former smallint, present smallint) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into alert_watch (account_id, router_name, link, alerted, seen, since)
    select account, router, weft_watch.link, former, present, now()
    from monitor m join monitor_router r on r.account_id = m.account_id and r.router_name = router
    where m.account_id = account and m.enable = 1
  on conflict (account_id, router_name, link) do update set seen = excluded.seen, since = excluded.since
$$;
`
