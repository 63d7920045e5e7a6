import type { ApplyPhase, NetworkImpact, NetworkProgress } from '@weft/contract'
import type { PatchEntry } from '@weft/member-config'
import { sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'
import type { Step } from '../rules/decide.rules.ts'
import { hiddenNetworkOf } from '../detail/detail.queries.ts'
import type { Visible } from '../detail/network.queries.ts'

export interface NewestRevision {
  network_name: string
  revision: number
  /** The database's time. */
  now: number
  create_time: number
  by_name: string | null
  by_kind: 'login' | 'operator' | 'system'
  patch: PatchEntry[]
  impact: NetworkImpact[]
  steps: Step[]
  restores: number | null
}

/** Returns the newest revision of a network, which the system made if its history does not hold it. */
export async function findNewest(db: AccountDb, network_number: string): Promise<NewestRevision | undefined> {
  const { rows } = await sql<NewestRevision>`
    select n.network_name, n.revision, extract(epoch from now())::bigint as now, coalesce(r.create_time, n.update_time) as create_time, r.by_name,
      coalesce(r.by_kind, 'system') as by_kind, coalesce(r.patch, '[]') as patch, coalesce(r.impact, '[]') as impact, coalesce(r.steps, '[]') as steps, r.restores
    from network n left join network_revision r using (account_id, network_number, revision)
    where n.account_id = ${db.account_id} and n.network_number = ${network_number}`.execute(db.sql)
  return rows[0]
}

/** The SQL of the time at which a revision was made. */
const madeAt = (db: AccountDb, network_number: string, revision: number) => sql`(select r.create_time from network_revision r
  where r.account_id = ${db.account_id} and r.network_number = ${network_number} and r.revision = ${revision})`

/**
 * The SQL of the members that a network's newest revision touched and that are still in the network, with their phase and, if they answered,
 * the time of their answer. `stayed` are those that were connected at the change and until they answered.
 */
const touched = (db: AccountDb, network_number: string, revision: number) => sql`
  select t.*, case when t.noted then t.touched_settled when t.phase in ('applied', 'failed') then t.settle_time end as answer_time,
    t.touched_online = 1 and (t.noted or t.connect_time is null or t.connect_time <= t.made) as stayed
  from (
    select m.account_id, m.router_name, m.note, m.router_type, nm.member_type, m.config_error, m.settle_time, m.connect_time,
      nm.touched_settled, nm.touched_online, c.made,
      -- A server of the release before notes no time of the membership, and leaves one of an older change.
      coalesce(nm.touched_settled >= c.made, false) as noted,
      case when m.applied_revision >= nm.touched_config then 'applied' when m.config_error is not null then 'failed'
        when m.online_status = 1 then 'pending' when m.connect_time is null and m.report_time is null then 'never' else 'offline' end as phase
    from network_member nm join member m using (account_id, router_name) cross join (select ${madeAt(db, network_number, revision)} as made) c
    where nm.account_id = ${db.account_id} and nm.network_number = ${network_number} and nm.touched_revision = ${revision}) t`

export type Counted = NetworkProgress['counts'] & Pick<NetworkProgress, 'elapsed_ms'>

/**
 * Counts the touched members by phase. The time ends with the last first answer of a member that stayed connected since the change, since
 * others answer whenever they come back; while one that stayed has not answered yet, it runs on.
 */
export async function countPhases(db: AccountDb, network_number: string, revision: number): Promise<Counted> {
  const { rows } = await sql<Counted>`
    select count(*)::int as members, count(*) filter (where member_type = 'center')::int as centers,
      count(*) filter (where phase = 'applied')::int as applied, count(*) filter (where phase = 'pending')::int as pending,
      count(*) filter (where phase = 'failed')::int as failed, count(*) filter (where phase = 'offline')::int as offline,
      count(*) filter (where phase = 'never')::int as never,
      (extract(epoch from case when bool_or(phase = 'pending' and stayed and answer_time is null) then clock_timestamp()
        else max(t.answer_time) filter (where stayed) end
        - ${madeAt(db, network_number, revision)}) * 1000)::bigint as elapsed_ms
    from (${touched(db, network_number, revision)}) t`.execute(db.sql)
  return rows[0]!
}

export interface PhaseRow {
  router_name: string
  note: string
  router_type: 1 | 2
  phase: ApplyPhase
  /** null also if it may be about networks that the caller may not see. */
  config_error: string | null
}

/** Returns the first members of each phase, centers first. @param phases those to return */
export async function listPhases(
  db: AccountDb,
  network_number: string,
  revision: number,
  { phases, most, visible }: { phases: readonly ApplyPhase[]; most: number; visible: Visible },
): Promise<PhaseRow[]> {
  const { rows } = await sql<PhaseRow>`
    select m.router_name, m.note, m.router_type, m.phase, case when not ${hiddenNetworkOf(visible)} then m.config_error end as config_error
    from (select t.*, row_number() over (partition by phase order by member_type, router_name) as place
      from (${touched(db, network_number, revision)}) t) m
    where m.place <= ${most} and m.phase = any(${[...phases]}) order by m.member_type, m.router_name`.execute(db.sql)
  return rows
}
