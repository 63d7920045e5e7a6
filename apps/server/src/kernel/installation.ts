import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Secrets } from './secrets.ts'
import type { Settings } from './settings.ts'

/** Returns the installation's secrets: those of the setting, or one made once in the data directory, so that installations share none. */
export function installationSecrets({ WEFT_SECRET, WEFT_DATA_DIR }: Pick<Settings, 'WEFT_SECRET' | 'WEFT_DATA_DIR'>): Secrets {
  return (WEFT_SECRET ?? keptSecret(WEFT_DATA_DIR)).split(',').map((secret) => secret.trim()) as unknown as Secrets
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
