import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { inTemporaryFolder, outsidePath, ROOT, run } from './child.ts'
import { compareFigures, linesOf, type Round } from './comparison.ts'
import { FAILED, type Figure } from './figure.ts'
import { readTable } from './table.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
/** The exit code of a run of which a name is unknown. */
export const UNKNOWN_BENCH = 2

/**
 * Runs the named benches alternately on another commit, in a worktree that is removed at the end, and on this checkout as it is. Prints for each
 * figure both values and their ratio.
 * @returns the exit code: 1 if a figure is worse here, if a bench fails here, or if there was nothing to compare
 * @throws if there is no such commit, or a signal asked the program to end
 */
export async function compareWith(commit: string, names: readonly string[]): Promise<number> {
  const hash = git('rev-parse', '--verify', '--end-of-options', `${commit}^{commit}`)
  const short = hash.slice(0, 8)
  const interrupted = new Promise<never>((_, fail) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => fail(new Error(`ended by ${signal}`)))
  })
  interrupted.catch(() => {})
  return inTemporaryFolder(async (dir) => {
    const worktree = join(dir, 'weft')
    // What a bench leaves when it is interrupted is in here too.
    const scratch = join(dir, 'tmp')
    mkdirSync(scratch)
    git('worktree', 'add', '--quiet', '--detach', worktree, hash)
    const sides = { other: { cwd: worktree, called: short }, ours: { cwd: ROOT, called: 'here' } }
    try {
      const verdicts: boolean[] = []
      for (const name of names) {
        const rounds: Round[] = []
        for (let i = 0; i < ROUNDS; i++) {
          const measured: Partial<Record<keyof Round, Figure[]>> = {}
          // Each side is first in every second round: what the machine does meanwhile favours neither.
          for (const side of i % 2 === 0 ? (['other', 'ours'] as const) : (['ours', 'other'] as const)) {
            const { cwd, called } = sides[side]
            console.log(
              `${name}, round ${i + 1} of ${ROUNDS}: ${called} … (${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)})`,
            )
            const figures = await measure(name, { cwd, scratch, interrupted })
            if (!figures) break
            measured[side] = figures
          }
          if (!measured.other || !measured.ours) break
          rounds.push({ other: measured.other, ours: measured.ours })
        }
        if (rounds.length === 0) {
          console.log(`${short} has no bench ${name}\n`)
          continue
        }
        const comparison = compareFigures(rounds)
        const failed = rounds.some(({ ours }) => ours.some(({ measured }) => measured === FAILED))
        if (failed) console.log(`✗ ${name} failed here`)
        console.log(`\n${linesOf(comparison, short).join('\n')}\n`)
        verdicts.push(!failed && comparison.rows.every(({ ok }) => ok !== false))
      }
      return verdicts.length > 0 && verdicts.every(Boolean) ? 0 : 1
    } finally {
      git('worktree', 'remove', '--force', worktree)
    }
  })
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()

interface Place {
  cwd: string
  scratch: string
  interrupted: Promise<never>
}

/** Runs one bench of a checkout, which installs its own dependencies first. @returns its figures; undefined if the checkout has no such bench */
async function measure(name: string, { cwd, scratch, interrupted }: Place): Promise<Figure[] | undefined> {
  const env = { PATH: outsidePath(), TMPDIR: scratch, npm_config_prefer_offline: 'true' }
  const child = run('npm', ['run', '--silent', 'bench', '--', name], { cwd, env, group: true })
  try {
    const code = await Promise.race([child.ended, interrupted])
    if (code === UNKNOWN_BENCH) return undefined
    const figures = readTable(child.output())
    return figures.length > 0 ? figures : [{ what: name, target: '', measured: FAILED, ok: false }]
  } finally {
    await child.stop()
  }
}
