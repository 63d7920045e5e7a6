import { type Kysely, sql } from 'kysely'
import { tenantTables } from '../row-security.ts'

/** Alerts as incidents that begin, are acknowledged and end, and the switches of new kinds of alerts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  for (const table of ['incident', 'incident_alert']) await tenantTables(db, table)
  await sql.raw(MOVE).execute(db)
}

const SCHEMA = /* sql */ `
alter table monitor
  add column network_unusable smallint not null default 1,
  add column config_failed smallint not null default 1,
  add column service_ending smallint not null default 1,
  add column router_assigned smallint not null default 1,
  -- whether hardware that is assigned to the account is watched from then on
  add column watch_new smallint not null default 1;

create table incident (
  account_id bigint not null references account on delete cascade,
  incident_id bigint generated always as identity,
  kind text not null,
  -- what it is about, for the computer: a member, a link, a network, or a service with its end
  subject_key text not null,
  -- what it is about, for people, as it was called when it began; empty where the member's name says it
  subject text not null default '',
  -- No keys lead to members and networks: an incident outlives them.
  router_name text, network_number text,
  -- the outage that it reports, whose times it has
  outage_id bigint,
  open_time timestamptz not null,
  close_time timestamptz check (close_time >= open_time),
  -- it began in a maintenance window
  muted smallint not null default 0,
  -- what is still to be sent: 1 its beginning, 2 its end
  pending smallint not null default 0,
  ack_time timestamptz, ack_name text,
  primary key (account_id, incident_id)
);
-- One that lasts for each thing, so that two processes never write the same one.
create unique index incident_open on incident (account_id, kind, subject_key) where close_time is null;
create unique index incident_outage on incident (account_id, kind, outage_id) where outage_id is not null;
create index incident_newest on incident (account_id, open_time desc, incident_id desc);
create index incident_lasting on incident (account_id, open_time desc, incident_id desc) where close_time is null;
create index incident_unacknowledged on incident (account_id, open_time desc, incident_id desc)
  where ack_time is null and close_time is distinct from open_time;
create index incident_kind on incident (account_id, kind, open_time desc, incident_id desc);
create index incident_member on incident (account_id, router_name, open_time desc, incident_id desc);
create index incident_pending on incident (account_id) where pending > 0;
create index account_unusable on account (account_id) where network_usable = 0;
create index incident_age on incident (close_time);

-- Which messages reported an incident.
create table incident_alert (
  account_id bigint not null, incident_id bigint not null, alert_id uuid not null,
  primary key (account_id, incident_id, alert_id),
  foreign key (account_id, incident_id) references incident on delete cascade,
  foreign key (account_id, alert_id) references alert on delete cascade
);
create index incident_alert_alert on incident_alert (account_id, alert_id);
create index delivery_of_alert on delivery (account_id, alert_id) where alert_id is not null;
`

const MOVE = /* sql */ `
update monitor set service_ending = service_expired;
-- Who chose among the hardware goes on choosing; who watches all of it watches what is added, too.
update monitor m set watch_new = 0 where exists (
  select from member h where h.account_id = m.account_id and h.router_type = 1 and not exists (
    select from monitor_router r where (r.account_id, r.router_name) = (h.account_id, h.router_name)));
`
