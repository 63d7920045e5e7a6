import { describe, expect, it } from 'vitest'
import { countPlaywright, countVitest, describeTally, sum, tally } from './tally.ts'

const vitest = (...files: [status: string, ...tests: string[]][]) =>
  JSON.stringify({
    testResults: files.map(([status, ...tests]) => ({ status, assertionResults: tests.map((test) => ({ status: test })) })),
  })
const playwright = (stats: object) => JSON.stringify({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats } })

describe('the tally of a run', () => {
  it('counts the tests of Vitest', () => {
    const report = vitest(['passed', 'passed', 'passed', 'pending'], ['failed', 'passed', 'failed'])
    expect(countVitest({ exitCode: 1, report })).toEqual({ passed: 3, failed: 1, skipped: 1 })
  })

  it('counts a test of Playwright that needed a second try as failed', () => {
    const report = playwright({ expected: 4, unexpected: 1, flaky: 1, skipped: 2 })
    expect(countPlaywright({ exitCode: 1, report })).toEqual({ passed: 4, failed: 2, skipped: 2 })
  })
})

describe.each([
  ['Vitest', countVitest, vitest(['passed', 'passed']), vitest()],
  ['Playwright', countPlaywright, playwright({ expected: 1 }), playwright({})],
])('a run of %s that proves nothing', (_, count, good, empty) => {
  it('has failed if it left no report', () => expect(count({ exitCode: 0, report: undefined }).failed).toBe(1))
  it('has failed if its report is cut short', () => expect(count({ exitCode: 0, report: good.slice(0, 9) }).failed).toBe(1))
  it('has failed if it found no tests', () => expect(count({ exitCode: 0, report: empty }).failed).toBe(1))
  it('has failed if it crashed after its tests', () => expect(count({ exitCode: 1, report: good })).toMatchObject({ passed: 1, failed: 1 }))
})

it('a test file that does not load has failed', () => {
  const report = vitest(['failed'], ['passed', 'passed'])
  expect(countVitest({ exitCode: 1, report })).toEqual({ passed: 1, failed: 1, skipped: 0 })
})

it('the last line says how many tests passed, failed and were skipped', () => {
  expect(describeTally(sum([tally.passes, tally.passes, tally.fails]))).toBe('2 passed, 1 failed, 0 skipped')
  expect(describeTally(sum([tally.passes, tally.isSkipped]))).toBe('1 passed, 0 failed, 1 skipped')
})
