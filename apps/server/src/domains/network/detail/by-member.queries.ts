import type { NetworkSummary } from '@weft/contract'
import { type RawBuilder, sql } from 'kysely'
import { memberInScope } from '../../../db/member-scope.ts'
import { any, hasText, isCommon } from '../../../db/search.ts'
import { namesWith } from '../../foundation/member-name/member-name.service.ts'
import { addressesWithin } from './address.queries.ts'

/** What decides the text of the query: whether the search names a range of addresses, and how the caller is limited. */
export interface ByMemberShape {
  ranged: boolean
  confined: boolean
  networks: boolean
  tags: boolean
}
export interface ByMemberValues {
  account_id: number
  search: string
  /** The range that the search names, as `10.1.0.0/16`. */
  range: string
  /** The networks that the caller may see, and those and the tags to which its members are limited. */
  visible: readonly string[]
  networks: string[]
  tags: string[]
}

/** A network, and the member by which a search found it. */
export type ByMember = { network_number: string } & NonNullable<NetworkSummary['found_by']>

/** A text is common if a share of COMMON of SAMPLE members has it: in each network a walk soon meets one, and an index would gather too many. */
const SAMPLE = 300
const COMMON = 0.1

/**
 * Builds the query of the networks with a member that the caller may see whose name, serial number or address is searched for. Of several
 * members it names one found by its name, or else the one whose range is nearly that of the search.
 */
export function networksByMember(shape: ByMemberShape, values: ByMemberValues): RawBuilder<ByMember> {
  const { account_id, search, range, visible } = values
  const scope =
    shape.networks || shape.tags
      ? { networks: shape.networks ? values.networks : undefined, tags: shape.tags ? values.tags : undefined }
      : undefined
  const has = any(hasText(sql`lower(m.router_name)`, search), hasText(sql`lower(m.note)`, search))
  const common = sql`(select ${isCommon(has, COMMON)} from (
    select router_name, note from member where account_id = ${account_id} order by router_name limit ${sql.lit(SAMPLE)}) m)`
  const gathered = sql`
    select nm.network_number, nm.router_name, null::inet as address from (${namesWith(values, search)}) f
      join network_member nm on (nm.account_id, nm.router_name) = (${account_id}, f.router_name)
    where ${common} is not true`
  const walked = sql`
    select n.network_number, first.router_name, null::inet from network n, lateral (
      select m.router_name from network_member nm join member m using (account_id, router_name)
      where nm.account_id = ${account_id} and nm.network_number = n.network_number and ${has} and ${memberInScope(account_id, scope, sql`m.router_name`)}
      order by nm.router_name limit 1) first
    where n.account_id = ${account_id} and ${common}`
  const addressed = sql`
    select nm.network_number, nm.router_name, a.address from (${addressesWithin(account_id, range, shape.confined ? visible : undefined)}) a
      join network_member nm on (nm.account_id, nm.router_name) = (${account_id}, a.router_name)
        and nm.network_number = coalesce(a.network_number, nm.network_number)`
  const nearest = shape.ranged ? sql`abs(masklen(w.address) - masklen(${range}::inet)), w.address, ` : sql``
  return sql<ByMember>`(
    select distinct on (w.network_number) w.network_number, w.router_name, m.note, m.router_type, abbrev(w.address) as address
    from (${gathered} union all ${walked} ${shape.ranged ? sql`union all ${addressed}` : sql``}) w
      join member m on (m.account_id, m.router_name) = (${account_id}, w.router_name)
    where ${memberInScope(account_id, scope, sql`w.router_name`)}
    order by w.network_number, w.address is not null, ${nearest} m.note, w.router_name)`
}
