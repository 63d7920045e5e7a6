/**
 * Finds which room of the server writes which table, and reports every table that a second room writes: docs/decisions/066.
 * It ignores tests, migrations, the demo, backups, which copy every table, the functions of the database, and the tables of the job
 * queue, which belong to its library.
 */
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { SEALED_COLUMNS } from '../apps/server/src/db/sealed-columns.ts'

const server = 'apps/server/src'
const leftOut = /\.(test|proof)\.ts$|\/testing\/|\/src\/demo\/|\/db\/((migrations|schema|backup|embedded)\/|(backup|migration-record)\.ts$)/

const sealedTables = [...new Set(SEALED_COLUMNS.map(({ table }) => table))]

/** A room that writes tables of another room, and the reason. There are five exceptions at most. */
export interface Exception {
  room: string
  tables: readonly string[]
  reason: string
}
export const MOST_EXCEPTIONS = 5
export const exceptions: readonly Exception[] = [
  {
    room: 'gateway',
    tables: ['member', 'network_link', 'operation'],
    reason:
      'It writes what agents report of themselves, of their tunnels and of what they were asked to do, for many members in one statement.',
  },
  {
    room: 'network/configuration',
    tables: ['member'],
    reason: 'It raises the revision that members should run. The rooms that change networks and limits call it, and the members call them.',
  },
  {
    room: 'network/change',
    tables: ['network_fr'],
    reason: 'It saves which POP resource a network uses with the other settings of the network. POP resources are built on it.',
  },
  {
    room: 'foundation/limits',
    tables: ['account'],
    reason: 'It writes whether the networks of an account are usable, under the lock of the account. Accounts are built on it.',
  },
  {
    room: 'foundation/installation',
    tables: sealedTables.filter((table) => table !== 'installation'),
    reason: 'It seals every sealed text again when the secret is replaced, in the columns that db/sealed-columns.ts lists.',
  },
]

/** Files whose statements name their table only at run time, or run SQL from other files, with the tables that they may write. */
export type NamedAtRunTime = Readonly<Record<string, readonly string[]>>
export const namedAtRunTime: NamedAtRunTime = {
  'domains/member/device/credential.queries.ts': ['member_credential', 'pop_credential'],
  'domains/foundation/installation/secret.queries.ts': sealedTables,
  // These pass on the statements of others, begin transactions and ask the server for its settings.
  'db/checkup.ts': [],
  'db/client.ts': [],
  'db/hosts.ts': [],
  'db/pool.ts': [],
  'db/replica.ts': [],
}

interface Owners {
  /** One sentence for each table with a second writer, each unneeded exception and each statement that cannot be read. */
  problems: string[]
  /** The room that owns each table. Tables that only functions of the database write have none. */
  owners: ReadonlyMap<string, string>
}

const swc = createRequire(import.meta.url)('@swc/core') as { parseSync(text: string, options: object): unknown }

/** Checks the server below `root`, the absolute path of a checkout. */
export function checkOwners(root: string, { allowed = exceptions, named = namedAtRunTime } = {}): Owners {
  const parse = (file: string) => swc.parseSync(readFileSync(path.join(root, file), 'utf8'), { syntax: 'typescript', target: 'es2024' })
  const tables = new Set(globSync(`${server}/db/schema/*.ts`, { cwd: root }).flatMap((file) => [...tablesOf(parse(file))]))
  const problems: string[] = []
  const writers = new Map<string, Map<string, Set<string>>>()
  const unused = new Set(Object.keys(named))
  for (const file of globSync(`${server}/**/*.ts`, { cwd: root }).toSorted()) {
    if (leftOut.test(file)) continue
    const [room, short] = [roomOf(file), file.slice(server.length + 1)]
    for (const written of writtenBy(parse(file))) {
      const names = written === undefined ? named[short] : [written]
      if (written === undefined) unused.delete(short)
      if (!names) problems.push(`${short} names its table or makes its SQL at run time: list the tables that it writes in namedAtRunTime`)
      for (const table of names ?? []) {
        if (!tables.has(table)) problems.push(`${short} writes ${table}, which is no table of the schema`)
        const rooms = writers.get(table) ?? new Map<string, Set<string>>()
        writers.set(table, rooms.set(room, (rooms.get(room) ?? new Set()).add(short)))
      }
    }
  }
  for (const file of unused) problems.push(`${file} names and makes nothing at run time: take it out of namedAtRunTime`)
  const owners = new Map<string, string>()
  for (const [table, rooms] of writers) {
    const own = [...rooms].filter(([room]) => !allowed.some((one) => one.room === room && one.tables.includes(table)))
    if (own.length === 1) owners.set(table, own[0]![0])
    if (own.length > 1) {
      const said = own.map(([room, files]) => `${room} (${[...files].join(', ')})`)
      problems.push(`${table} is written by ${own.length} rooms: ${said.join(' and ')}`)
    }
  }
  for (const { room, tables: excepted } of allowed)
    for (const table of excepted)
      if (!writers.get(table)?.has(room) || !owners.has(table)) problems.push(`${room} needs no exception for ${table}`)
  if (allowed.length > MOST_EXCEPTIONS) problems.push(`there are ${allowed.length} exceptions, ${MOST_EXCEPTIONS} are allowed`)
  return { problems, owners }
}

/** Returns the room of a file: `domains/<wing>/<room>`, `adapters/<name>`, or the folder directly below the server's. */
function roomOf(file: string): string {
  const [first = '', second = '', third = ''] = path.dirname(file.slice(server.length + 1)).split('/')
  if (first === 'domains') return `${second}/${third}`
  return first === 'adapters' ? `adapters/${second}` : first
}

interface SyntaxNode {
  type?: string
  id?: { value?: string }
  body?: { body?: { key?: { value?: string } }[] }
  callee?: { type?: string; object?: { value?: string }; property?: { value?: string } }
  arguments?: { expression: SyntaxNode }[]
  tag?: SyntaxNode
  template?: { quasis: Quasi[] }
  quasis?: Quasi[]
  value?: string
}
interface Quasi {
  raw: string
}

function* nodesOf(tree: unknown): Generator<SyntaxNode> {
  if (typeof tree !== 'object' || tree === null) return
  yield tree
  for (const child of Object.values(tree)) yield* nodesOf(child)
}

/** Returns the tables that a file of the schema declares: the members of its interfaces named `…Tables`. */
function* tablesOf(tree: unknown): Generator<string> {
  for (const { type, id, body } of nodesOf(tree))
    if (type === 'TsInterfaceDeclaration' && id?.value?.endsWith('Tables'))
      for (const { key } of body?.body ?? []) if (key?.value) yield key.value
}

const builders = new Set(['insertInto', 'updateTable', 'deleteFrom', 'replaceInto', 'mergeInto'])
/** Methods that take plain SQL: `sql.raw` of Kysely, `query` of pg. */
const takesSql = new Set(['raw', 'query'])

/** Yields the table of each statement in a syntax tree that writes; undefined if the table or the SQL is only known at run time. */
function* writtenBy(tree: unknown): Generator<string | undefined> {
  for (const node of nodesOf(tree)) {
    if (node.type === 'TaggedTemplateExpression' && node.tag?.value === 'sql') yield* writtenByText(textOf(node.template!.quasis))
    if (node.type !== 'CallExpression' || node.callee?.type !== 'MemberExpression') continue
    const [method = '', argument] = [node.callee.property?.value, node.arguments?.[0]?.expression]
    if (builders.has(method)) yield argument?.type === 'StringLiteral' ? argument.value!.split(' ')[0] : undefined
    if (!takesSql.has(method) || !argument) continue
    if (argument.type === 'StringLiteral') yield* writtenByText(argument.value!)
    else if (argument.quasis) yield* writtenByText(textOf(argument.quasis))
    else yield undefined
  }
}

const textOf = (quasis: readonly Quasi[]) => quasis.map(({ raw }) => raw).join('${}')

/** Statements that write; `for update`, `for no key update` and `do update` begin none. */
const writes =
  /\b(?:insert\s+into|merge\s+into|delete\s+from|truncate(?:\s+table)?|(?<!\b(?:for|key|do|on)\s+)update)\s+(?:only\s+)?(?!graphile_worker\.)("?\w+"?|\$\{\})/gi
const copies = /\bcopy\s+("?\w+"?|\$\{\})\s*(?:\([^)]*\)\s*)?from\b/gi

function* writtenByText(text: string): Generator<string | undefined> {
  for (const pattern of [writes, copies])
    for (const [, name = ''] of text.matchAll(pattern)) yield name === '${}' ? undefined : name.replaceAll('"', '')
}

if (import.meta.main) {
  const { problems, owners } = checkOwners(path.resolve(import.meta.dirname, '..'))
  for (const problem of problems) console.error(problem)
  console.log(`${owners.size} tables with an owner, ${problems.length} problems`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
