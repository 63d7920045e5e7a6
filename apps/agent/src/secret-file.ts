import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Flushes a folder, so that a power failure does not undo changes of its entries. */
function keepFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** Replaces a file by another, and returns once a power failure cannot undo it. */
export function putInPlace(from: string, to: string): void {
  renameSync(from, to)
  keepFolder(dirname(to))
}

/** Writes a file that only its owner can read, as a whole or not at all, even if the power fails. @throws if the disk is full */
export function writeSecret(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const aside = `${path}.new`
  const bytes = Buffer.from(content)
  const file = openSync(aside, 'w', 0o600)
  try {
    // A disk that fills up may accept only a part.
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
    fsyncSync(file)
  } catch (error) {
    rmSync(aside, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
  putInPlace(aside, path)
}

/** Removes a file if it exists. */
export const removeSecret = (path: string): void => rmSync(path, { force: true })
