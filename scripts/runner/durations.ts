/** The durations and failures of a test run, for the last lines of its output. */

import { stripVTControlCharacters } from 'node:util'
import { parseReport } from './tally.ts'

export interface TestFile {
  /** Its path in the repository. */
  path: string
  seconds: number
  failed: FailedTest[]
}

export interface FailedTest {
  /** Its full name. */
  name: string
  /** The runner's messages, with terminal colors. */
  messages: string[]
  /** What the page showed when it failed, as an outline; empty for a test without a page. */
  page: string[]
}

interface VitestReport {
  testResults: {
    name: string
    status: string
    message?: string
    startTime: number
    endTime: number
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
  }[]
}

/** The name of the failure of a file outside its tests, for example because it does not load. */
const FILE_ITSELF = 'the file itself'

/** Returns the files of a JSON report of Vitest, whose paths are below `root`. Their seconds contain neither imports nor set-up. */
export function filesOfVitest(report: string | undefined, root: string): TestFile[] {
  const { testResults } = (parseReport(report) as VitestReport | undefined) ?? { testResults: [] }
  return testResults.map(({ name, status: whole, message, startTime, endTime, assertionResults }) => {
    const failed = assertionResults.flatMap(({ status, fullName, failureMessages = [] }) =>
      status === 'failed' ? [{ name: fullName, messages: failureMessages, page: [] }] : [],
    )
    const isBroken = whole === 'failed' && failed.length === 0
    return {
      path: name.replace(`${root}/`, ''),
      seconds: (endTime - startTime) / 1000,
      failed: isBroken ? [{ name: FILE_ITSELF, messages: message ? [message] : [], page: [] }] : failed,
    }
  })
}

interface PlaywrightSuite {
  file: string
  suites?: PlaywrightSuite[]
  specs: { title: string; ok: boolean; tests: { results: PlaywrightResult[] }[] }[]
}
interface PlaywrightResult {
  duration: number
  errors?: { message?: string }[]
  attachments?: { name: string; path?: string }[]
}

/**
 * Returns the files of a JSON report of Playwright, whose folder is `folder`. A file's seconds are the sum over its tests and tries.
 * @param read returns the text of a file that the report names; undefined if there is none
 */
export function filesOfPlaywright(report: string | undefined, folder: string, read: (path: string) => string | undefined): TestFile[] {
  const { suites } = (parseReport(report) as { suites: PlaywrightSuite[] } | undefined) ?? { suites: [] }
  return suites.map((suite) => {
    const specs = specsIn(suite)
    const durations = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)))
    return {
      path: `${folder}/${suite.file}`,
      seconds: durations.reduce((sum, one) => sum + one, 0) / 1000,
      failed: specs.flatMap(({ ok, title, tests }) => {
        if (ok) return []
        const tries = tests.flatMap(({ results }) => results)
        const messages = tries.flatMap(({ errors = [] }) => errors.flatMap(({ message }) => message ?? []))
        return [{ name: title, messages, page: tries.flatMap((one) => pageOf(one, read)) }]
      }),
    }
  })
}

const specsIn = (suite: PlaywrightSuite): PlaywrightSuite['specs'] => [...suite.specs, ...(suite.suites ?? []).flatMap(specsIn)]

/** Returns the outline of the page that Playwright wrote beside a failed test: with the error if that is about the page, else by itself. */
const pageOf = ({ attachments = [] }: PlaywrightResult, read: (path: string) => string | undefined): string[] =>
  attachments.flatMap(({ name, path }) => {
    const text = name === 'error-context' && path !== undefined ? (read(path) ?? '') : ''
    return /\n```yaml\n([^]*?)\n```/.exec(text)?.[1]?.split('\n') ?? []
  })

const SLOWEST = 10
const LINES_OF_A_MESSAGE = 12
const LINES_OF_A_PAGE = 150

/** The time of a suite, in seconds: from its beginning to its end, and of the processors, with all that it started. */
export interface Timed {
  name: string
  seconds: number
  processor_seconds: number
}

/**
 * Returns the last lines of a run: the seconds by suite, the ten slowest files, and each failed test with the beginning of each reason and
 * what its page showed. On a busy machine only the seconds of the processors say what a suite costs; but Chromium does not wait for the
 * processes that draw its pages, so they count in those of the machine alone.
 * @param machine.seconds what all its processors worked in the run, for others too
 * @param machine.slowness how many times slower than the reference they were
 */
export function describeRun(
  suites: readonly Timed[],
  files: readonly TestFile[],
  machine: { seconds: number; slowness: number },
): string[] {
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  const total = suites.reduce((sum, one) => sum + one.processor_seconds, 0)
  return [
    'Processor seconds and seconds by suite',
    ...suites.map(({ name, seconds, processor_seconds }) => `${figure(processor_seconds)} ${figure(seconds)}  ${name}`),
    `${figure(total)} ${' '.repeat(WIDTH)}  all`,
    `${figure(total / machine.slowness)} ${' '.repeat(WIDTH)}  all on the reference machine: this one was ${machine.slowness.toFixed(2)} times as slow`,
    `${figure(machine.seconds)} ${' '.repeat(WIDTH)}  the whole machine, with the pages of Chromium and what else ran`,
    ...(slowest.length > 0 ? ['The slowest files, in seconds'] : []),
    ...slowest.map(({ path, seconds }) => `${figure(seconds)}  ${path}`),
    ...files.flatMap(({ path, failed }) =>
      failed.flatMap(({ name, messages, page }) => [`✗ ${path} > ${name}`, ...messages.flatMap(beginningOf), ...beginningOfPage(page)]),
    ),
  ]
}

/** Returns the first lines of a runner's message, without colors and indented. */
export const beginningOf = (message: string): string[] =>
  stripVTControlCharacters(message).split('\n').slice(0, LINES_OF_A_MESSAGE).map(indented)

/** Returns the first lines of the outline of a page, indented. */
export const beginningOfPage = (page: readonly string[]): string[] => page.slice(0, LINES_OF_A_PAGE).map(indented)

const indented = (text: string): string => `    ${text}`.trimEnd()

const WIDTH = 7
const figure = (seconds: number): string => seconds.toFixed(1).padStart(WIDTH)
