import type { Client } from 'pg'
import { quoted, quotedList, select } from './connection.ts'

/** The migrator's own tables: the header lists the migrations in their place. */
const bookkeeping = ['kysely_migration', 'kysely_migration_lock']

export interface Table {
  name: string
  partitioned: boolean
  /** Without generated columns, in the table's order. */
  columns: string[]
  partitions: Partition[]
}

export interface Partition {
  name: string
  parent: string
  /** As PostgreSQL prints it: `FOR VALUES FROM ('…') TO ('…')`. */
  bound: string
  /** Set when it is partitioned itself: `RANGE (time)`. */
  partition_by: string | null
}

const ofOurs = `c.relnamespace = 'public'::regnamespace
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

/** Returns all tables of the schema by name; partitions are listed with the table that they divide. */
export async function readTables(client: Client): Promise<Table[]> {
  const tables = await select<Omit<Table, 'partitions'>>(
    client,
    `select c.relname::text as name, c.relkind = 'p' as partitioned,
       array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
     from pg_class c where ${ofOurs} and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all ($1) order by c.relname`,
    [bookkeeping],
  )
  const partitions = await select<Partition & { root: string }>(
    client,
    `select root.relname::text as root, c.relname::text as name, parent.relname::text as parent,
       pg_get_expr(c.relpartbound, c.oid) as bound, pg_get_partkeydef(c.oid) as partition_by
     from pg_class root cross join lateral pg_partition_tree(root.oid) tree
       join pg_class c on c.oid = tree.relid join pg_class parent on parent.oid = tree.parentrelid
     where root.relnamespace = 'public'::regnamespace and root.relkind = 'p' and not root.relispartition
     order by tree.level, c.relname`,
  )
  return tables.map((table) => ({
    ...table,
    partitions: partitions.filter(({ root }) => root === table.name).map(({ root: _, ...rest }) => rest),
  }))
}

/** Returns the names of the migrations that the database has had, oldest first; none if there is no such table. */
export async function readMigrations(client: Client): Promise<string[]> {
  const [row] = await select<{ present: boolean }>(client, `select to_regclass('public.kysely_migration') is not null as present`)
  if (!row?.present) return []
  return (await select<{ name: string }>(client, 'select name::text from kysely_migration order by name')).map(({ name }) => name)
}

export interface Sequence {
  name: string
  last_value: string
  is_called: boolean
}

/** Returns the sequences. Snapshots do not include them; read after one was taken they are never behind its rows. */
export async function readSequences(client: Client): Promise<Sequence[]> {
  const names = await select<{ name: string }>(
    client,
    `select c.relname::text as name from pg_class c where ${ofOurs} and c.relkind = 'S' order by 1`,
  )
  const sequences: Sequence[] = []
  for (const { name } of names) {
    const [row] = await select<Omit<Sequence, 'name'>>(client, `select last_value::text, is_called from ${quoted(name)}`)
    if (row) sequences.push({ name, ...row })
  }
  return sequences
}

/** Returns what to select a table's rows from: a partitioned one is read through its parent, a plain one without tables that inherit it. */
export const source = ({ name, partitioned }: Pick<Table, 'name' | 'partitioned'>) => `${partitioned ? '' : 'only '}${quoted(name)}`

/**
 * Returns count and checksum of a table's rows, computed by the database: the sum of each row's SHA-256 (its first 64 bits),
 * so the order of rows does not matter and any changed, missing or added row does.
 */
export async function measure(
  client: Client,
  table: Pick<Table, 'name' | 'partitioned' | 'columns'>,
): Promise<{ rows: number; checksum: string }> {
  const digest = `sha256(convert_to(row(${quotedList(table.columns)})::text, 'UTF8'))`
  const [row] = await select<{ rows: string; checksum: string }>(
    client,
    `select count(*)::text as rows, coalesce(sum(('x' || encode(substring(${digest} for 8), 'hex'))::bit(64)::bigint::numeric), 0)::text as checksum
     from ${source(table)}`,
  )
  return { rows: Number(row?.rows), checksum: row?.checksum ?? '' }
}
