/** Runs the commands of a test run: with what they print, the seconds they take, and an end for those that hang. */
import { spawn } from 'node:child_process'
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { lastProgress, PROGRESS, running, type Running } from './progress.ts'

/**
 * The seconds that a command may take without any of its tests ending, on a machine with a processor for each process that wants one: on a
 * busier one they last longer. `WEFT_TEST_PATIENCE` multiplies them.
 */
const PATIENCE_SECONDS = 12 * 60 * Number(process.env.WEFT_TEST_PATIENCE || 1)
const LEAVE_SECONDS = 20
const WATCH_SECONDS = 0.5

/** Returns the share of a processor that each of so many processes has, at most 1. */
export const shareOfProcessor = (processors: number, load: number): number => Math.min(1, processors / Math.max(load, 1))

export interface CommandOptions {
  cwd: string
  env?: NodeJS.ProcessEnv | undefined
  /** Whether its output is passed on as it comes, or only collected. */
  show: 'now' | 'later'
  /** A file to which it writes its progress (progress.ts). Without one it has made none since it began. */
  progress?: string
  patience_seconds?: number
  /** The seconds that it has for its report after it was asked to end. */
  leave_seconds?: number
}

export interface Ended {
  exitCode: number
  output: string
  /** Seconds from its beginning to its end. */
  seconds: number
  /** Seconds of processor time of the command and of all that it started and waited for. */
  processor_seconds: number
  /** The seconds in which nothing had ended, so that it was ended, and what ran then; undefined if it ended by itself. */
  hung: { seconds: number; running: Running[] } | undefined
}

/** Runs a command, and prints afterwards what the shell counted for it. POSIX has no other way to learn the processor time of one child. */
const COUNTING = '"$@"; code=$?; times >&3; exit $code'

/** The process groups of the commands that run. */
const groups = new Set<number>()
const signal = (group: number, name: NodeJS.Signals) => {
  try {
    process.kill(-group, name)
  } catch {
    // It has ended.
  }
}
/** Asks all commands that still run to end, as `SIGTERM`, or ends them, as `SIGKILL`. */
export const endCommands = (by: NodeJS.Signals): void => {
  for (const group of groups) signal(group, by)
}

/** Runs a program with its arguments to its end. It never rejects: a program that does not start has failed. */
export async function runCommand(command: readonly string[], options: CommandOptions): Promise<Ended> {
  const { cwd, env = process.env, show, progress, patience_seconds = PATIENCE_SECONDS, leave_seconds = LEAVE_SECONDS } = options
  const began = Date.now()
  const child = spawn('sh', ['-c', COUNTING, 'sh', ...command], {
    cwd,
    env: progress === undefined ? env : { ...env, [PROGRESS]: progress },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    // A group of its own, so that what it started ends with it.
    detached: true,
  })
  const group = child.pid
  if (group !== undefined) groups.add(group)
  let [output, times] = ['', '']
  const outputs = [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const
  for (const [from, to] of outputs)
    from?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (show === 'now') to.write(text)
    })
  const counted = child.stdio[3] as NodeJS.ReadableStream
  counted.setEncoding('utf8')
  counted.on('data', (text: string) => (times += text))

  const { promise: ended, resolve } = Promise.withResolvers<number>()
  child.on('error', (error) => {
    output += error.message
    resolve(1)
  })
  // A process that outlives the command may keep its output open.
  child.on('exit', (code) => setTimeout(() => resolve(code ?? 1), 1_000).unref())
  child.on('close', (code) => resolve(code ?? 1))

  let hung: Ended['hung']
  let [last, waited_seconds] = [began, 0]
  const watch = setInterval(() => {
    const latest = Math.max(began, progress === undefined ? 0 : lastProgress(progress))
    waited_seconds = latest === last ? waited_seconds + WATCH_SECONDS * shareOfProcessor(availableParallelism(), loadavg()[0]!) : 0
    last = latest
    if (group === undefined || waited_seconds < patience_seconds) return
    clearInterval(watch)
    hung = { seconds: Math.round((Date.now() - last) / 1000), running: progress === undefined ? [] : running(progress) }
    signal(group, 'SIGINT')
    void sleep(leave_seconds * 1000, undefined, { ref: false }).then(() => signal(group, 'SIGKILL'))
  }, WATCH_SECONDS * 1000)
  const exitCode = await ended
  clearInterval(watch)
  if (group !== undefined) {
    if (hung !== undefined) signal(group, 'SIGKILL')
    groups.delete(group)
  }
  return {
    exitCode: hung === undefined ? exitCode : 1,
    output,
    seconds: (Date.now() - began) / 1000,
    processor_seconds: processorSeconds(times),
    hung,
  }
}

/** Returns the sum of what `times` of a shell printed, for example `0m0.01s 0m0.00s` and `1m2.50s 0m3.10s`. */
export const processorSeconds = (times: string): number =>
  [...times.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0)

const LINES_OF_THE_END = 20

/** Returns the lines that say that a command hung, what ran then, and the end of its output. */
export function describeHanging(name: string, { hung, output }: Ended, now = Date.now()): string[] {
  if (hung === undefined) return []
  const line = ({ name: running, since }: Running) => `    ${running}, for ${((now - since) / 1000).toFixed(0)} s`
  return [
    `✗ ${name} was ended, because nothing in it had ended for ${hung.seconds} s. WEFT_TEST_PATIENCE=2 doubles that time.`,
    ...(hung.running.length > 0 ? ['  These ran:', ...hung.running.map(line)] : ['  No test ran.']),
    '  The end of its output:',
    ...output
      .trimEnd()
      .split('\n')
      .slice(-LINES_OF_THE_END)
      .map((line) => `    ${line}`),
  ]
}
