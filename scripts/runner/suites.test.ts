import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { describeHanging, processorSeconds, runCommand, shareOfProcessor } from './command.ts'
import type { TestFile } from './durations.ts'
import { lastProgress, running, strays } from './progress.ts'
import { describeUnsteady, lookAgain, runSuite, type Suite, vitestSuite } from './suites.ts'

const root = path.resolve(import.meta.dirname, '../..')
/** A small project with tests of its own, below the repository, so that it finds what is installed there. */
let dir: string
beforeEach(() => {
  const results = path.join(root, 'test-results')
  mkdirSync(results, { recursive: true })
  dir = mkdtempSync(path.join(results, 'planted-'))
  plant('vitest.config.ts', `export default { test: { projects: [{ test: { name: 'unit', include: ['*.test.ts'] } }] } }`)
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))
const plant = (name: string, text: string) => writeFileSync(path.join(dir, name), text)

/** Variables of the run that this test is part of, which must not reach the one that it starts. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST|NODE_OPTIONS$|NODE_ENV$)/.test(name)))
const suite = () =>
  vitestSuite({ root: dir, results: path.join(dir, 'results'), env }, ['unit'], { program: path.join(root, 'node_modules/.bin/vitest') })

/** A test that fails at every third of its runs, the first one among them. */
const UNSTEADY = `
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
it('fails one time in three', () => {
  const runs = existsSync('runs') ? Number(readFileSync('runs', 'utf8')) : 0
  writeFileSync('runs', String(runs + 1))
  expect(runs % 3).not.toBe(0)
})
it('passes', () => expect(1).toBe(1))`
const FAILS = `
import { expect, it } from 'vitest'
it('always fails', () => expect(1).toBe(2))`
/** An error outside of the test that caused it. */
const STRAY = `
import { it } from 'vitest'
it('passes', () => new Promise((resolve) => {
  setTimeout(() => {
    setTimeout(resolve)
    throw new Error('thrown by a timer')
  })
}))`

it('a test that passes when its file runs again is unsteady and counts as passed; one that fails twice has failed', async () => {
  plant('chance.test.ts', UNSTEADY)
  plant('always.test.ts', FAILS)
  plant('broken.test.ts', `import './nothing.ts'`)
  const first = await runSuite(suite(), { show: 'later' })
  expect(first.tally).toEqual({ passed: 1, failed: 3, skipped: 0 })
  const { tally, unsteady, files } = await lookAgain(suite(), first)
  expect(tally).toEqual({ passed: 2, failed: 2, skipped: 0 })
  expect(unsteady).toEqual([
    {
      file: 'chance.test.ts',
      name: 'fails one time in three',
      error: expect.arrayContaining([expect.stringContaining('AssertionError')]),
      page: [],
    },
  ])
  const failed = files.flatMap(({ path, failed }) => failed.map(({ name }) => `${path} > ${name}`))
  expect(failed.toSorted()).toEqual(['always.test.ts > always fails', 'broken.test.ts > the file itself'])
})

it('the reporter notes when each test begins and ends and what fails outside of them, and the command is counted with all that it started', async () => {
  plant('always.test.ts', FAILS)
  plant('stray.test.ts', STRAY)
  const progress = path.join(dir, 'progress')
  const ended = await runCommand(suite().command(), { cwd: dir, env, show: 'later', progress })
  expect(ended).toMatchObject({ exitCode: 1, hung: undefined })
  expect(ended.processor_seconds).toBeGreaterThan(0)
  const lines = readFileSync(progress, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { name: string })
  expect(lines.filter(({ name }) => name.startsWith('always'))).toEqual([
    { at: expect.any(Number), what: 'begins', name: 'always.test.ts' },
    { at: expect.any(Number), what: 'begins', name: 'always.test.ts > always fails' },
    { at: expect.any(Number), what: 'ends', name: 'always.test.ts > always fails' },
    { at: expect.any(Number), what: 'ends', name: 'always.test.ts' },
  ])
  expect(running(progress)).toEqual([])
  expect(lastProgress(progress)).toBeGreaterThan(0)
  expect(strays(progress)).toEqual([{ file: 'stray.test.ts', message: expect.stringContaining('thrown by a timer') }])
})

/** Returns a suite whose runs end one after another in these ways, each with its progress. */
function played(
  ...runs: { passed?: number; files?: TestFile[]; breaks?: [file: string, message: string][]; lacks?: string[]; says?: string }[]
): Suite {
  let at = -1
  return {
    name: 'planted',
    report: path.join(dir, 'report.json'),
    cwd: dir,
    env,
    command: () => {
      const { breaks = [], lacks = [], says = '' } = runs[(at += 1)]!
      const lines = [
        ...breaks.map(([name, message]) => ({ at: 1, what: 'breaks', name, message })),
        ...lacks.map((name) => ({ at: 1, what: 'lacks', name })),
      ].map((line) => `${JSON.stringify(line)}\n`)
      return ['sh', '-c', 'printf %s "$1" >"$TEST_PROGRESS"; printf %s "$2"', 'sh', lines.join(''), says]
    },
    filesOf: () => runs[at]!.files ?? [],
    count: () => ({ passed: runs[at]!.passed ?? 0, failed: (runs[at]!.passed ?? 0) > 0 ? 0 : 1, skipped: 0 }),
  }
}
const file = (...failed: TestFile['failed']): TestFile => ({ path: 'a.test.ts', seconds: 1, failed })
const twice = async (suite: Suite) => {
  const first = await runSuite(suite, { show: 'later' })
  return { first, ...(await lookAgain(suite, first)) }
}

it('a test that fails only when its file runs again is unsteady too, and what its page showed is kept', async () => {
  const failing = { name: 'always fails', messages: ['no'], page: [] }
  const chance = { name: 'fails by chance', messages: ['Error: not there'], page: ['- heading "概览"'] }
  const { first, tally, unsteady } = await twice(
    played({ passed: 2, files: [file(failing)] }, { passed: 1, files: [file(failing, chance)] }),
  )
  expect(first.tally).toEqual({ passed: 2, failed: 1, skipped: 0 })
  expect(tally).toEqual(first.tally)
  expect(describeUnsteady(unsteady)).toEqual(['unsteady: a.test.ts > fails by chance', '    Error: not there', '    - heading "概览"'])
})

it('an error outside of the tests of a file is looked at again, also if the file did not start', async () => {
  const breaks: [string, string][] = [['b.test.ts', 'Error: no worker']]
  const once = await twice(played({ passed: 1, files: [file()], breaks }, { passed: 1, files: [{ ...file(), path: 'b.test.ts' }] }))
  expect(once.first.tally).toEqual({ passed: 1, failed: 1, skipped: 0 })
  expect(once.tally.failed).toBe(0)
  expect(describeUnsteady(once.unsteady)).toEqual(['unsteady: b.test.ts > an error outside its tests', '    Error: no worker'])
  const always = await twice(played({ passed: 1, files: [file()], breaks }, { passed: 1, breaks }))
  expect(always).toMatchObject({ tally: { failed: 1 }, unsteady: [] })
})

it('an error of which no file is known fails the suite, whatever else is unsteady', async () => {
  const chance = { name: 'fails by chance', messages: ['no'], page: [] }
  const { tally, unsteady } = await twice(
    played({ passed: 1, files: [file(chance)], breaks: [['', 'gone']] }, { passed: 2, files: [file()] }),
  )
  expect(unsteady).toHaveLength(1)
  expect(tally.failed).toBe(1)
})

it('a suite says once what the machine lacks, so that tests were skipped', async () => {
  const suite = played({ passed: 1, lacks: ['slapd is not installed', 'slapd is not installed', 'namespaces need root'] })
  expect((await runSuite(suite, { show: 'later' })).lacks).toEqual(['slapd is not installed', 'namespaces need root'])
})

it('a suite in which no test ran, because its set-up failed, runs once more', async () => {
  const { tally, unsteady } = await twice(played({ says: 'Error: no database' }, { passed: 3, files: [file()] }))
  expect(tally).toEqual({ passed: 3, failed: 0, skipped: 0 })
  expect(describeUnsteady(unsteady)).toEqual(['unsteady: planted > the set-up of the suite', '    Error: no database'])
  expect(await twice(played({}, {}))).toMatchObject({ tally: { passed: 0, failed: 1 }, unsteady: [] })
})

it('a command in which nothing ends is ended with all that it started, and says which tests ran', async () => {
  const line = (at: number, what: string, name: string) => `${JSON.stringify({ at, what, name })}\n`
  const progress = path.join(dir, 'progress')
  writeFileSync(
    progress,
    line(1_000, 'begins', 'a.test.ts') +
      line(2_000, 'begins', 'a.test.ts > ends') +
      line(3_000, 'ends', 'a.test.ts > ends') +
      line(4_000, 'begins', 'a.test.ts > never ends') +
      line(5_000, 'begins', 'b.test.ts'),
  )
  const ended = await runCommand(['sh', '-c', 'echo before; trap "" INT; sleep 1000 & wait'], {
    cwd: dir,
    show: 'later',
    progress,
    patience_seconds: 0.5,
    leave_seconds: 0.5,
  })
  expect(ended).toMatchObject({ exitCode: 1, output: 'before\n', hung: { seconds: expect.any(Number) } })
  expect(describeHanging('api', { ...ended, hung: { ...ended.hung!, seconds: 720 } }, 64_000)).toEqual([
    '✗ api was ended, because nothing in it had ended for 720 s. WEFT_TEST_PATIENCE=2 doubles that time.',
    '  These ran:',
    '    a.test.ts > never ends, for 60 s',
    '    b.test.ts, for 59 s',
    '  The end of its output:',
    '    before',
  ])
})

it('patience lasts as much longer as each process waits for a processor', () => {
  expect(shareOfProcessor(2, 0)).toBe(1)
  expect(shareOfProcessor(2, 1.5)).toBe(1)
  expect(shareOfProcessor(2, 20)).toBe(0.1)
})

it('what hung is not run again', async () => {
  const hung = {
    lacks: [],
    ended: { exitCode: 1, output: '', seconds: 1, processor_seconds: 1, hung: { seconds: 1, running: [] } },
    tally: { passed: 1, failed: 1, skipped: 0 },
    files: [{ path: 'always.test.ts', seconds: 1, failed: [{ name: 'always fails', messages: [], page: [] }] }],
  }
  expect(await lookAgain(suite(), hung)).toEqual({ ...hung, unsteady: [] })
})

it('the times that a shell prints are summed, in seconds', () => {
  expect(processorSeconds('0m0.010s 0m0.005s\n1m2.500s 0m3.100s\n')).toBeCloseTo(65.615)
  expect(processorSeconds('')).toBe(0)
})
