/**
 * The progress of a test runner: a file with one line for each test file and test that begins or ends. The runner's reporter writes it,
 * and whoever waits for the runner reads from it when something last ended, and what has not ended yet.
 */
import { appendFileSync, readFileSync, statSync } from 'node:fs'

/** The variable that names the file to the reporters. */
export const PROGRESS = 'TEST_PROGRESS'

interface Line {
  /** Milliseconds since 1970. */
  at: number
  /** `breaks`: an error outside of its tests. `lacks`: tests are skipped, because the machine lacks something. */
  what: 'begins' | 'ends' | 'breaks' | 'lacks'
  /** The name of a test or file; empty for an error of which no file is known; what is lacking, and how to get it. */
  name: string
  /** The error. */
  message?: string
}

/** Adds a line, if whoever started the runner named a file. */
export function note(what: Line['what'], name: string, message?: string): void {
  const file = process.env[PROGRESS]
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ at: Date.now(), what, name, message } satisfies Line)}\n`)
}

/** Returns what the machine lacks, so that tests were skipped; each once. */
export const lacking = (file: string): string[] => {
  const all = linesOf(file).map((text) => JSON.parse(text) as Line)
  return [...new Set(all.flatMap(({ what, name }) => (what === 'lacks' ? [name] : [])))]
}

/** An error outside of any test. */
export interface Stray {
  /** The path of the test file that it comes from; undefined if that is not known. */
  file: string | undefined
  message: string
}

/** Returns the errors outside of any test. */
export const strays = (file: string): Stray[] =>
  linesOf(file).flatMap((text) => {
    const { what, name, message = '' } = JSON.parse(text) as Line
    return what === 'breaks' ? [{ file: name === '' ? undefined : name, message }] : []
  })

/** Returns when a line was last added, in milliseconds since 1970; 0 if there is none. */
export function lastProgress(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** A test, or a file none of whose tests runs. */
export interface Running {
  name: string
  /** Milliseconds since 1970. */
  since: number
}

/** Returns what has begun and not ended, with the longest first. */
export function running(file: string): Running[] {
  const begun = new Map<string, number>()
  for (const text of linesOf(file)) {
    const { at, what, name } = JSON.parse(text) as Line
    if (what === 'begins') begun.set(name, at)
    else if (what === 'ends') begun.delete(name)
  }
  const names = [...begun.keys()]
  const isNamedByItsTest = (name: string) => names.some((other) => other.startsWith(`${name} > `))
  return [...begun]
    .filter(([name]) => !isNamedByItsTest(name))
    .map(([name, since]) => ({ name, since }))
    .toSorted((a, b) => a.since - b.since)
}

/** Returns the whole lines: the last one may still be in writing. */
function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(0, -1)
  } catch {
    return []
  }
}
