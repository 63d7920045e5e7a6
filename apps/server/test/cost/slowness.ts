/**
 * The milliseconds of processor time that the reference work takes, once its code is compiled, on the machine for which calls declare
 * their cost and the aim of a whole run is set.
 */
const REFERENCE_MS = 21

/** How often the reference work is done before its time counts: until the engine has compiled it. */
const WARMING = 8

/** Returns what tells the milliseconds of processor time of this thread since now. */
export function stopwatch(): () => number {
  const before = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
}

/** Work of the kind that calls do: JSON, sorting and texts. */
function reference(): void {
  const rows = Array.from({ length: 20_000 }, (_, i) => ({ name: `member ${(i * 7919) % 20_000}`, i }))
  const sorted = (JSON.parse(JSON.stringify(rows)) as typeof rows).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  if (sorted.length !== rows.length) throw new Error('the reference work lost rows')
}

let warm = false

/** Returns how many times slower than the reference this machine is now: 0.9 is a little faster. */
export function paceNow(): number {
  if (!warm) for (let i = 0; i < WARMING; i++) reference()
  warm = true
  const since = stopwatch()
  reference()
  return since() / REFERENCE_MS
}

/** Returns how many times slower than the reference this machine is now, and at least 1. */
export const slownessNow = (): number => Math.max(1, paceNow())
