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

/**
 * Writes the copy of a file. If this fails, such as on a full disk, there is no copy until the file is written or read again: what was valid
 * before must not count later.
 */
export function keepCopy(path: string, content: string): void {
  try {
    writeSecret(copyOf(path), content)
  } catch {
    try {
      removeSecret(copyOf(path))
    } catch {
      // Nothing on this disk can be changed.
    }
  }
}

/**
 * Returns what `parse` makes of a file; undefined if there is no such file, or if it is damaged.
 * @throws if the file cannot be read at the moment: it may be sound
 */
export function readIfUsable<T>(path: string, parse: (text: string) => T | undefined): T | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

/**
 * Reads a file of which there is a copy. Where one of the two is missing or damaged, the other counts and is written in its place. Where the
 * file cannot be read at the moment, the copy counts and the file stays.
 * @param parse returns undefined, or throws, for a text that cannot be used
 * @param said is called with a sentence that names a file that cannot be used
 * @returns undefined if neither can be used
 * @throws if neither can be used and one of them cannot be read at the moment
 */
export function readTwice<T>(path: string, parse: (text: string) => T | undefined, said: (sentence: string) => void): T | undefined {
  const both = (text: string) => {
    const value = parse(text)
    return value === undefined ? undefined : { text, value }
  }
  function read(one: string): { found?: ReturnType<typeof both>; error?: unknown } {
    try {
      return { found: readIfUsable(one, both) }
    } catch (error) {
      return { error }
    }
  }
  const [file, copy] = [read(path), read(copyOf(path))]
  const used = file.found ?? copy.found
  if (used === undefined) {
    const error = file.error ?? copy.error
    if (error !== undefined) throw error
    if (existsSync(path)) said(`${path} cannot be used, and there is no copy of it that can`)
    return undefined
  }
  if (file.error !== undefined) said(`${path} cannot be read: its copy is used`)
  else if (file.found === undefined) {
    said(`${path} cannot be used: its copy takes its place`)
    try {
      writeSecret(path, used.text)
    } catch {
      // The disk is full: the copy is there.
    }
  } else if (copy.found?.text !== used.text) {
    if (copy.found === undefined && existsSync(copyOf(path))) said(`${copyOf(path)} cannot be used: it is written anew`)
    keepCopy(path, used.text)
  }
  return used.value
}

/** Removes a file if it exists. */
export const removeSecret = (path: string): void => rmSync(path, { force: true })
