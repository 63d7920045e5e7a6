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
 * The users of a directory as a snapshot keeps them: gathered as they come, and given in the order of their uuids, each once, in parts
 * of which none takes long. Users without a uuid cannot be told apart from others and are left out. Of those in use that share a name,
 * none can be imported before all but one are renamed.
 */
export function createGathering() {
  const first = new Map<string, Read>()
  const repeated = new Set<string>()
  const names = new Map<string, number>()
  const beginnings = new Map<string, string[]>()

  function admit(entry: Read): void {
    const { uuid, username, disabled } = entry
    if (uuid === '') return
    if (first.has(uuid)) return void repeated.add(uuid)
    first.set(uuid, entry)
    const beginning = uuid.slice(0, 2)
    const alike = beginnings.get(beginning)
    if (alike) alike.push(uuid)
    else beginnings.set(beginning, [uuid])
    const folded = username.toLowerCase()
    if (!disabled) names.set(folded, (names.get(folded) ?? 0) + 1)
  }

  function kept(uuid: string): SnapshotUser {
    const { username, description, disabled } = first.get(uuid)!
    const shared = !disabled && (names.get(username.toLowerCase()) ?? 0) > 1
    const problem = repeated.has(uuid) ? 'uuid' : !MEMBER_USERNAME.test(username) ? 'name' : shared ? 'twice' : null
    return { uuid, username, description, disabled: disabled ? 1 : 0, problem }
  }

  return {
    add: (entries: readonly Read[]): void => entries.forEach(admit),
    *parts(): Generator<SnapshotUser[]> {
      for (const beginning of [...beginnings.keys()].toSorted()) yield beginnings.get(beginning)!.toSorted().map(kept)
    },
  }
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

export const noChanges = (): Changes => ({ add: [], refused: 0, rename: [], describe: [], disable: [], enable: [], vanished: 0 })

/** Decides what each difference asks for, beside what was decided before. */
export function decide(changes: Changes, differences: readonly Difference[]): void {
  for (const difference of differences) {
    if (difference.router_name === null) newcomer(changes, difference)
    else follow(changes, difference, difference.router_name)
  }
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

/**
 * What should be seen to about a configuration, the worst of it.
 * @param online of its hardware member; null where that one is gone
 */
export function noticeOf(
  { router_name, use_ssl, use_tls }: Pick<Way, 'router_name' | 'use_ssl' | 'use_tls'>,
  { online, expires_soon }: { online: 0 | 1 | null; expires_soon: boolean },
): 'routerDeleted' | 'routerOffline' | 'plain' | 'certificate' | undefined {
  if (router_name !== null && online !== 1) return online === null ? 'routerDeleted' : 'routerOffline'
  if (use_ssl === 0 && use_tls === 0) return 'plain'
  return expires_soon ? 'certificate' : undefined
}

/** The part of a configuration that a bind password is sent by. */
interface Way {
  router_name: string | null
  host: string
  port: number
  use_ssl: 0 | 1
  use_tls: 0 | 1
  ca_id: string | null
  username: string
}

/** Whether the password that is kept would go somewhere else, or as somebody else, or less protected (docs/design/security.md §3). */
export const goesElsewhere = (saved: Way, wanted: Way): boolean =>
  saved.router_name !== wanted.router_name ||
  saved.host.toLowerCase() !== wanted.host.toLowerCase() ||
  saved.port !== wanted.port ||
  saved.use_ssl !== wanted.use_ssl ||
  saved.use_tls !== wanted.use_tls ||
  saved.ca_id !== wanted.ca_id ||
  saved.username !== wanted.username
