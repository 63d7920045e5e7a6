/** Counts the results of the suites. A runner that crashed or found nothing to run counts as a failure. */

export interface Tally {
  passed: number
  failed: number
  skipped: number
}

/** A runner's exit code, and its JSON report if it wrote one. */
export interface Ended {
  exitCode: number
  report: string | undefined
}

const passes: Tally = { passed: 1, failed: 0, skipped: 0 }
const fails: Tally = { passed: 0, failed: 1, skipped: 0 }
const isSkipped: Tally = { passed: 0, failed: 0, skipped: 1 }
export const tally = { passes, fails, isSkipped }

interface VitestReport {
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** Counts each test, and each file that failed outside its tests, for example because it does not load. */
export function countVitest({ exitCode, report }: Ended): Tally {
  const files = (parseReport(report) as VitestReport | undefined)?.testResults ?? []
  const count = (statuses: string[]) =>
    files.flatMap((file) => file.assertionResults).filter(({ status }) => statuses.includes(status)).length
  const broken = files.filter((file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed')).length
  return settle(exitCode, {
    passed: count(['passed']),
    failed: count(['failed']) + broken,
    skipped: count(['pending', 'skipped', 'todo', 'disabled']),
  })
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/** Counts the tests; one that passed at its second try has failed. */
export function countPlaywright({ exitCode, report }: Ended): Tally {
  const stats = (parseReport(report) as PlaywrightReport | undefined)?.stats ?? { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }
  return settle(exitCode, {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  })
}

/** Returns the content of a report, or undefined if there is none or it is cut short. */
export function parseReport(report: string | undefined): unknown {
  try {
    return report === undefined ? undefined : JSON.parse(report)
  } catch {
    return undefined
  }
}

/** Adds a failure to the tally of a run that ended badly or ran no test, if it has none. */
function settle(exitCode: number, counted: Tally): Tally {
  const good = exitCode === 0 && counted.passed > 0
  return good || counted.failed > 0 ? counted : { ...counted, failed: 1 }
}

export function sum(tallies: Tally[]): Tally {
  const total = (key: keyof Tally) => tallies.reduce((all, each) => all + each[key], 0)
  return { passed: total('passed'), failed: total('failed'), skipped: total('skipped') }
}

export const describeTally = ({ passed, failed, skipped }: Tally): string => `${passed} passed, ${failed} failed, ${skipped} skipped`
