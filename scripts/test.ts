/**
 * Runs the suites named as arguments, or all of them, to the end, and counts them in the last line. `quick` names the static checks,
 * the tests of rules, and the tests next to what changed since the main branch.
 * The static checks run two at a time. The tests of real tunnels run in parallel with all others, because they mostly wait.
 */
import { spawn } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { changedFiles, testsBeside } from './changed.ts'
import { describeRun, filesOfPlaywright, filesOfVitest, type TestFile } from './durations.ts'
import { openScratch } from './scratch.ts'
import { countPlaywright, countVitest, describeTally, sum, tally, type Tally } from './tally.ts'

const root = path.resolve(import.meta.dirname, '..')
const results = path.join(root, 'test-results')
const bin = (name: string) => path.join(root, 'node_modules/.bin', name)

/** Commands that end with exit code 0 on success; each counts as one test. */
const checks = {
  format: ['biome', 'format', '.'],
  // On one thread: each of several checkers checks again what their files share, which doubles the processor time.
  types: ['tsc', '-p', 'tsconfig.json', '--singleThreaded'],
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

const scratch = openScratch()
process.on('exit', scratch.remove)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
/** Programs keep what Node compiled for the next process that loads it, as bin/weft does. */
const shared = { ...scratch.env, NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node') }

interface Run {
  exitCode: number
  output: string
  seconds: number
}

/** Runs a command at the root. Its output is collected if `show` is 'later', and passed on as it comes if it is 'now'. */
function run(command: string[], show: 'now' | 'later', { cwd = root, env = {} } = {}): Promise<Run> {
  const [program, ...args] = command
  const began = performance.now()
  const { promise, resolve } = Promise.withResolvers<Run>()
  const stdout = show === 'now' ? 'inherit' : 'pipe'
  const child = spawn(bin(program!), args, { cwd, env: { ...process.env, ...shared, ...env }, stdio: ['ignore', stdout, stdout] })
  let output = ''
  const end = (exitCode: number) => resolve({ exitCode, output, seconds: (performance.now() - began) / 1000 })
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.on('error', (error) => {
    output += error.message
    end(1)
  })
  child.on('close', (code) => end(code ?? 1))
  return promise
}

/** The durations of suites and test files, for the end of the run. */
const timed: { name: string; seconds: number }[] = []
const files: TestFile[] = []
const took = (seconds: number) => `(${seconds.toFixed(1)} s)`

/** Prints a suite's last line if it passed, and all its output if it failed. */
function report(name: string, { exitCode, output, seconds }: Run): Tally {
  timed.push({ name, seconds })
  const said = output.trim()
  if (exitCode === 0) console.log(`✓ ${name} ${took(seconds)} ${said.split('\n').at(-1)}`.trimEnd())
  else console.log(`${said}\n✗ ${name} ${took(seconds)}`)
  return exitCode === 0 ? tally.passes : tally.fails
}

async function runChecks(names: Check[]): Promise<Tally[]> {
  const waiting = names.map((name) => ({ name, ...Promise.withResolvers<Run>() }))
  const queue = waiting.values()
  const lane = async () => {
    for (const { name, resolve } of queue) resolve(await run(checks[name], 'later'))
  }
  const lanes = [lane(), lane()]
  const tallies: Tally[] = []
  for (const { name, promise } of waiting) tallies.push(report(name, await promise))
  await Promise.all(lanes)
  return tallies
}

/** Runs a test runner that writes its report to `file`, a path in the results folder. */
async function runTests(
  name: string,
  command: string[],
  file: string,
  {
    count,
    filesOf,
    show = 'now',
    env = {},
  }: { count: typeof countVitest; filesOf: (report: string | undefined) => TestFile[]; show?: 'now' | 'later'; env?: object },
): Promise<Tally> {
  rmSync(file, { force: true })
  const { exitCode, seconds, output } = await run(command, show, { env })
  const report = readIfWritten(file)
  const counted = count({ exitCode, report })
  timed.push({ name, seconds })
  files.push(...filesOf(report))
  if (output) console.log(output.trim())
  console.log(`${counted.failed > 0 ? '✗' : '✓'} ${name} ${took(seconds)} ${describeTally(counted)}`)
  return counted
}

function readIfWritten(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Runs the named projects, or only their tests whose paths contain one of `only`. */
function runVitest(
  names: string[],
  { only = [], show = 'now' }: { only?: readonly string[]; show?: 'now' | 'later' } = {},
): Promise<Tally> {
  const file = path.join(results, `${names.join('-')}.json`)
  const chosen = names.flatMap((name) => ['--project', name])
  const command = ['vitest', 'run', ...only, ...chosen, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const env = process.stdout.isTTY ? {} : { NO_COLOR: '1' }
  return runTests(names.join(' and '), command, file, { count: countVitest, filesOf: (report) => filesOfVitest(report, root), show, env })
}

async function buildApps(): Promise<Tally[]> {
  const apps = globSync('apps/*/vite.config.ts', { cwd: root }).map((config) => path.dirname(config))
  if (apps.length === 0) return [skip('build', 'no app has a vite.config.ts')]
  const tallies: Tally[] = []
  for (const app of apps) {
    const built = await run(['vite', 'build', '--logLevel', 'warn'], 'later', { cwd: path.join(root, app) })
    tallies.push(report(`build of ${app}`, built))
  }
  return tallies
}

async function runBrowser(): Promise<Tally> {
  if (globSync('e2e/*.spec.ts', { cwd: root }).length === 0) return skip('browser', 'e2e has no *.spec.ts')
  const file = path.join(results, 'browser.json')
  return runTests('browser', ['playwright', 'test', '--reporter=line,json'], file, {
    count: countPlaywright,
    filesOf: (report) => filesOfPlaywright(report, 'e2e', readIfWritten),
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  })
}

function skip(name: string, why: string): Tally {
  console.log(`- ${name}: skipped, ${why}`)
  return tally.isSkipped
}

mkdirSync(results, { recursive: true })
const tunnels = wanted(NETWORK) ? runVitest([NETWORK], { show: 'later' }) : undefined
const tallies = await runChecks(checkNames.filter(wanted))
const chosenProjects = projects.filter(wanted)
if (chosenProjects.length > 0) tallies.push(await runVitest(chosenProjects))
if (quick) {
  tallies.push(await runVitest(['unit'], { only: quickTests }))
  const beside = testsBeside(
    changedFiles(root),
    globSync('{apps,packages}/**/*.test.{ts,tsx}', { cwd: root, exclude: ['**/node_modules'] }),
  )
  if (beside.length > 0) tallies.push(await runVitest(projects, { only: beside }))
}
if (wanted('build')) tallies.push(...(await buildApps()))
if (wanted('browser')) tallies.push(await runBrowser())
if (tunnels) tallies.push(await tunnels)

for (const line of describeRun(timed, files)) console.log(line)
const total = sum(tallies)
console.log(describeTally(total))
process.exitCode = total.failed > 0 ? 1 : 0
