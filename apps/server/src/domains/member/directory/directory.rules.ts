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

/** Users without a uuid in one part. */
const PART = 500
const orderOf = ({ username, description, disabled }: Read): string => [username, description, disabled].join('\0')

/**
 * Gathers the users of a directory for a snapshot, as they come, and yields them in the order of their uuids, each once, in parts that each
 * take little time. Users without a uuid cannot be identified after a rename, so they cannot be imported; they come last, numbered in the
 * order of their names. Enabled users that share a name cannot be imported until all but one are renamed.
 */
export function createGathering() {
  const first = new Map<string, Read>()
  const repeated = new Set<string>()
  const names = new Map<string, number>()
  const beginnings = new Map<string, string[]>()
  const without: Read[] = []

  function admit(entry: Read): void {
    const { uuid, username, disabled } = entry
    if (uuid === '') return void without.push(entry)
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

  function* withoutUuid(): Generator<SnapshotUser> {
    let number = 0
    for (const { username, description, disabled } of without.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))) {
      do number += 1
      while (first.has(`none-${number}`))
      yield { uuid: `none-${number}`, username, description, disabled: disabled ? 1 : 0, problem: 'no_uuid' }
    }
  }

  return {
    add: (entries: readonly Read[]): void => entries.forEach(admit),
    *parts(): Generator<SnapshotUser[]> {
      for (const beginning of [...beginnings.keys()].toSorted()) yield beginnings.get(beginning)!.toSorted().map(kept)
      const numbered = [...withoutUuid()]
      for (let at = 0; at < numbered.length; at += PART) yield numbered.slice(at, at + PART)
    },
  }
}

/** Returns the text from which the hash of a snapshot is made. */
export const snapshotText = (users: readonly SnapshotUser[]): string =>
  users.map((one) => [one.uuid, one.username, one.description, one.disabled, one.problem ?? ''].join('\0')).join('\n')

/** A user and its member; either may be missing. */
export interface Difference {
  uuid: string
  username: string | null
  description: string | null
  disabled: 0 | 1 | null
  problem: DirectoryProblem | null
  /** True if a member has the name that the user would get. */
  taken: boolean
  router_name: string | null
  member_username: string | null
  member_description: string | null
  status: 0 | 1 | null
  /** 1 if the directory disabled the member. */
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
/** The changes that a synchronisation has to make. */
export interface Changes {
  add: NewUser[]
  refused: number
  rename: (Linked & NewUser & { to: string; former: string })[]
  describe: { uuid: string; description: string; note: string; former: string }[]
  disable: (Linked & { username: string })[]
  enable: (Linked & { username: string })[]
  /** Number of members in `disable` that the directory no longer has. */
  vanished: number
}

/** Returns a description as a member's note holds it. */
export const noteOf = (description: string): string => [...description].slice(0, NOTE_MAX).join('').trim()

export const noChanges = (): Changes => ({ add: [], refused: 0, rename: [], describe: [], disable: [], enable: [], vanished: 0 })

/** Adds the changes that the differences ask for to those decided before. */
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

/** Returns the number of changes. Fewer of `add` may be made if the account has no room. */
export const countOf = ({ add, rename, describe, disable, enable }: Changes): number =>
  add.length + rename.length + describe.length + disable.length + enable.length

/** Number and percentage of members that must at least have vanished before the directory is presumed broken. */
const FEW = 10
const PERCENT = 30

/**
 * Returns whether a directory with so few users is more likely broken, or asked about the wrong place, than right.
 * @param active enabled members that came from it
 * @param vanished those of them that it no longer has
 * @param users number of users that it has
 */
export const isShrunk = (active: number, vanished: number, users: number): boolean =>
  vanished > 0 && (users === 0 || (vanished >= FEW && vanished * 100 >= active * PERCENT))

/** Returns the worst problem of a configuration. @param online state of its hardware member; null if that member is gone */
export function noticeOf(
  { router_name, use_ssl, use_tls }: Pick<Way, 'router_name' | 'use_ssl' | 'use_tls'>,
  { online, expires_soon }: { online: 0 | 1 | null; expires_soon: boolean },
): 'routerDeleted' | 'routerOffline' | 'plain' | 'certificate' | undefined {
  if (router_name !== null && online !== 1) return online === null ? 'routerDeleted' : 'routerOffline'
  if (use_ssl === 0 && use_tls === 0) return 'plain'
  return expires_soon ? 'certificate' : undefined
}

/** The part of a configuration that decides where and how the bind password is sent. */
interface Way {
  router_name: string | null
  host: string
  port: number
  use_ssl: 0 | 1
  use_tls: 0 | 1
  ca_id: string | null
  username: string
}

/** Returns whether the kept password would go elsewhere, as another user or otherwise protected (docs/design/security.md §3). */
export const goesElsewhere = (saved: Way, wanted: Way): boolean =>
  saved.router_name !== wanted.router_name ||
  saved.host.toLowerCase() !== wanted.host.toLowerCase() ||
  saved.port !== wanted.port ||
  saved.use_ssl !== wanted.use_ssl ||
  saved.use_tls !== wanted.use_tls ||
  saved.ca_id !== wanted.ca_id ||
  saved.username !== wanted.username

/**
 * Returns the text by which budgets know the name of a bind: the same for each way to write a distinguished name. Only its values count,
 * since an attribute has a name and a number.
 */
export const bindNameOf = (bind_dn: string): string =>
  bind_dn
    .replace(/(?:\\[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('\\', ''), 'hex').toString('utf8'))
    .replaceAll(/["\\]/g, '')
    .split(/[,;+]/)
    .map((part) =>
      part
        .slice(part.indexOf('=') + 1)
        .trim()
        .split(/\s+/)
        .join(' '),
    )
    .join(',')
