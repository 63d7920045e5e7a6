import { type NetworkOptions, networkOptionNames } from '@weft/contract'
import { sql } from 'kysely'

/** The columns with the options of network `n`. */
export const optionColumns = sql.join(networkOptionNames.map((name) => sql.ref(`n.${name}`)))

/** Returns the assignments of an `update network` that store these options. */
export const optionAssignments = (options: NetworkOptions) =>
  sql.join(networkOptionNames.map((name) => sql`${sql.ref(name)} = ${options[name]}`))
