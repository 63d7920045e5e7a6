/**
 * The pieces of a search in a long list (decision 024): a text is found anywhere and in either case; what is common is found by walking the
 * rows in the order of the list, what is rare by an index; counts stop at a limit; one statement returns a page and its count.
 */

import type { PageOf } from '@weft/contract'
import { type RawBuilder, sql } from 'kysely'

type Condition = RawBuilder<unknown> | false | undefined

/** Returns the condition that all of the given ones hold; those that are false or undefined are left out, and one must remain. */
export const all = (...conditions: readonly Condition[]): RawBuilder<boolean> => sql.join(given(conditions), sql` and `)

/** Returns the condition that one of the given ones holds. */
export const any = (...conditions: readonly Condition[]): RawBuilder<boolean> => sql`(${sql.join(given(conditions), sql` or `)})`

const given = (conditions: readonly Condition[]) => conditions.filter((one) => one !== false && one !== undefined)

/** Returns the condition that a text in small letters contains what is searched for, which is lowered once and not at every row. */
export const hasText = (words: RawBuilder<unknown>, search: string) => sql<boolean>`strpos(${words}, (select lower(${search}::text))) > 0`

/** A short number as people say and paste it: 1042, #1042, No. 1042, 工单号：1042. */
const SHORT_NUMBER = /^(?:#|＃|№|no\.?|(?:工单|订单)号?[:：]?)?\s*#?(\d{1,9})$/iu
/** Returns the short number of a ticket or an order that a search may mean; undefined for another text. */
export function shortNumberIn(search: string): number | undefined {
  const digits = SHORT_NUMBER.exec(search.trim())?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** Returns a pattern for `like` that finds a text anywhere, with `%`, `_` and `\` taken as they are. */
export const containing = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`

/** Returns, over a sample of rows, whether at least a share of them (0 to 1) fulfils a condition; null of no rows. */
export const isCommon = (condition: RawBuilder<unknown>, share: number) =>
  sql<boolean | null>`avg((${condition})::int) >= ${sql.lit(share)}`

/** Returns how many rows a query finds; beyond `most` it returns `most` + 1 and reads no further. */
export const countTo = (most: number, query: RawBuilder<unknown>) =>
  sql<number>`(select count(*) from (select from (${query}) found limit ${sql.lit(most + 1)}) counted)`

/** A row of a statement that returns a page and its count: a page past the end is one row, which has the count alone. */
export type Counted<R> = R & { count: number; place: number | null }

/** Returns the page that such rows are. */
export const pageOf = <R extends object>(rows: readonly Counted<R>[]): PageOf<R> => ({
  count: rows[0]?.count ?? 0,
  rows: rows.flatMap(({ count: _, place, ...row }) => (place === null ? [] : [row as unknown as R])),
})
