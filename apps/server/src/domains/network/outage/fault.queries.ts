import { type RawBuilder, sql } from 'kysely'
import type { Fault } from './fault.rules.ts'

/** True if a row has a fault: a stored condition, or an outage. @param row its alias; it has a state and a cause */
export const hasFault = ({ column, values }: Fault, row: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${row}.${column}`)} in (${sql.join(values.map((value) => sql.lit(value)))}))`
