import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { ROOT, run } from './child.ts'
import { atMost, type Bench, median } from './figure.ts'

/** The number of runs. Every second run has one busy loop per processor running as well. */
const RUNS = Number(process.env.BENCH_FLAKES_RUNS ?? 20)
/** The number of runs of earlier days, which decides whether the next run has busy loops. */
const EARLIER = Number(process.env.BENCH_FLAKES_EARLIER ?? 0)
const TARGET_MINUTES = 10
const TARGET_PROCESSOR_SECONDS = 1200
/** The most tests that may be unsteady in twenty runs: that fail in a run and pass in its second look. */
const TARGET_UNSTEADY = 1
/** The limit of one run on any machine. */
const GIVE_UP_SECONDS = 7200

/** Runs `npm test` repeatedly and measures how often it fails and how long it takes. Says a row for the table of bench/README.md after each. */
export const flakes: Bench = async (say) => {
  const minutes: number[] = []
  const processor: number[] = []
  let [failures, unsteady] = [0, 0]
  for (let index = 0; index < RUNS; index += 1) {
    const busy = (EARLIER + index) % 2 === 1
    const one = await (busy ? besideBusyLoops(whole) : whole())
    if (!busy) {
      minutes.push(one.seconds / 60)
      processor.push(one.reference_seconds)
    }
    if (one.failed > 0) failures += 1
    unsteady += one.unsteady
    const processors = `${one.processor_seconds.toFixed(0)} (${one.reference_seconds.toFixed(0)})`
    const figures = [one.seconds.toFixed(0), processors, one.failed, one.unsteady]
    const row = [new Date().toISOString().slice(0, 10), commit(), ...figures, busy ? 'busy loops' : 'nothing']
    for (const line of [`| ${row.join(' | ')} |`, ...one.lines]) say(line)
  }
  return [
    atMost(`of ${RUNS} runs of npm test, half of them beside busy loops, failed`, 0, failures, ''),
    atMost('unsteady tests in all of them', TARGET_UNSTEADY, unsteady, ''),
    ...(minutes.length > 0
      ? [
          atMost('npm test, everything, median', TARGET_MINUTES, median(minutes), 'min'),
          atMost(
            'npm test, everything, median of the processors’ seconds on the reference machine',
            TARGET_PROCESSOR_SECONDS,
            median(processor),
            's',
          ),
        ]
      : []),
  ]
}

const commit = (): string => execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim()

/** Runs all tests once, and returns how many failed and were unsteady, with their names and the last line of the output. */
async function whole() {
  const began = performance.now()
  const npm = run('npm', ['test'], { cwd: ROOT, quiet: true })
  const [last = ''] = await npm.says(/^\d+ passed, \d+ failed.*$/m, GIVE_UP_SECONDS)
  const seconds = (performance.now() - began) / 1000
  const found = npm.output().match(/^(✗|unsteady:) .* > .*$/gm) ?? []
  return {
    seconds,
    processor_seconds: Number(/^ *([\d.]+) +all$/m.exec(npm.output())?.[1]),
    reference_seconds: Number(/^ *([\d.]+) +all on the reference machine/m.exec(npm.output())?.[1]),
    failed: Number(/ (\d+) failed/.exec(last)?.[1]),
    unsteady: found.filter((line) => line.startsWith('unsteady')).length,
    lines: [...found, last],
  }
}

async function besideBusyLoops<T>(work: () => Promise<T>): Promise<T> {
  // Each in a session of its own: the kernel shares the processors between sessions, and those of one session get one share together.
  const loops = cpus().map(() => spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore', detached: true }))
  const ended = Promise.all(loops.map((loop) => once(loop, 'exit')))
  try {
    return await work()
  } finally {
    for (const loop of loops) loop.kill('SIGKILL')
    await ended
  }
}
