import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { databaseUrl, TEMPLATE } from '../../test/global-setup.ts'

const server = inject('postgres')
const root = path.resolve(import.meta.dirname, '../../../..')

interface Column {
  table: string
  name: string
  type: string
  nullable: boolean
  /** True if a row may be written without it. */
  optional: boolean
}

/** The TypeScript type in which the driver returns each column type (`parsers` in client.ts, the rest as in node-postgres). */
const readAs: Record<string, string> = {
  ...Object.fromEntries(['int2', 'int4', 'int8', 'float4', 'float8', 'timestamptz'].map((type) => [type, 'number'])),
  ...Object.fromEntries(['text', 'varchar', 'bpchar', 'uuid', 'inet', 'cidr', 'macaddr', 'numeric'].map((type) => [type, 'string'])),
  date: 'Date',
  bool: 'boolean',
  bytea: 'Buffer',
  jsonb: '{}',
}
const typeOf = (type: string): string =>
  type.startsWith('_') ? `readonly (${typeOf(type.slice(1))})[]` : (readAs[type] ?? `{ unknown: '${type}' }`)

/** Returns a connection to a copy of the database that all migrations have made. */
async function migrated(): Promise<Client> {
  const name = `schema_${randomUUID().replaceAll('-', '')}`
  const admin = new Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${name} template ${TEMPLATE}`)
  await admin.end()
  const client = new Client({ connectionString: databaseUrl(server, name) })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Returns every column of every table, without the migrator's own tables and without partitions, which are like their parents. */
async function columnsOf(client: Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select c.table_name::text as table, c.column_name::text as name, c.udt_name::text as type, c.is_nullable = 'YES' as nullable,
       c.is_nullable = 'YES' or c.column_default is not null or c.is_identity = 'YES' or c.is_generated = 'ALWAYS' as optional
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       join pg_class k on k.oid = format('%I.%I', c.table_schema, c.table_name)::regclass
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and not k.relispartition
       and c.table_name not in ('kysely_migration', 'kysely_migration_lock')
     order by c.table_name, c.ordinal_position`,
  )
  return rows
}

/** Returns a module that compiles if the hand-written types fit the columns; each line that does not names its table and column. */
function comparison(columns: Column[]): string {
  const either = (names: string[]) => names.map((name) => `'${name}'`).join(' | ')
  const byTable = Map.groupBy(columns, ({ table }) => table)
  const tables = [...byTable].map(
    ([table, own]) => `fits<Other<keyof Row<'${table}'>, ${either(own.map(({ name }) => name))}, '${table}.'>>()`,
  )
  const lines = columns.map(
    ({ table, name, type, nullable, optional }) => `fits<Column<'${table}', '${name}', ${typeOf(type)}, ${nullable}, ${optional}>>()`,
  )
  const typesOf = (names: string, file: string) => `import type { ${names} } from '${file}'`
  return `${typesOf('Insertable, Selectable', path.join(root, 'node_modules/kysely/dist/index.js'))}
${typesOf('Database', path.join(import.meta.dirname, 'schema.ts'))}
type Row<T> = T extends keyof Database ? Selectable<Database[T]> : {}
type Written<T, C> = T extends keyof Database
  ? C extends keyof Insertable<Database[T]> ? undefined extends Insertable<Database[T]>[C] ? 'optional' : 'required' : 'never' : never
type Kind<V, Type, Write, Optional> = [NonNullable<V>] extends [Type]
  ? [Write, Optional] extends ['optional', false] ? 'it must be written, and the type says that it need not' : never
  : 'the type is another than the column has'
type Judged<V, Type, Nullable, Write, Optional> =
  unknown extends V ? Kind<V, Type, Write, Optional>
  : null extends V ? Nullable extends false ? 'the type has null, the column has not' : Kind<V, Type, Write, Optional>
  : Nullable extends true ? 'the column has null, the type has not' : Kind<V, Type, Write, Optional>
type Problem<Name extends string, Text extends string> = [Text] extends [never] ? never : \`\${Name}: \${Text}\`
type Column<T extends string, C extends string, Type, Nullable extends boolean, Optional extends boolean> =
  T extends keyof Database
    ? C extends keyof Row<T> ? Problem<\`\${T}.\${C}\`, Judged<Row<T>[C], Type, Nullable, Written<T, C>, Optional>>
      : Problem<\`\${T}.\${C}\`, 'the type lacks this column'>
    : Problem<T, 'the type lacks this table'>
type Other<Named, There, Prefix extends string> = Named extends There ? never : Named extends string ? Problem<\`\${Prefix}\${Named}\`, 'the database lacks it'> : never
declare function fits<P extends never>(): P
fits<Other<keyof Database, ${either([...byTable.keys()])}, ''>>()
${[...tables, ...lines].join('\n')}
`
}

/** Returns what tsc reports for each comparison, one line for each difference. One run compares all: most of its time goes into the types. */
async function differences(all: Column[][]): Promise<string[][]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'weft-schema-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const files = all.map((_, i) => `comparison${i}.ts`)
  for (const [i, file] of files.entries()) await writeFile(path.join(folder, file), comparison(all[i]!))
  const config = {
    extends: path.join(root, 'tsconfig.json'),
    compilerOptions: { typeRoots: [path.join(root, 'node_modules/@types')], noErrorTruncation: true },
    include: [],
    files,
  }
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(config))
  const compiler = [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', folder, '--pretty', 'false', '--singleThreaded']
  const { stdout } = await promisify(execFile)(process.execPath, compiler, { cwd: folder }).catch((error: { stdout: string }) => error)
  const lines = stdout.split('\n').filter((line) => /^\S/.test(line))
  return files.map((file) => {
    // A line about none of the comparisons tells of a fault in all of them.
    const own = lines.filter((line) => line.startsWith(file) || !line.startsWith('comparison'))
    return [...new Set(own.map((line) => /Type '"(.+)"' does not satisfy/.exec(line)?.[1] ?? line))]
  })
}

it('the types of the tables match every column that the migrations have made, and each kind of difference is reported', async () => {
  const columns = await columnsOf(await migrated())
  expect(columns.length).toBeGreaterThan(400)
  const client = await migrated()
  await client.query(`create table stray (id integer, name text);
    drop table saved_reply;
    alter table account add column city text;
    alter table account drop column words cascade;
    alter table login alter column nickname drop not null;
    alter table login alter column birthday set not null;
    alter table role alter column note drop default;
    alter table announcement alter column title type integer using 0`)
  const [present, changed] = await differences([columns, await columnsOf(client)])
  expect(present).toEqual([])
  expect(changed?.toSorted()).toEqual([
    'account.city: the type lacks this column',
    'account.words: the database lacks it',
    'announcement.title: the type is another than the column has',
    'login.birthday: the type has null, the column has not',
    'login.nickname: the column has null, the type has not',
    'role.note: it must be written, and the type says that it need not',
    'saved_reply: the database lacks it',
    'stray: the type lacks this table',
  ])
})
