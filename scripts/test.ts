/**
 * Runs the suites named as arguments, or all of them, to the end, and counts them in the last line. `quick` names the static checks,
 * the tests of rules, and the tests next to what changed since the main branch.
 * Three lanes run in parallel, because each of them waits a good part of its time: the tests of rules and calls; the builds, the browser and
 * then the static checks, two at a time, which fill what the first lane leaves of the processors at its end; and the real tunnels.
 * At the end each file with a failed test runs once more, alone. What passes then is unsteady: it is named, and the run fails only if
 * there are too many of them.
 */
import { globSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { type App, noteBuilt } from '../apps/server/src/build-apps.ts'
import { findChromium } from '../e2e/chromium.ts'
import { changedFiles, testsBeside } from './changed.ts'
import { describeHanging, type Ended, endCommands, runCommand } from './runner/command.ts'
import { describeRun, type TestFile, type Timed } from './runner/durations.ts'
import { beginRecord } from './runner/record.ts'
import { openScratch } from './runner/scratch.ts'
import {
  describeUnsteady,
  lookAgain,
  type Outcome,
  playwrightSuite,
  runSuite,
  type Suite,
  type Unsteady,
  vitestSuite,
} from './runner/suites.ts'
import { describeTally, sum, tally, type Tally } from './runner/tally.ts'

const root = path.resolve(import.meta.dirname, '..')
const results = path.join(root, 'test-results')
const bin = (name: string) => path.join(root, 'node_modules/.bin', name)
/** The most files with unsteady tests that a run may have. */
const MOST_UNSTEADY_FILES = 10

/** Commands that end with exit code 0 on success; each counts as one test. */
const checks = {
  format: ['biome', 'format', '.'],
  // It also reports what the compiler would (`typeCheck` in .oxlintrc.json): a compiler beside it would read and check all files a second time.
  lint: ['oxlint'],
  boundaries: ['node', 'scripts/boundaries.ts'],
  unused: ['knip', '--no-progress', '--no-config-hints'],
}
type Check = keyof typeof checks
const checkNames = Object.keys(checks) as Check[]

/** The projects of vitest.config.ts, run in one go. */
const projects = ['unit', 'api']
/** The real tunnels, in a separate run in parallel with the others. */
const NETWORK = 'network'
const suites = [...checkNames, ...projects, NETWORK, 'build', 'browser']
const QUICK = 'quick'
/** Folders of tests that need neither a page nor a database and take a few seconds at most. */
const quickTests = ['packages/contract', 'packages/net', 'packages/network-rules', 'packages/member-config', 'apps/server', 'scripts']

const named = process.argv.slice(2)
const quick = named.includes(QUICK)
const asked = quick ? checkNames : named
if (quick && named.length > 1) {
  console.error(`${QUICK} names its suites itself: no other may be named beside it`)
  process.exit(2)
}
const unknown = asked.filter((name) => !suites.includes(name))
if (unknown.length > 0) {
  console.error(`There is no suite ${unknown.join(', ')}. There are: ${[QUICK, ...suites].join(', ')}`)
  process.exit(2)
}
const wanted = (name: string): boolean => asked.length === 0 || asked.some((other) => other === name)

mkdirSync(results, { recursive: true })
for (const file of ['run.json', 'unsteady.json']) rmSync(path.join(results, file), { force: true })
const record = beginRecord(root, results)
const scratch = openScratch()
process.on('exit', scratch.remove)
/** Milliseconds that the commands have to end once the run is ended. */
const LEAVE_MS = 5_000
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    endCommands('SIGTERM')
    setTimeout(() => {
      endCommands('SIGKILL')
      process.exit(1)
    }, LEAVE_MS)
  })
/** Programs keep what Node compiled for the next process that loads it, as bin/weft does. */
const env = { ...process.env, ...scratch.env, NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node') }
const place = { root, results, env }

const took = (seconds: number) => `(${seconds.toFixed(1)} s)`
/** The times of the suites that have ended, and their tallies. */
const timed: (Timed & Partial<Tally>)[] = []
const note = (name: string, { seconds, processor_seconds }: Ended, counted: Tally): Tally => {
  timed.push({ name, seconds, processor_seconds, ...counted })
  return counted
}

/** Prints a command's last line if it passed, and all its output if it failed. */
function report(name: string, ended: Ended): Tally {
  const { exitCode, output, seconds } = ended
  const said = output.trim()
  if (exitCode === 0) console.log(`✓ ${name} ${took(seconds)} ${said.split('\n').at(-1)}`.trimEnd())
  else console.log([said, ...describeHanging(name, ended), `✗ ${name} ${took(seconds)}`].join('\n'))
  return note(name, ended, exitCode === 0 ? tally.passes : tally.fails)
}

async function runChecks(names: Check[]): Promise<Tally[]> {
  const waiting = names.map((name) => ({ name, ...Promise.withResolvers<Ended>() }))
  const queue = waiting.values()
  const lane = async () => {
    for (const { name, resolve } of queue) {
      const [program, ...args] = checks[name]
      resolve(await runCommand([bin(program!), ...args], { cwd: root, env, show: 'later' }))
    }
  }
  const lanes = [lane(), lane()]
  const tallies: Tally[] = []
  for (const { name, promise } of waiting) tallies.push(report(name, await promise))
  await Promise.all(lanes)
  return tallies
}

/** The suites of tests that have ended. */
const outcomes: { suite: Suite; outcome: Outcome }[] = []

async function runTests(suite: Suite, show: 'now' | 'later' = 'now'): Promise<void> {
  const outcome = await runSuite(suite, { show })
  const { ended, tally: counted } = outcome
  if (show === 'later') console.log(ended.output.trim())
  for (const line of describeHanging(suite.name, ended)) console.log(line)
  console.log(`${counted.failed > 0 ? '✗' : '✓'} ${suite.name} ${took(ended.seconds)} ${describeTally(counted)}`)
  outcomes.push({ suite, outcome })
}

async function buildApps(): Promise<Tally[]> {
  const tallies: Tally[] = []
  for (const config of globSync('apps/*/vite.config.ts', { cwd: root })) {
    const app = path.dirname(config)
    const built = await runCommand([bin('vite'), 'build', '--logLevel', 'warn'], { cwd: path.join(root, app), env, show: 'later' })
    tallies.push(report(`build of ${app}`, built))
    // The server of the browser tests builds what has no record of a build.
    if (built.exitCode === 0) noteBuilt(path.basename(app) as App)
  }
  return tallies
}

const tallies: Tally[] = []
const chosenProjects = projects.filter(wanted)

async function rulesAndCalls(): Promise<void> {
  if (chosenProjects.length > 0) await runTests(vitestSuite(place, chosenProjects))
  if (quick) await testChanged()
}

async function testChanged(): Promise<void> {
  await runTests(vitestSuite(place, ['unit'], { only: quickTests }))
  const beside = testsBeside(
    changedFiles(root),
    globSync('{apps,packages}/**/*.test.{ts,tsx}', { cwd: root, exclude: ['**/node_modules'] }),
  )
  if (beside.length > 0) await runTests(vitestSuite(place, projects, { only: beside }))
}

/** Why there are no browser tests; empty if they run. */
const lackingBrowser: string[] = []

async function pagesAndChecks(): Promise<void> {
  await pages()
  tallies.push(...(await runChecks(checkNames.filter(wanted))))
}

async function pages(): Promise<void> {
  if (wanted('build')) tallies.push(...(await buildApps()))
  if (!wanted('browser')) return
  // Beside the other tests its lines would be mixed with theirs.
  if (findChromium() !== undefined) await runTests(playwrightSuite(place), chosenProjects.length > 0 ? 'later' : 'now')
  else {
    lackingBrowser.push(
      'there is no Chromium on PATH (Debian: apt-get install chromium-headless-shell), nor at the path that CHROMIUM names',
    )
    tallies.push(tally.isSkipped)
  }
}

async function tunnels(): Promise<void> {
  if (wanted(NETWORK)) await runTests(vitestSuite(place, [NETWORK]), 'later')
}

await Promise.all([rulesAndCalls(), pagesAndChecks(), tunnels()])

const files: TestFile[] = []
const unsteady: Unsteady[] = []
const lacks = new Set<string>(lackingBrowser)
for (const { suite, outcome } of outcomes) {
  const looked = await lookAgain(suite, outcome)
  tallies.push(note(suite.name, looked.ended, looked.tally))
  files.push(...looked.files)
  unsteady.push(...looked.unsteady)
  for (const what of looked.lacks) lacks.add(what)
}
const unsteadyFiles = new Set(unsteady.map(({ file }) => file)).size
if (unsteadyFiles > MOST_UNSTEADY_FILES) tallies.push(tally.fails)
const total = sum(tallies)
// A run of some suites leaves no record: its figures cannot be compared with others.
if (asked.length === 0) record.write(timed, total, unsteady)

for (const line of describeRun(timed, files, { seconds: record.machine_seconds(), slowness: record.slowness() })) console.log(line)
for (const line of describeUnsteady(unsteady)) console.log(line)
if (unsteadyFiles > MOST_UNSTEADY_FILES) console.log(`✗ ${unsteadyFiles} files have unsteady tests; at most ${MOST_UNSTEADY_FILES} may.`)
for (const what of lacks) console.log(`tests were skipped, because ${what}`)
console.log(describeTally(total))
process.exitCode = total.failed > 0 ? 1 : 0
