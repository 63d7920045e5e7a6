import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Secrets } from './secrets.ts'
import type { Settings } from './settings.ts'

/** Returns the installation's secrets: those of the setting, or one made once in the data directory, so that installations share none. */
export function installationSecrets({ WEFT_SECRET, WEFT_DATA_DIR }: Pick<Settings, 'WEFT_SECRET' | 'WEFT_DATA_DIR'>): Secrets {
  return (WEFT_SECRET ?? keptSecret(WEFT_DATA_DIR)).split(',').map((secret) => secret.trim()) as unknown as Secrets
}

/** Returns the installation's secrets; undefined if it has none yet. */
export function keptSecrets(settings: Pick<Settings, 'WEFT_SECRET' | 'WEFT_DATA_DIR'>): Secrets | undefined {
  const made = settings.WEFT_SECRET !== undefined || existsSync(join(settings.WEFT_DATA_DIR, 'secret'))
  return made ? installationSecrets(settings) : undefined
}

/**
 * Keeps the secret that came with a backup where the next start finds it, and returns what the operator has to do or know; undefined if
 * the installation has this secret. A secret that is set already stays: what was sealed under it may be elsewhere.
 */
export function keepRestoredSecret(
  { WEFT_SECRET, WEFT_DATA_DIR }: Pick<Settings, 'WEFT_SECRET' | 'WEFT_DATA_DIR'>,
  restored: string,
): string | undefined {
  const own = join(WEFT_DATA_DIR, 'secret')
  if (WEFT_SECRET === undefined && !existsSync(own)) {
    mkdirSync(WEFT_DATA_DIR, { recursive: true, mode: 0o700 })
    writeFileSync(own, restored, { mode: 0o600, flag: 'wx' })
    return `its secret is in ${own}`
  }
  const present = new Set((WEFT_SECRET ?? readFileSync(own, 'utf8')).split(',').map((secret) => secret.trim()))
  if (restored.split(',').every((secret) => present.has(secret))) return undefined
  const beside = join(WEFT_DATA_DIR, 'secret.restored')
  mkdirSync(WEFT_DATA_DIR, { recursive: true, mode: 0o700 })
  rmSync(beside, { force: true })
  writeFileSync(beside, restored, { mode: 0o600, flag: 'wx' })
  return `it is sealed under another secret than this installation has: put the text of ${beside} into WEFT_SECRET, or behind the present one after a comma, before the next start`
}

function keptSecret(dir: string): string {
  const file = join(dir, 'secret')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  // `wx`: if two processes start at once, one writes the file and the other reads it.
  try {
    writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}

const backupNote = (dir: string) => join(dir, 'last-backup')

/** Notes in the data directory that a backup was made now, for `weft doctor`. */
export function noteBackup({ WEFT_DATA_DIR }: Pick<Settings, 'WEFT_DATA_DIR'>, file: string): void {
  mkdirSync(WEFT_DATA_DIR, { recursive: true, mode: 0o700 })
  writeFileSync(backupNote(WEFT_DATA_DIR), `${resolve(file)}\n`, { mode: 0o600 })
}

/** Returns when the last backup was made with this data directory, and its file; undefined if none was. */
export function lastBackup({ WEFT_DATA_DIR }: Pick<Settings, 'WEFT_DATA_DIR'>): { time: Date; file: string } | undefined {
  const note = backupNote(WEFT_DATA_DIR)
  if (!existsSync(note)) return undefined
  return { time: statSync(note).mtime, file: readFileSync(note, 'utf8').trim() }
}
