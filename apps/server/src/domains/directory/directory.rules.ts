import { type DirectoryProblem, MEMBER_USERNAME, NOTE_MAX } from '@weft/contract'

/** A user as the snapshot keeps it. */
export interface SnapshotUser {
  uuid: string
  username: string
  description: string
  disabled: 0 | 1
  problem: DirectoryProblem | null
}

type Read = Omit<SnapshotUser, 'disabled' | 'problem'> & { disabled: boolean }

/**
 * The users of a directory as a snapshot keeps them, in the order of their uuids, each once. Users without a uuid cannot be told
 * apart from others and are left out. Of those in use that share a name, none can be imported before
 * all but one are renamed.
 */
export function snapshotOf(entries: readonly Read[]): SnapshotUser[] {
  const byUuid = new Map<string, Read[]>()
  for (const entry of entries) {
    if (entry.uuid === '') continue
    const same = byUuid.get(entry.uuid)
    if (same) same.push(entry)
    else byUuid.set(entry.uuid, [entry])
  }
  const names = new Map<string, number>()
  for (const [first] of byUuid.values()) {
    if (first!.disabled) continue
    const folded = first!.username.toLowerCase()
    names.set(folded, (names.get(folded) ?? 0) + 1)
  }
  return [...byUuid.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([uuid, same]) => {
      const { username, description, disabled } = same[0]!
      const shared = !disabled && (names.get(username.toLowerCase()) ?? 0) > 1
      const problem = same.length > 1 ? 'uuid' : !MEMBER_USERNAME.test(username) ? 'name' : shared ? 'twice' : null
      return { uuid, username, description, disabled: disabled ? 1 : 0, problem }
    })
}

/** What tells one snapshot from another. */
export const snapshotText = (users: readonly SnapshotUser[]): string =>
  users.map((one) => [one.uuid, one.username, one.description, one.disabled, one.problem ?? ''].join('\0')).join('\n')

/** A user, and the member that it is: either may be missing. */
export interface Difference {
  uuid: string
  username: string | null
  description: string | null
  disabled: 0 | 1 | null
  problem: DirectoryProblem | null
  /** Whether a member has the name that the user would get. */
  taken: boolean
  router_name: string | null
  member_username: string | null
  member_description: string | null
  status: 0 | 1 | null
  /** 1 where the directory disabled the member. */
  by_directory: 0 | 1 | null
}

export interface NewUser {
  uuid: string
  username: string
  description: string
}
export interface Linked {
  uuid: string
  router_name: string
}
/** What a synchronisation has to do. */
export interface Changes {
  add: NewUser[]
  refused: number
  rename: (Linked & NewUser & { to: string; former: string })[]
  describe: { uuid: string; description: string; note: string; former: string }[]
  disable: (Linked & { username: string })[]
  enable: (Linked & { username: string })[]
  /** Those of `disable` whom the directory does not have any more. */
  vanished: number
}

/** A description as a member's note holds it. */
export const noteOf = (description: string): string => [...description].slice(0, NOTE_MAX).join('').trim()

/** Decides what each difference asks for. */
export function changesOf(differences: readonly Difference[]): Changes {
  const changes: Changes = { add: [], refused: 0, rename: [], describe: [], disable: [], enable: [], vanished: 0 }
  for (const difference of differences) {
    if (difference.router_name === null) newcomer(changes, difference)
    else follow(changes, difference, difference.router_name)
  }
  return changes
}

function newcomer(changes: Changes, { uuid, username, description, disabled, problem, taken }: Difference): void {
  if (disabled === 1) return
  if (problem !== null || taken) changes.refused += 1
  else changes.add.push({ uuid, username: username!, description: description! })
}

function follow(changes: Changes, difference: Difference, router_name: string): void {
  const { uuid, username, description, problem, member_username, member_description } = difference
  const linked = { uuid, router_name, username: username ?? member_username! }
  if (username === null || difference.disabled === 1) {
    if (difference.status !== 1) return
    changes.disable.push(linked)
    if (username === null) changes.vanished += 1
    return
  }
  if (difference.status === 0 && difference.by_directory === 1) changes.enable.push(linked)
  if (description !== member_description)
    changes.describe.push({ uuid, description: description!, note: noteOf(description!), former: noteOf(member_description!) })
  if (username.toLowerCase() === member_username!.toLowerCase()) return
  if (problem !== null || difference.taken) changes.refused += 1
  else
    changes.rename.push({
      ...linked,
      description: description!,
      former: member_username!,
      to: `${username}@${router_name.slice(router_name.lastIndexOf('@') + 1)}`,
    })
}

/** How many things there are to do, of which `add` may be fewer where the account has no room. */
export const countOf = ({ add, rename, describe, disable, enable }: Changes): number =>
  add.length + rename.length + describe.length + disable.length + enable.length

/** So many members at least, and so many in a hundred, must have vanished before it looks like a fault of the directory. */
const FEW = 10
const PERCENT = 30

/**
 * Whether a directory that answers with so few users is more likely broken, or asked about the wrong place, than right.
 * @param active members in use that came from it
 * @param vanished those of them whom it does not have any more
 * @param users those that it has
 */
export const isShrunk = (active: number, vanished: number, users: number): boolean =>
  vanished > 0 && (users === 0 || (vanished >= FEW && vanished * 100 >= active * PERCENT))

/** The part of a configuration that a bind password is sent by. */
interface Way {
  host: string
  port: number
  use_ssl: 0 | 1
  use_tls: 0 | 1
  ca_id: string | null
  username: string
}

/** Whether the password that is kept would go somewhere else, or as somebody else, or less protected (security.md §3). */
export const goesElsewhere = (saved: Way, wanted: Way): boolean =>
  saved.host.toLowerCase() !== wanted.host.toLowerCase() ||
  saved.port !== wanted.port ||
  saved.use_ssl !== wanted.use_ssl ||
  saved.use_tls !== wanted.use_tls ||
  saved.ca_id !== wanted.ca_id ||
  saved.username !== wanted.username
