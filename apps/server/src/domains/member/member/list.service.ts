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
import { countMembers, listNames, pageMembers, pageOptions } from './list.queries.ts'
import { signOf } from './member.rules.ts'

type Calls = typeof contract.router
type In<K extends keyof Calls> = InputOf<Calls[K]>

export async function list(db: AccountDb, input: In<'list'>): Promise<PageOf<MemberSummary>> {
  const { count, rows } = await pageMembers(db, input)
  return { count, rows: rows.map((row) => ({ ...row, phone: maskPhone(row.phone), sign: signOf(row.router_name, row.router_type) })) }
}

/** Returns the names of all members that the list's filter finds, for a selection over all pages. */
export const names = (db: AccountDb, input: In<'names'>): Promise<string[]> => listNames(db, input, MAX_SELECTED_MEMBERS)

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
