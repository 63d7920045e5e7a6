import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildApps } from './build-apps.ts'
import { importFirst } from './domains/support/document/import.service.ts'
import { endOnFault, FAULT_EXIT_CODE } from './faults.ts'
import { HOME } from './home.ts'
import type { Log, LogForm } from './kernel/log.ts'
import type { Settings } from './kernel/settings.ts'
import { startWatchdog } from './watchdog/watchdog.ts'
import { AFTER_FAULT, type Running, startServer, type StopLimits } from './main.ts'

/** Milliseconds that the fleet gets to close its connections. */
const FLEET_MS = 3000

/**
 * Serves until a signal, then stops everything in order with exit code 0; with 70 after a fault or if the embedded database is lost. Once it
 * listens, a process whose event loop is blocked is killed.
 * @param form of the log
 */
export async function serve(settings: Settings, log: Log, { build, form }: { build: boolean; form: LogForm }): Promise<void> {
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const began = performance.now()
  const ending = new AbortController()
  /** The parts that already run: a fault may come before everything is started. */
  const begun: { running?: Running; fleet?: ChildProcess } = {}
  let stopping: Promise<void> | undefined
  const stop = (limits?: StopLimits) =>
    (stopping ??= (async () => {
      await stopFleet(begun.fleet)
      await begun.running?.stop(limits)
    })())
  endOnFault(log, () => stop(AFTER_FAULT))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => ending.abort())
  if (build && settings.WEFT_ROLES.includes('api')) await buildApps((line) => say(`  ${line}`), ending.signal)
  if (ending.signal.aborted) return
  const running = await startServer(settings, log, (part) => say(`  ✓ ${part}`))
  begun.running = running
  startWatchdog(log, form)
  for (const [name, address] of Object.entries(running.addresses)) say(`  ✓ ${name} ${address}`)
  const { console: console_, metrics } = running.addresses
  if (settings.WEFT_ENV !== 'production' && settings.WEFT_ROLES.includes('jobs')) say(`  ✓ outbox ${console_ ?? metrics}/dev`)
  if (settings.WEFT_ROLES.includes('api')) await writeHelp(running, log, say)
  if (settings.WEFT_DEMO) begun.fleet = await startDemo(running, settings, say)
  say(`\n${settings.WEFT_PRODUCT}  ${settings.WEFT_PUBLIC_URL}  (${Math.round(performance.now() - began)} ms; Ctrl C ends it)`)

  const why = await Promise.race([
    aborted(ending.signal).then(() => 'asked to'),
    running.databaseLost.then((reason) => `the database is lost: ${reason}`),
  ])
  // After a fault `endOnFault` already ends the process, and the embedded database with it.
  if (stopping) return
  if (why !== 'asked to') log.error(`stopping: ${why}`)
  await stop()
  process.exit(why === 'asked to' ? 0 : FAULT_EXIT_CODE)
}

/** Imports the checkout's handbook, once, where the installation has no help yet. A failure is only logged. */
async function writeHelp({ infrastructure }: Running, log: Log, say: (line: string) => void): Promise<void> {
  const handbook = join(HOME, 'handbook')
  if (!existsSync(handbook)) return
  try {
    const imported = await importFirst(infrastructure.db, handbook)
    if (imported) say(`  ✓ the handbook, ${imported.added} documents`)
  } catch (error) {
    log.warn('the handbook was not imported', { reason: (error as Error).message })
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((done) => (signal.aborted ? done() : signal.addEventListener('abort', () => done(), { once: true })))

/** Loads the demonstration data once, prints its logins, and starts its simulated members. */
async function startDemo({ infrastructure, addresses }: Running, settings: Settings, say: (line: string) => void): Promise<ChildProcess> {
  const members = join(settings.WEFT_DATA_DIR, 'demo-fleet.jsonl')
  const { loadDemo } = await import('./demo/demo.ts')
  const { logins, loaded_ms } = await loadDemo(infrastructure, members)
  say(loaded_ms === undefined ? '  ✓ demonstration data' : `  ✓ demonstration data, loaded in ${Math.round(loaded_ms)} ms`)
  const fleet = spawn(
    process.execPath,
    [
      join(HOME, 'apps/agent/src/cli.ts'),
      'fleet',
      '--server',
      // A demonstration runs with all roles.
      addresses.agent!,
      '--members',
      members,
      '--seed',
      '7',
      '--flap',
      '1',
      '--tied',
    ],
    { stdio: ['pipe', 'ignore', 'inherit'] },
  )
  for (const part of [fleet, fleet.stdin]) part.on('error', () => {})
  say('  ✓ simulated members\n')
  for (const { where, name, password } of logins) say(`  ${where}  ${name}  ${password}`)
  return fleet
}

async function stopFleet(fleet: ChildProcess | undefined): Promise<void> {
  if (!fleet || fleet.exitCode !== null) return
  const ended = new Promise((done) => fleet.once('exit', done))
  fleet.kill('SIGTERM')
  await Promise.race([ended, new Promise((done) => setTimeout(done, FLEET_MS))])
  if (existsSync(`/proc/${fleet.pid}`)) fleet.kill('SIGKILL')
}
