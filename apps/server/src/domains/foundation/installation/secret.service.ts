/**
 * Room foundation/installation: the keys of this installation, sealed under its secret.
 * Tables: installation.
 * Called by: jobs.
 * Always: a server starts only with a secret that opens them; a replaced secret is needed until every text is sealed again.
 */
import { randomBytes } from 'node:crypto'
import type { Db, SystemDb } from '../../../db/client.ts'
import { SEALED_COLUMNS, type SealedPlace } from '../../../db/sealed-columns.ts'
import type { Log } from '../../../kernel/log.ts'
import { derivedDigestKeys, deriveKeys, type DigestKeys, type Keys, type SealedText, type Secrets } from '../../../kernel/secrets.ts'
import { SettingError } from '../../../kernel/settings.ts'
import * as queries from './secret.queries.ts'

/** The most texts that one transaction seals again. */
const AT_ONCE = 500

/**
 * Returns the installation's keys after proving that one of the secrets is the one that its database was sealed with. The first start
 * stores the digest keys that later starts open.
 * @throws SettingError where none of the secrets opens the database, also a restored one
 */
export async function unlockInstallation(db: Db, secrets: Secrets): Promise<Keys> {
  return db.system(async (system) => {
    const found = await queries.findDigestKeys(system)
    if (found) return deriveKeys(secrets, openDigestKeys(secrets, found))
    const { lookup, successor } = await firstDigestKeys(system, secrets)
    const first = deriveKeys(secrets).seal(Buffer.concat([lookup, successor]).toString('base64'))
    await queries.keepDigestKeys(system, first)
    // When two instances start at once, one stores its keys, and both use those.
    return deriveKeys(secrets, openDigestKeys(secrets, (await queries.findDigestKeys(system)) ?? first))
  })
}

/** Returns whether one of the secrets opens the installation's keys; false if it has none yet. @throws SettingError if none opens them */
export async function provesSecret(system: SystemDb, secrets: Secrets): Promise<boolean> {
  const found = await queries.findDigestKeys(system)
  if (found) openDigestKeys(secrets, found)
  return found !== undefined
}

/** @throws SettingError */
function openDigestKeys(secrets: Secrets, sealed: SealedText): DigestKeys {
  try {
    return split(Buffer.from(deriveKeys(secrets).open(sealed), 'base64'))
  } catch {
    throw wrongSecret()
  }
}

const split = (both: Buffer): DigestKeys => ({ lookup: both.subarray(0, 32), successor: both.subarray(32) })

const wrongSecret = () =>
  new SettingError(
    'WEFT_SECRET, or the file secret in WEFT_DATA_DIR where it is not set, is not the secret that this database was sealed with; give the former one back, alone or after a comma behind a new one',
  )

/**
 * Returns the digest keys for a database that stores none: those of the secret that made its digests so far, or random ones where there are
 * none. That secret is the first of the setting under which something is sealed, also where a new one was put in front of it together with
 * the upgrade of the program.
 * @throws SettingError where something is sealed, but under none of the secrets
 */
async function firstDigestKeys(system: SystemDb, secrets: Secrets): Promise<DigestKeys> {
  const counts = await queries.countByKey(system)
  const used = secrets.find((secret) => counts.has(deriveKeys([secret]).sealing.present))
  if (used !== undefined) return derivedDigestKeys(used)
  if (counts.size > 0) throw wrongSecret()
  return (await queries.hasLogins(system)) ? derivedDigestKeys(secrets[0]) : split(randomBytes(64))
}

/** Counts of texts that are sealed under the present secret, under former ones of the setting, and under secrets that it does not name. */
export interface SecretStatus {
  present: number
  former: number
  unknown: number
}

export async function secretStatus(db: SystemDb, { sealing }: Pick<Keys, 'sealing'>): Promise<SecretStatus> {
  const status = { present: 0, former: 0, unknown: 0 }
  for (const [id, count] of await queries.countByKey(db))
    status[id === sealing.present ? 'present' : sealing.former.includes(id) ? 'former' : 'unknown'] += count
  return status
}

/** Returns the sentence that says whether former secrets are still needed. */
export function adviceOn({ former }: SecretStatus, { sealing }: Pick<Keys, 'sealing'>): string {
  if (sealing.former.length === 0) return 'WEFT_SECRET names no former secret'
  return former > 0
    ? 'a former secret of WEFT_SECRET is still needed: a running server seals anew what it sealed, within ten minutes'
    : 'no former secret of WEFT_SECRET is needed any more: leave out all but the first, on every server'
}

export interface ResealingDependencies {
  db: Db
  keys: Keys
  log: Log
  sealedPasswords: { hashLater(system: SystemDb): Promise<void> }
}
export type Resealing = ReturnType<typeof createResealing>

/** Creates the job that seals the texts of former secrets again under the present one, so that the former ones can be dropped. */
export function createResealing({ db, keys, log, sealedPasswords }: ResealingDependencies) {
  let said: string | undefined

  /** Seals one batch again and returns whether there may be more. Adds texts that cannot be opened to `broken`, and skips those. */
  async function resealSome(place: SealedPlace, broken: string[]): Promise<boolean> {
    return db.system(async (system) => {
      const found = await queries.lockSealed(system, place, keys.sealing.former, { limit: AT_ONCE, except: broken })
      const anew = found.flatMap((row) => {
        try {
          return [{ ...row, next: keys.seal(keys.open(row.sealed)) }]
        } catch {
          broken.push(row.sealed)
          return []
        }
      })
      if (anew.length > 0) {
        await queries.writeSealed(system, place, anew)
        if (place.table === 'member') await sealedPasswords.hashLater(system)
      }
      return found.length === AT_ONCE
    })
  }

  return {
    /** Seals everything again where the setting names a former secret, and logs whether that is still needed when this has changed. */
    async work(): Promise<void> {
      if (keys.sealing.former.length === 0) return
      for (const place of SEALED_COLUMNS) {
        const broken: string[] = []
        while (await resealSome(place, broken));
        if (broken.length > 0) log.error('sealed texts are damaged and cannot be opened', { ...place, count: broken.length })
      }
      const advice = adviceOn(await secretStatus(db.systemNow, keys), keys)
      if (advice !== said) log.info(advice)
      said = advice
    },
  }
}
