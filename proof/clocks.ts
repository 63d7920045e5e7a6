import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CLOCK_LIBRARY, movedClock, NO_CLOCK_LIBRARY } from '../apps/server/test/moved-clock.ts'
import type { Finding, Proof } from './proof.ts'
import { runTests } from './tests.ts'

/** How long before an end the clock is set, and how long it runs from there. */
const BEFORE_MS = 10_000
const STEP_MS = 15_000
const HOUR = 3_600_000
const YEARS = Array.from({ length: 20 }, (_, i) => 2027 + i)

/** When hours, days here and in Shanghai, and years and Februaries end; each list is longer than a run. */
export const endings: Record<string, readonly number[]> = {
  hours: Array.from({ length: 400 }, (_, i) => Date.UTC(2027, 2, 9, i)),
  days: Array.from({ length: 400 }, (_, i) => Date.UTC(2027, 2, 9, 16) + Math.floor(i / 2) * 24 * HOUR + (i % 2) * 8 * HOUR),
  dates: YEARS.flatMap((year) => [...ends(year, 1, 28), ...(year % 4 === 0 ? ends(year, 1, 29) : []), ...ends(year, 11, 31)]),
}

/** Returns when a day ends in Shanghai and here. */
function ends(year: number, month: number, day: number): [number, number] {
  return [Date.UTC(year, month, day, 16), Date.UTC(year, month, day, 24)]
}

/**
 * Runs tests while the clock of their system is set, every 15 seconds, to ten seconds before the next of these times. So it reaches one or
 * more of them in each file, and never goes back. Timers run as always, and so does the clock of PostgreSQL, whose limits of time would
 * never end under the library: SQL takes the time of the tests.
 */
async function underClock(times: readonly number[]): Promise<number> {
  const dir = mkdtempSync(path.join(tmpdir(), 'weft-clock-'))
  const [file, next] = [path.join(dir, 'clock'), path.join(dir, 'next')]
  let step = 0
  const set = () => {
    const time = times[step++]
    if (time === undefined) return
    const ahead = Math.round((time - BEFORE_MS - Date.now()) / 1000)
    writeFileSync(next, `${ahead < 0 ? '' : '+'}${ahead}\n`)
    // At once, since programs read it at any time.
    renameSync(next, file)
  }
  set()
  const timer = setInterval(set, STEP_MS)
  try {
    return await runTests('vitest', ['run', '--project', 'unit', '--project', 'api'], undefined, movedClock(file))
  } finally {
    clearInterval(timer)
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Proves that no test depends on when it runs: neither at the end of an hour, nor of a day, nor of a year or February. */
export const clocks: Proof = async (say, only = []) => {
  if (CLOCK_LIBRARY === undefined) {
    const skipped = `skipped: ${NO_CLOCK_LIBRARY}`
    say(skipped)
    return [{ what: skipped, failures: [] }]
  }
  const findings: Finding[] = []
  for (const [name, times] of Object.entries(endings)) {
    if (only.length > 0 && !only.includes(name)) continue
    say(`at the ends of ${name}`)
    const code = await underClock(times)
    findings.push({ what: `unit and api at the ends of ${name}`, failures: code === 0 ? [] : ['a test of Vitest failed, see above'] })
  }
  return findings
}
