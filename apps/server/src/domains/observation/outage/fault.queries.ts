import { type RawBuilder, sql } from 'kysely'
import type { Fault } from './fault.rules.ts'

/** True if a fault is that of a row with a state and a cause: of a stored condition, or of an outage. @param column what the row calls the state or the cause, with its table */
export const isFault = ({ values }: Fault, column: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} in (${sql.join(values.map((value) => sql.lit(value)))}))`

/** True if a row has a fault: a stored condition, or an outage. @param row its alias */
export const hasFault = (fault: Fault, row: string): RawBuilder<boolean> => isFault(fault, `${row}.${fault.column}`)
