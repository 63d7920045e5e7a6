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
import { troubledDays } from '../../observation/outage/outage.service.ts'
import { type ListedState, listsByState, listStates, namesByState, pageByState, type StateFilter } from './list-by-state.queries.ts'
import { countMembers, type ListRow, listNames, listRows, pageMembers, pageOptions } from './list.queries.ts'
import { signOf } from './member.rules.ts'

type Calls = typeof contract.router
type In<K extends keyof Calls> = InputOf<Calls[K]>

/** Returns a page of the members that a filter finds, those that need attention first; of very many software members the newest first. */
export async function list(
  db: AccountDb,
  { designated: visible }: Actor,
  { page, limit, ...input }: In<'list'>,
  now: Date,
): Promise<PageOf<MemberSummary>> {
  const filter: StateFilter = { ...input, visible }
  const { count, rows } = (await listsByState(db, filter))
    ? await byState(db, filter, { limit, offset: (page - 1) * limit })
    : await pageMembers(db, { ...input, type: '2', page, limit })
  const found = rows.map((row) => row.router_name)
  const states = await listStates(db, found, visible)
  const troubled = await troubledDays(db, { designated: visible }, found, now)
  return {
    count,
    rows: rows.flatMap((row) => summaryOf(row, states.get(row.router_name))).map((row) => ({ ...row, ...troubled.get(row.router_name) })),
  }
}

async function byState(db: AccountDb, filter: StateFilter, window: { limit: number; offset: number }): Promise<PageOf<ListRow>> {
  const { count, names: found } = await pageByState(db, filter, window)
  return { count, rows: await listRows(db, found) }
}

/** Returns the row of a member; none if it was deleted meanwhile. */
const summaryOf = (row: ListRow, state: ListedState | undefined): MemberSummary[] =>
  state ? [{ ...row, ...state, phone: maskPhone(row.phone), sign: signOf(row.router_name, row.router_type) }] : []

/** Returns the names of the members that the list's filter finds, in its order, for a selection over all pages. */
export const names = (db: AccountDb, actor: Actor, input: In<'names'>): Promise<string[]> => found(db, actor, input, MAX_SELECTED_MEMBERS)

/** Returns the names of all members that the list's filter finds, however many, in its order. */
export const allNames = (db: AccountDb, actor: Actor, input: In<'names'>): Promise<string[]> => found(db, actor, input, ALL)
/** More members than an account can have. */
const ALL = 10_000_000

async function found(db: AccountDb, { designated: visible }: Actor, input: In<'names'>, most: number): Promise<string[]> {
  const filter: StateFilter = { ...input, visible }
  return (await listsByState(db, filter)) ? namesByState(db, filter, most) : listNames(db, { ...input, type: '2' }, most)
}

export async function quantity(db: AccountDb): Promise<OutputOf<Calls['quantity']>> {
  const { hardware, software } = await countMembers(db)
  const { software_max } = await limitsOf(db)
  return { hardware, software, max: software_max, software_surplus: Math.max(0, software_max - software) }
}

/** Returns a page of the members of one kind that a network may still take. */
export const options = (db: AccountDb, actor: Actor, router_type: RouterType, input: In<'hardware'>): Promise<PageOf<MemberOption>> =>
  pageOptions(db, router_type, actor.designated, input)

/** Returns the newest members of both kinds. */
export async function allOptions(db: AccountDb, actor: Actor): Promise<OutputOf<Calls['member']>> {
  const first = { page: 1, limit: MAX_PAGE_SIZE, search: '' }
  const router = await pageOptions(db, 1, actor.designated, first)
  const app = await pageOptions(db, 2, actor.designated, first)
  return { router: router.rows, app: app.rows }
}
