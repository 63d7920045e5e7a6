import type { CompiledQuery, Kysely } from 'kysely'
import type { Database } from './schema.ts'

/** A placeholder in a built statement for a value that each call provides. */
class Slot {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/** A query of the builder, or one written by hand as `sql`. */
interface Statement<O> {
  compile(by: Kysely<Database>): CompiledQuery<O>
}

/**
 * Returns a function that builds its statement once for each shape, and afterwards only fills in the values. It is for statements
 * that run all the time: building one of many joins takes longer than everything else that is done to send it.
 * @param build may depend on the shape alone, and passes the values on unchanged: while it builds, they are not known
 */
export function builtOnce<S extends object, V extends object, O>(
  build: (sql: Kysely<Database>, shape: S, values: V) => Statement<O>,
): (sql: Kysely<Database>, shape: S, values: V) => Promise<O[]> {
  const built = new Map<string, CompiledQuery<O>>()
  const slots = new Proxy({} as V, { get: (_target, name) => new Slot(name) })
  return async (sql, shape, values) => {
    const key = JSON.stringify(shape)
    let query = built.get(key)
    if (!query) built.set(key, (query = build(sql, shape, slots).compile(sql)))
    const parameters = query.parameters.map((value) => (value instanceof Slot ? values[value.name as keyof V] : value))
    const { rows } = await sql.executeQuery<O>({ ...query, parameters })
    return rows
  }
}
