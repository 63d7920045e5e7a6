import {
  type contract,
  type InputOf,
  MAX_PAGE_SIZE,
  MAX_SELECTED_MEMBERS,
  MOST_FOUND,
  type MemberOption,
  type MemberSummary,
  type OutputOf,
  type PageOf,
  type RouterType,
} from '@weft/contract'
import type { AccountDb } from '../../../db/client.ts'
import { withKeptPlan } from '../../../db/kept-plan.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { maskPhone } from '../../../kernel/mask.ts'
import { limitsOf } from '../../foundation/limits/limits.service.ts'
import { troubledDays } from '../../observation/outage/outage.service.ts'
import {
  isNarrowed,
  type ListedState,
  listsByState,
  listStates,
  namesByState,
  pageByState,
  type StateFilter,
} from './list-by-state.queries.ts'
import { countInScope, countMembers, type ListRow, listNames, listRows, pageMembers, pageOptions } from './list.queries.ts'
import { signOf } from './member.rules.ts'

type Calls = typeof contract.router
type In<K extends keyof Calls> = InputOf<Calls[K]>

/**
 * Returns a page of the members that a filter finds, those that need attention first. Very many software members follow the hardware, the
 * newest first.
 */
export async function list(
  db: AccountDb,
  { designated: visible, members: scope }: Actor,
  { page, limit, ...input }: In<'list'>,
  now: Date,
): Promise<PageOf<MemberSummary>> {
  const filter: StateFilter = { ...input, visible, scope }
  const window = { limit, offset: (page - 1) * limit }
  const { count, rows } = (await listsByState(db, filter)) ? await byState(db, filter, window) : await manyMembers(db, filter, window)
  const found = rows.map((row) => row.router_name)
  const states = await listStates(db, found, visible)
  const troubled = await troubledDays(db, { designated: visible }, found, now)
  return {
    count,
    rows: rows.flatMap((row) => summaryOf(row, states.get(row.router_name))).map((row) => ({ ...row, ...troubled.get(row.router_name) })),
  }
}

interface Window {
  limit: number
  offset: number
}

async function manyMembers(db: AccountDb, filter: StateFilter, { limit, offset }: Window): Promise<PageOf<ListRow>> {
  const software = { ...filter, type: '2' } as const
  if (filter.type === '2') return pageMembers(db, { ...software, limit, offset })
  const hardware = await byState(db, { ...filter, type: '1' }, { limit, offset })
  const left = { limit: limit - hardware.rows.length, offset: Math.max(0, offset - hardware.count) }
  // A page of hardware alone asks for one row of software, which comes with their number.
  const rest = await pageMembers(db, { ...software, ...left, limit: Math.max(1, left.limit) })
  const count = hardware.count + rest.count
  return {
    count: isNarrowed(filter) ? Math.min(count, MOST_FOUND + 1) : count,
    rows: [...hardware.rows, ...rest.rows.slice(0, left.limit)],
  }
}

async function byState(db: AccountDb, filter: StateFilter, window: Window): Promise<PageOf<ListRow>> {
  const { count, names: found } = await withKeptPlan(db, () => pageByState(db, filter, window))
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

async function found(db: AccountDb, { designated: visible, members: scope }: Actor, input: In<'names'>, most: number): Promise<string[]> {
  const filter: StateFilter = { ...input, visible, scope }
  if (await listsByState(db, filter)) return namesByState(db, filter, most)
  const hardware = input.type === '2' ? [] : await namesByState(db, { ...filter, type: '1' }, most)
  const room = most - hardware.length
  return room === 0 ? hardware : [...hardware, ...(await listNames(db, { ...input, type: '2' }, room))]
}

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
