import {
  type contract,
  type InputOf,
  MAX_PAGE_SIZE,
  MAX_SELECTED_MEMBERS,
  type MemberOption,
  type MemberSummary,
  type OutputOf,
  type PageOf,
  type RouterType,
} from '@weft/contract'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { maskPhone } from '../../../kernel/mask.ts'
import { limitsOf } from '../../foundation/limits/limits.service.ts'
import { troubledDays } from '../../network/outage/outage.service.ts'
import { countInScope, countMembers, firstNames, listRows, pageNames, pageOptions } from './list.queries.ts'
import { signOf } from './member.rules.ts'

type Calls = typeof contract.router
type In<K extends keyof Calls> = InputOf<Calls[K]>

/** Returns a page of the members that a filter finds, those that need attention first. */
export async function list(
  db: AccountDb,
  { designated: visible, members: scope }: Actor,
  { page, limit, ...input }: In<'list'>,
  now: Date,
): Promise<PageOf<MemberSummary>> {
  const { count, names: found } = await pageNames(db, { ...input, visible, scope }, { limit, offset: (page - 1) * limit })
  const rows = await listRows(db, found, visible)
  const troubled = await troubledDays(db, { designated: visible }, found, now)
  return {
    count,
    rows: rows.map((row) => ({
      ...row,
      phone: maskPhone(row.phone),
      sign: signOf(row.router_name, row.router_type),
      ...troubled.get(row.router_name),
    })),
  }
}

/** Returns the names of the members that the list's filter finds, in its order, for a selection over all pages. */
export const names = (db: AccountDb, actor: Actor, input: In<'names'>): Promise<string[]> => found(db, actor, input, MAX_SELECTED_MEMBERS)

/** Returns the names of all members that the list's filter finds, however many, in its order. */
export const allNames = (db: AccountDb, actor: Actor, input: In<'names'>): Promise<string[]> => found(db, actor, input, ALL)
/** More members than an account can have. */
const ALL = 10_000_000

const found = (db: AccountDb, { designated: visible, members: scope }: Actor, input: In<'names'>, most: number) =>
  firstNames(db, { ...input, visible, scope }, most)

/** Returns the numbers of the members that the caller may see, and the limits of the account. */
export async function quantity(db: AccountDb, { members }: Pick<Actor, 'members'>): Promise<OutputOf<Calls['quantity']>> {
  const { hardware, software } = members === undefined ? await countMembers(db) : await countInScope(db, members)
  const { software_max } = await limitsOf(db)
  return {
    hardware,
    software,
    max: software_max,
    software_surplus: Math.max(0, software_max - (members === undefined ? software : (await countMembers(db)).software)),
  }
}

/** Returns a page of the members of one kind that a network may still take. */
export const options = (db: AccountDb, actor: Actor, router_type: RouterType, input: In<'hardware'>): Promise<PageOf<MemberOption>> =>
  pageOptions(db, router_type, actor, input)

/** Returns the newest members of both kinds. */
export async function allOptions(db: AccountDb, actor: Actor): Promise<OutputOf<Calls['member']>> {
  const first = { page: 1, limit: MAX_PAGE_SIZE, search: '' }
  const router = await pageOptions(db, 1, actor, first)
  const app = await pageOptions(db, 2, actor, first)
  return { router: router.rows, app: app.rows }
}
