import { DAY_SECONDS, type DirectoryType } from '@weft/contract'
import type { Entry } from 'ldapts'

/** A user of a directory. */
export interface DirectoryEntry {
  dn: string
  /** Stays the same when the user is renamed; '' if the directory gives none. */
  uuid: string
  username: string
  description: string
  disabled: boolean
}

interface Schema {
  /** The filter that finds users. */
  filter: string
  /** The attributes that may hold the uuid: the first that an entry has is its uuid. */
  uuid: readonly string[]
  attributes: readonly string[]
  /** Returns the directory's form of a uuid given as text. */
  uuidValue(uuid: string): Buffer | string
  read(entry: Entry, now: Date): DirectoryEntry
}

/** Returns the first value of an attribute, in whatever case the server writes its name; '' if there is none. */
function text(entry: Entry, name: string): string {
  const wanted = name.toLowerCase()
  const key = Object.keys(entry).find((one) => one.toLowerCase() === wanted)
  const value = key === undefined ? undefined : [entry[key]].flat()[0]
  return value === undefined ? '' : String(value)
}
const bytes = (entry: Entry, name: string): Buffer | undefined => {
  const value = [entry[name]].flat()[0]
  return Buffer.isBuffer(value) ? value : undefined
}

/** Returns a text as one line of at most `max` characters that can be shown and stored. */
const line = (words: string, max: number): string =>
  [
    ...words
      .toWellFormed()
      .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
      .trim(),
  ]
    .slice(0, max)
    .join('')
const USERNAME_MAX = 64
const DESCRIPTION_MAX = 64
const described = (entry: Entry, ...names: string[]) =>
  line(names.map((name) => text(entry, name)).find((words) => words !== '') ?? '', DESCRIPTION_MAX)

const UUID = /^[\w-]{1,64}$/
/** The bit of userAccountControl that disables the account. */
const ACCOUNT_DISABLE = 2
/** Seconds from 1601 to 1970: Windows counts tenths of microseconds from 1601. Accounts that expire at 0 or NEVER do not expire. */
const WINDOWS_EPOCH = 11_644_473_600n
const NEVER = 9_223_372_036_854_775_807n

/** Of OpenLDAP and every server that follows RFC 4530, of the 389 server, and of FreeIPA on top of it. */
const UUIDS = ['entryUUID', 'nsUniqueId', 'ipaUniqueID'] as const

const openLdap: Schema = {
  filter: '(&(|(objectClass=person)(objectClass=posixAccount))(uid=*))',
  uuid: UUIDS,
  attributes: ['uid', 'displayName', 'cn', 'description', ...UUIDS, 'pwdAccountLockedTime', 'nsAccountLock', 'shadowExpire'],
  uuidValue: (uuid) => uuid,
  read(entry, now) {
    const uuid = UUIDS.map((name) => text(entry, name)).find((value) => value !== '') ?? ''
    const expire = Number(text(entry, 'shadowExpire') || '-1')
    return {
      dn: entry.dn,
      uuid: UUID.test(uuid) ? uuid.toLowerCase() : '',
      username: line(text(entry, 'uid'), USERNAME_MAX),
      description: described(entry, 'displayName', 'cn', 'description'),
      disabled:
        // Locked by an administrator and not by wrong passwords (slapo-ppolicy), by the 389 server's lock, or expired as a Unix account.
        text(entry, 'pwdAccountLockedTime').startsWith('000001010000') ||
        text(entry, 'nsAccountLock').toLowerCase() === 'true' ||
        (expire >= 0 && expire * DAY_SECONDS * 1000 <= now.getTime()),
    }
  },
}

const activeDirectory: Schema = {
  filter: '(&(objectCategory=person)(objectClass=user)(sAMAccountName=*))',
  uuid: ['objectGUID'],
  attributes: ['sAMAccountName', 'displayName', 'cn', 'description', 'objectGUID', 'userAccountControl', 'accountExpires'],
  uuidValue: guidBytes,
  read(entry, now) {
    const guid = bytes(entry, 'objectGUID')
    return {
      dn: entry.dn,
      uuid: guid?.length === 16 ? guidText(guid) : '',
      username: line(text(entry, 'sAMAccountName'), USERNAME_MAX),
      description: described(entry, 'displayName', 'cn', 'description'),
      disabled: (Number(text(entry, 'userAccountControl')) & ACCOUNT_DISABLE) !== 0 || hasExpired(text(entry, 'accountExpires'), now),
    }
  },
}

function hasExpired(expires: string, now: Date): boolean {
  if (!/^\d{1,19}$/.test(expires)) return false
  const at = BigInt(expires)
  return at !== 0n && at !== NEVER && at / 10_000_000n - WINDOWS_EPOCH <= BigInt(Math.floor(now.getTime() / 1000))
}

/** Windows writes the first three groups with their bytes reversed. */
const TURNED = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15]
const turned = (guid: Buffer) => Buffer.from(TURNED.map((at) => guid[at]!))
const guidText = (guid: Buffer) =>
  turned(guid)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
function guidBytes(uuid: string): Buffer {
  return turned(Buffer.from(uuid.replaceAll('-', ''), 'hex'))
}

/** The schema of each kind of directory. */
export const schemas: Record<DirectoryType, Schema> = { 1: openLdap, 2: activeDirectory }
