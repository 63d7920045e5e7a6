import { type RawBuilder, sql } from 'kysely'

type ColumnType = 'text' | 'bigint' | 'int' | 'smallint' | 'uuid' | 'timestamptz' | 'boolean' | 'real' | 'float8' | 'bytea'

/**
 * Returns rows of the program as a table for the FROM of a statement, with the named properties as its columns. Each column is one array, so
 * the statement has the same text for any number of rows. The columns stand in the order in which `columns` names them, which counts where a
 * statement takes them by their place.
 */
export function rowsOf<T extends object>(
  alias: string,
  rows: readonly T[],
  columns: { readonly [K in keyof T & string]?: ColumnType },
): RawBuilder<unknown> {
  const types = Object.entries(columns) as [keyof T & string, ColumnType][]
  const arrays = types.map(([name, type]) => sql`${rows.map((row) => row[name])}::${sql.raw(`${type}[]`)}`)
  return sql`unnest(${sql.join(arrays)}) as ${sql.raw(`${alias}(${types.map(([name]) => name).join(', ')})`)}`
}
