/**
 * Finds what each room of the server says of itself, and compares it with the code: its tables with those that it writes
 * (scripts/table-owners.ts), its callers with the imports of its services.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { checkOwners } from './table-owners.ts'

const server = 'apps/server/src'
/** The rooms that do not say yet what they are. */
export const silent: readonly string[] = [
  'support/announcement',
  'support/client-download',
  'support/document',
  'support/message',
  'support/support-ticket',
]

/** What stands at the top of the main file of a room. */
interface Said {
  file: string
  tables: string
  callers: string
}

const header =
  /^\/\*\*\n \* Room (?<room>[a-z-]+\/[a-z-]+): [^\n]+\n(?: \* [^\n]+\n)*? \* Tables: (?<tables>[^\n]+)\.\n \* Called by: (?<callers>[^\n]+)\.\n \* Always: [^\n]+\n(?: \* [^\n]+\n)* \*\/\n/

/** Returns what the rooms below `root` say of themselves, and a sentence for each that says something else than the code. */
export function checkRooms(
  root: string,
  owners: ReadonlyMap<string, string> = checkOwners(root).owners,
): { rooms: number; problems: string[] } {
  const files = globSync(`${server}/**/*.ts`, { cwd: root })
    .filter((file) => !/\.(test|proof)\.ts$|\/(migrations|testing|demo)\//.test(file))
    .toSorted()
  const rooms = [...new Set(files.flatMap((file) => roomOf(file) ?? []))]
  const said = new Map<string, Said>()
  const callers = new Map<string, Set<string>>()
  const problems: string[] = []
  for (const file of files) {
    const text = readFileSync(path.join(root, file), 'utf8')
    const found = header.exec(text)?.groups
    if (found) {
      const { room = '', tables = '', callers: named = '' } = found
      if (room !== roomOf(file)) problems.push(`${file} speaks of the room ${room}`)
      if (said.has(room)) problems.push(`${room} says twice what it is: in ${said.get(room)!.file} and ${file}`)
      said.set(room, { file, tables, callers: named })
    }
    const caller = wingOf(file)
    for (const [, to = ''] of caller === undefined ? [] : text.matchAll(/\sfrom '(\.[^']+)'/g)) {
      const room = roomOf(path.join(path.dirname(file), to))
      if (room !== undefined && room !== roomOf(file)) callers.set(room, (callers.get(room) ?? new Set()).add(caller!))
    }
  }
  const listed = (names: Iterable<string>, none: string) => [...names].toSorted().join(', ') || none
  for (const room of rooms) {
    const one = said.get(room)
    if (!one && !silent.includes(room))
      problems.push(`${room} does not say what it is: its main file begins with a comment "Room ${room}: …"`)
    if (one && silent.includes(room)) problems.push(`${room} says what it is: take it out of the silent rooms`)
    if (!one) continue
    const tables = listed(
      [...owners].flatMap(([table, owner]) => (owner === room ? [table] : [])),
      'none',
    )
    const called = listed(callers.get(room) ?? [], 'its routes alone')
    if (one.tables !== tables) problems.push(`${one.file}: the tables of ${room} are: ${tables}`)
    if (one.callers !== called) problems.push(`${one.file}: ${room} is called by: ${called}`)
  }
  return { rooms: rooms.length, problems }
}

/** Returns the room of a file of the domains, as `network/change`. */
const roomOf = (file: string): string | undefined => /^apps\/server\/src\/domains\/([^/]+\/[^/]+)\//.exec(file)?.[1]

/** Returns who calls from a file: a wing, or one of the folders that are built upon the domains. Files beside these folders compose the server. */
const wingOf = (file: string): string | undefined =>
  /^apps\/server\/src\/(?:domains\/([^/]+)\/[^/]+\/|(gateway|ops|jobs)\/)/.exec(file)?.slice(1).find(Boolean)

if (import.meta.main) {
  const { rooms, problems } = checkRooms(path.resolve(import.meta.dirname, '..'))
  for (const problem of problems) console.error(problem)
  console.log(`${rooms} rooms, ${problems.length} problems`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
