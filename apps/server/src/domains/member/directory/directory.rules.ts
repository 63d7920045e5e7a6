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

/** A user without a uuid, and the text by which such users are ordered. */
interface Keyed {
  key: string
  user: Read
}
const keyed = (user: Read): Keyed => ({ key: [user.username, user.description, user.disabled].join('\0'), user })
const byKey = (one: Keyed, other: Keyed): number => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0)

/** Yields what is in the lists, each of which is in order, in one order. Each step takes little time, however long they are. */
function* merged(lists: readonly Keyed[][]): Generator<Keyed> {
  if (lists.length <= 1) return yield* lists[0] ?? []
  const half = lists.length >> 1
  const [left, right] = [merged(lists.slice(0, half)), merged(lists.slice(half))]
  let [one, other] = [left.next(), right.next()]
  while (!one.done && !other.done) {
    if (byKey(one.value, other.value) <= 0) {
      yield one.value
      one = left.next()
    } else {
      yield other.value
      other = right.next()
    }
  }
  if (!one.done) yield one.value
  if (!other.done) yield other.value
  yield* left
  yield* right
}

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
  /** Users without a uuid, in lists of at most PART; all but the last list are in order. */
  const without: Keyed[][] = []

  function admit(entry: Read): void {
    const { uuid, username, disabled } = entry
    if (uuid === '') return admitUnknown(entry)
    if (first.has(uuid)) return void repeated.add(uuid)
    first.set(uuid, entry)
    const beginning = uuid.slice(0, 2)
    const alike = beginnings.get(beginning)
    if (alike) alike.push(uuid)
    else beginnings.set(beginning, [uuid])
    const folded = username.toLowerCase()
    if (!disabled) names.set(folded, (names.get(folded) ?? 0) + 1)
  }

  function admitUnknown(entry: Read): void {
    const last = without.at(-1)
    if (last && last.length < PART) return void last.push(keyed(entry))
    last?.sort(byKey)
    without.push([keyed(entry)])
  }

  function kept(uuid: string): SnapshotUser {
    const { username, description, disabled } = first.get(uuid)!
    const shared = !disabled && (names.get(username.toLowerCase()) ?? 0) > 1
    const problem = repeated.has(uuid) ? 'uuid' : !MEMBER_USERNAME.test(username) ? 'name' : shared ? 'twice' : null
    return { uuid, username, description, disabled: disabled ? 1 : 0, problem }
  }

  /** Yields the users without a uuid in order, in parts. */
  function* withoutUuid(): Generator<SnapshotUser[]> {
    without.at(-1)?.sort(byKey)
    let number = 0
    const nextNumber = (): number => {
      do number += 1
      while (first.has(`none-${number}`))
      return number
    }
    let part: SnapshotUser[] = []
    for (const { user } of merged(without)) {
      const { username, description, disabled } = user
      part.push({ uuid: `none-${nextNumber()}`, username, description, disabled: disabled ? 1 : 0, problem: 'no_uuid' })
      if (part.length < PART) continue
      yield part
      part = []
    }
    if (part.length > 0) yield part
  }

  return {
    add: (entries: readonly Read[]): void => entries.forEach(admit),
    *parts(): Generator<SnapshotUser[]> {
      for (const beginning of [...beginnings.keys()].toSorted()) yield beginnings.get(beginning)!.toSorted().map(kept)
      yield* withoutUuid()
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

/** Returns the number of enabled members whose user is gone, while another enabled user with a uuid has its name. */
export function countRenewed(differences: readonly Difference[]): number {
  const newcomers = differences.filter((one) => one.router_name === null && one.disabled === 0 && one.problem !== 'no_uuid')
  const names = new Set(newcomers.map(({ username }) => username!.toLowerCase()))
  const gone = differences.filter(({ router_name, username, status }) => router_name !== null && username === null && status === 1)
  return gone.filter(({ member_username }) => names.has(member_username!.toLowerCase())).length
}

/**
 * Returns whether a directory probably identifies its users by another attribute than before: more than half of the members have no user
 * any more, but users of the same names are there. So many people are hardly ever deleted and created again.
 * @param active enabled members that came from it
 * @param renewed those of them that `countRenewed` counts
 */
export const isIdentifiedAnew = (active: number, renewed: number): boolean => renewed * 2 > active

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
