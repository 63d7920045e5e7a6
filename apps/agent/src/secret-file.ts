import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
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

/** Returns the path of the copy that stands beside a file of the state. */
export const copyOf = (path: string): string => `${path}.copy`

/** Writes a file, and then its copy. @throws if the file cannot be written */
export function writeTwice(path: string, content: string): void {
  writeSecret(path, content)
  keepCopy(path, content)
}

/** Writes the copy of a file. If the disk is full it stays as it is, until the file is written or read again. */
export function keepCopy(path: string, content: string): void {
  try {
    writeSecret(copyOf(path), content)
  } catch {
    // The file itself is there.
  }
}

/** Returns what `parse` makes of a file; undefined if it cannot be read. */
export function readIfUsable<T>(path: string, parse: (text: string) => T | undefined): T | undefined {
  try {
    return parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Reads a file of which there is a copy. Where one of the two is missing or damaged, the other counts and is written in its place.
 * @param parse returns undefined, or throws, for a text that cannot be used
 * @param said is called with a sentence that names a file that cannot be used
 * @returns undefined if neither can be used
 */
export function readTwice<T>(path: string, parse: (text: string) => T | undefined, said: (sentence: string) => void): T | undefined {
  const both = (text: string) => {
    const value = parse(text)
    return value === undefined ? undefined : { text, value }
  }
  const [file, copy] = [readIfUsable(path, both), readIfUsable(copyOf(path), both)]
  const used = file ?? copy
  if (used === undefined) {
    if (existsSync(path)) said(`${path} cannot be used, and there is no copy of it that can`)
    return undefined
  }
  if (file === undefined) {
    said(`${path} cannot be used: its copy takes its place`)
    try {
      writeSecret(path, used.text)
    } catch {
      // The disk is full: the copy is there.
    }
  } else if (copy?.text !== file.text) {
    if (copy === undefined && existsSync(copyOf(path))) said(`${copyOf(path)} cannot be used: it is written anew`)
    keepCopy(path, file.text)
  }
  return used.value
}

/** Removes a file if it exists. */
export const removeSecret = (path: string): void => rmSync(path, { force: true })
