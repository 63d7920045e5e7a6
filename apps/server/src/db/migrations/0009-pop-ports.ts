import { type Kysely, sql } from 'kysely'

/** Networks that share a POP no longer share its ports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SLOTS).execute(db)
}

const SLOTS = /* sql */ `
-- Which pair of ports at its POP the area has, counted from the one that the operator named.
alter table network_fr_area add column slot integer not null default 0 check (slot >= 0);
update network_fr_area a set slot = r.slot
  from (select ov_id, row_number() over (partition by pop_id order by ov_id) - 1 as slot from network_fr_area) r where r.ov_id = a.ov_id;
alter table network_fr_area add unique (pop_id, slot);
`
