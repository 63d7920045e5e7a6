/** Runs suites of tests, and looks a second time at what failed. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { type Ended, runCommand } from './command.ts'
import { beginningOf, beginningOfPage, type FailedTest, filesOfPlaywright, filesOfVitest, type TestFile } from './durations.ts'
import { lacking, type Stray, strays } from './progress.ts'
import { countPlaywright, countVitest, type Tally } from './tally.ts'

export interface Suite {
  name: string
  /** Returns the command that runs it, or only these files of it, one test at a time. */
  command(alone?: readonly string[]): string[]
  /** The file of its report in JSON. */
  report: string
  cwd: string
  env?: NodeJS.ProcessEnv | undefined
  count: typeof countVitest
  filesOf(report: string | undefined): TestFile[]
}

/** What every suite of a run shares. */
export interface Place {
  root: string
  /** The folder of reports. */
  results: string
  env: NodeJS.ProcessEnv
}

const programIn = (root: string, name: string) => path.join(root, 'node_modules/.bin', name)
const reporter = (name: string) => path.join(import.meta.dirname, `${name}.ts`)

/**
 * Returns a run of these projects of Vitest, or only of their tests whose paths contain one of `only`.
 * @param program Vitest's path; by default the one installed at the root
 */
export function vitestSuite(
  { root, results, env }: Place,
  projects: readonly string[],
  { only = [], program = programIn(root, 'vitest') }: { only?: readonly string[]; program?: string } = {},
): Suite {
  const report = path.join(results, `${[...projects, ...(only.length > 0 ? ['some'] : [])].join('-')}.json`)
  const chosen = projects.flatMap((name) => ['--project', name])
  const reporters = ['--reporter=default', '--reporter=json', `--reporter=${reporter('vitest-progress')}`, `--outputFile.json=${report}`]
  return {
    name: projects.join(' and '),
    command: (alone) => [program, 'run', ...(alone ?? only), ...(alone ? ['--maxWorkers=1'] : []), ...chosen, ...reporters],
    report,
    cwd: root,
    env: process.stdout.isTTY ? env : { ...env, NO_COLOR: '1' },
    count: countVitest,
    filesOf: (text) => filesOfVitest(text, root),
  }
}

/** Returns the run of the browser tests in the folder e2e. */
export function playwrightSuite({ root, results, env }: Place): Suite {
  const report = path.join(results, 'browser.json')
  return {
    name: 'browser',
    command: (alone) => [
      programIn(root, 'playwright'),
      'test',
      ...(alone ?? []),
      ...(alone ? ['--workers=1'] : []),
      `--reporter=line,json,${reporter('playwright-progress')}`,
    ],
    report,
    cwd: root,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    count: countPlaywright,
    filesOf: (text) => filesOfPlaywright(text, 'e2e', readIfWritten),
  }
}

/** The end of a suite. */
export interface Outcome {
  ended: Ended
  tally: Tally
  files: TestFile[]
  /** What the machine lacks, so that tests were skipped. */
  lacks: string[]
}

/** Runs a suite, or only these files of it, one test at a time. */
export async function runSuite(
  suite: Suite,
  { show = 'now', alone, patience_seconds }: { show?: 'now' | 'later'; alone?: readonly string[]; patience_seconds?: number } = {},
): Promise<Outcome> {
  const progress = `${suite.report}.progress`
  mkdirSync(path.dirname(suite.report), { recursive: true })
  for (const file of [suite.report, progress]) rmSync(file, { force: true })
  const { cwd, env } = suite
  const ended = await runCommand(suite.command(alone), { cwd, env, show, progress, ...(patience_seconds && { patience_seconds }) })
  const report = readIfWritten(suite.report)
  const [outside, lacks] = [strays(progress), lacking(progress)]
  rmSync(progress, { force: true })
  const tally = suite.count({ exitCode: ended.exitCode, report })
  const files = withStrays(suite.filesOf(report), outside)
  const failed = countFailed(files) + outside.filter(({ file }) => file === undefined).length
  return { ended, tally: { ...tally, failed: Math.max(tally.failed, failed) }, files, lacks }
}

const OUTSIDE = 'an error outside its tests'

/** Adds to each file the errors outside of its tests, as one that failed: a file that did not start is in no report. */
function withStrays(files: readonly TestFile[], outside: readonly Stray[]): TestFile[] {
  const all = new Map(files.map((file) => [file.path, file]))
  for (const { file: path, message } of outside) {
    if (path === undefined) continue
    const file = all.get(path) ?? { path, seconds: 0, failed: [] }
    const others = file.failed.filter(({ name }) => name !== OUTSIDE)
    const messages = [...file.failed.filter((one) => !others.includes(one)).flatMap(({ messages }) => messages), message]
    all.set(path, { ...file, failed: [...others, { name: OUTSIDE, messages, page: [] }] })
  }
  return [...all.values()]
}

const countFailed = (files: readonly TestFile[]) => files.reduce((sum, { failed }) => sum + failed.length, 0)

/** A test that failed in one of two runs. */
export interface Unsteady {
  /** The path of its file in the repository. */
  file: string
  name: string
  /** The beginning of its error. */
  error: string[]
  /** What its page showed when it failed. */
  page: string[]
}

/** Returns the lines about each unsteady test: its name, the beginning of its error, and what its page showed. */
export const describeUnsteady = (unsteady: readonly Unsteady[]): string[] =>
  unsteady.flatMap(({ file, name, error, page }) => [`unsteady: ${file} > ${name}`, ...error, ...beginningOfPage(page)])

/** How the failure of a suite is called in which no test ran. */
const SET_UP = 'the set-up of the suite'

/** Most files of one suite that are run a second time: more have a common cause, which a second run would meet again. */
const MOST_FILES = 20

/**
 * Runs each file with a failed test once more, by itself and one test at a time, and returns the outcome with the failures that remain. A
 * test that failed in one of the two runs is unsteady: it depends on chance, and counts as passed. A suite in which no test ran, because its
 * set-up failed, runs once more as a whole.
 */
export async function lookAgain(suite: Suite, first: Outcome): Promise<Outcome & { unsteady: Unsteady[] }> {
  const broken = first.files.filter(({ failed }) => failed.length > 0)
  if (first.ended.hung !== undefined || broken.length > MOST_FILES) return { ...first, unsteady: [] }
  if (first.tally.passed === 0 && first.tally.failed > 0 && broken.length === 0) return runAnew(suite, first)
  const unsteady: Unsteady[] = []
  const remaining = new Map<TestFile, FailedTest[]>()
  const ended = { ...first.ended }
  for (const file of broken) {
    console.log(`Looking again at ${file.path} …`)
    const second = await runSuite(suite, { show: 'later', alone: [file.path] })
    ended.seconds += second.ended.seconds
    ended.processor_seconds += second.ended.processor_seconds
    const now = second.files.find(({ path }) => path === file.path)
    // Without a good end the second run says nothing of the tests that it did not fail.
    const isKnown = now !== undefined && (second.ended.exitCode === 0 || now.failed.length > 0)
    const failedNow = new Set(now?.failed.map(({ name }) => name))
    const failedThen = new Set(file.failed.map(({ name }) => name))
    const once = isKnown
      ? [...file.failed.filter(({ name }) => !failedNow.has(name)), ...now.failed.filter(({ name }) => !failedThen.has(name))]
      : []
    for (const { name, messages, page } of once)
      unsteady.push({ file: file.path, name, error: messages.slice(0, 1).flatMap(beginningOf), page })
    remaining.set(
      file,
      file.failed.filter((one) => !once.includes(one)),
    )
  }
  const files = first.files.map((file) => ({ ...file, failed: remaining.get(file) ?? file.failed }))
  const mended = countFailed(first.files) - countFailed(files)
  const { passed, failed, skipped } = first.tally
  return { ...first, ended, files, tally: { passed: passed + mended, failed: failed - mended, skipped }, unsteady }
}

/** Runs a suite in which no test ran once more, and looks again at what fails in it then. */
async function runAnew(suite: Suite, first: Outcome): Promise<Outcome & { unsteady: Unsteady[] }> {
  console.log(`No test of ${suite.name} ran. Running it again …`)
  const second = await runSuite(suite)
  if (second.tally.passed === 0) return { ...second, unsteady: [] }
  const looked = await lookAgain(suite, second)
  const { seconds, processor_seconds } = looked.ended
  const ended = {
    ...looked.ended,
    seconds: seconds + first.ended.seconds,
    processor_seconds: processor_seconds + first.ended.processor_seconds,
  }
  const error = beginningOf(first.ended.output.trim())
  return { ...looked, ended, unsteady: [{ file: suite.name, name: SET_UP, error, page: [] }, ...looked.unsteady] }
}

function readIfWritten(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
