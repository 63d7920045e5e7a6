import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { ROOT, run } from './child.ts'
import { atMost, type Bench, median } from './figure.ts'

/** The number of runs. Every second run has one busy loop per processor running as well. */
const RUNS = Number(process.env.BENCH_FLAKES_RUNS ?? 20)
const TARGET_MINUTES = 10
/** The limit of one run on any machine. */
const GIVE_UP_SECONDS = 7200

/** Runs `npm test` repeatedly and measures how often it fails and how long it takes. */
export const flakes: Bench = async (say) => {
  const minutes: number[] = []
  let failures = 0
  for (let index = 0; index < RUNS; index += 1) {
    const busy = index % 2 === 1
    const { seconds, failed, lines } = await (busy ? besideBusyLoops(whole) : whole())
    if (!busy) minutes.push(seconds / 60)
    if (failed) failures += 1
    for (const line of [`${index + 1} of ${RUNS}${busy ? ', beside busy loops' : ''}: ${(seconds / 60).toFixed(1)} min`, ...lines])
      say(line)
  }
  return [
    atMost(`of ${RUNS} runs of npm test, half of them beside busy loops, failed`, 0, failures, ''),
    atMost('npm test, everything, median', TARGET_MINUTES, median(minutes), 'min'),
  ]
}

/** Runs all tests once, and returns the failed tests and the last line of the output. */
async function whole(): Promise<{ seconds: number; failed: boolean; lines: string[] }> {
  const began = performance.now()
  const npm = run('npm', ['test'], { cwd: ROOT, quiet: true })
  const [last = ''] = await npm.says(/^\d+ passed, \d+ failed.*$/m, GIVE_UP_SECONDS)
  const failed = !/ 0 failed/.test(last)
  const found = npm.output().match(/^✗ .* > .*$/gm) ?? []
  return { seconds: (performance.now() - began) / 1000, failed, lines: [...found, last] }
}

async function besideBusyLoops<T>(work: () => Promise<T>): Promise<T> {
  const loops = cpus().map(() => spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }))
  const ended = Promise.all(loops.map((loop) => once(loop, 'exit')))
  try {
    return await work()
  } finally {
    for (const loop of loops) loop.kill('SIGKILL')
    await ended
  }
}
