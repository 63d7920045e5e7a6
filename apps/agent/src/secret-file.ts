import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Has a folder keep what it holds now, also after a power failure. */
function keepFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** Puts a file into the place of another, and returns once a power failure changes nothing of that. */
export function putInPlace(from: string, to: string): void {
  renameSync(from, to)
  keepFolder(dirname(to))
}

/** Writes a file that only its owner reads; it is there as a whole or not at all, also after a power failure. @throws where the disk is full */
export function writeSecret(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const aside = `${path}.new`
  const bytes = Buffer.from(content)
  const file = openSync(aside, 'w', 0o600)
  try {
    // A disk that becomes full takes a part.
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

/** Removes a file, where it is there. */
export const removeSecret = (path: string): void => rmSync(path, { force: true })
