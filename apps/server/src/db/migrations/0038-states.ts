import { type Kysely, sql } from 'kysely'

/** Since when a tunnel is down, and polls that notice a configuration that was refused. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
}

const SCHEMA = /* sql */ `
-- When the tunnel went down; null while it is up, and if it never was since it was configured.
alter table network_link add column vpn_offline_since timestamptz;
update network_link l set vpn_offline_since = s.end_time
  from (select account_id, network_number, link_router_name, router_name, max(end_time) as end_time from tunnel_session group by 1, 2, 3, 4) s
  where l.vpn_online = 0 and (l.account_id, l.network_number, l.center_router_name, l.router_name)
    = (s.account_id, s.network_number, s.link_router_name, s.router_name);

drop trigger member_changed on member;
create trigger member_changed before update on member for each row
  when ((old.online, old.online_status, old.status, old.config_error) is distinct from (new.online, new.online_status, new.status, new.config_error))
  execute function weft_changed();
`
