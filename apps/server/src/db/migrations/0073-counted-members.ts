import { type Kysely, sql } from 'kysely'

/** How each member is over all its networks, stored beside how it is in each of them: an index of these columns counts the members of a network. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
}

export const serves = '0047-former-names'

const SCHEMA = /* sql */ `
alter table membership_state
  add column member_online smallint,
  add column member_rank smallint,
  -- Whether it is a device that ever connected.
  add column member_watched boolean,
  -- Networks are counted from an index alone where nothing has changed since the last vacuum.
  set (autovacuum_vacuum_scale_factor = 0.02);

create or replace trigger member_touched after update of note, status, online_status, online, connect_time, report_time, config_error, watched_since
  on member for each row
  when ((old.note, old.status, old.online_status, old.online, old.connect_time, old.config_error is null, old.watched_since is null)
      is distinct from (new.note, new.status, new.online_status, new.online, new.connect_time, new.config_error is null, new.watched_since is null)
    or (new.online_status = 0 and old.report_time is distinct from new.report_time))
  execute function weft_member_touched();

-- The members that are there are judged when this program starts.
insert into state_touched (xact, account_id, router_name) select 0, account_id, router_name from member where router_type < 3
  on conflict do nothing;
`
