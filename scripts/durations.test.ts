import { expect, it } from 'vitest'
import { describeRun, filesOfPlaywright, filesOfVitest } from './durations.ts'

it('the files of a report of Vitest have paths in the repository, seconds and the tests that failed', () => {
  const report = JSON.stringify({
    testResults: [
      {
        name: '/home/weft/apps/a.test.ts',
        startTime: 1000,
        endTime: 3500,
        assertionResults: [
          { status: 'passed', fullName: 'a stands' },
          { status: 'failed', fullName: 'a falls' },
        ],
      },
    ],
  })
  expect(filesOfVitest(report, '/home/weft')).toEqual([{ path: 'apps/a.test.ts', seconds: 2.5, failed: ['a falls'] }])
  for (const none of [undefined, report.slice(0, 9)]) expect(filesOfVitest(none, '/home/weft')).toEqual([])
})

it('the files of a report of Playwright have the seconds of all their tests and tries', () => {
  const spec = (title: string, ok: boolean, ...durations: number[]) => ({
    title,
    ok,
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  })
  const report = JSON.stringify({
    suites: [
      {
        file: 'pages.spec.ts',
        specs: [spec('opens', true, 500)],
        suites: [{ file: 'pages.spec.ts', specs: [spec('closes', false, 1000, 1500)] }],
      },
    ],
  })
  expect(filesOfPlaywright(report, 'e2e')).toEqual([{ path: 'e2e/pages.spec.ts', seconds: 3, failed: ['closes'] }])
})

it('a run ends with seconds by suite, the ten slowest files and each test that failed', () => {
  const files = Array.from({ length: 12 }, (_, n) => ({ path: `${n}.test.ts`, seconds: n, failed: n === 3 ? ['is slow'] : [] }))
  const lines = describeRun([{ name: 'unit', seconds: 66.04 }], files)
  expect(lines.slice(0, 4)).toEqual(['Seconds by suite', '   66.0  unit', 'The slowest files', '   11.0  11.test.ts'])
  expect(lines.slice(-2)).toEqual(['    2.0  2.test.ts', '✗ 3.test.ts > is slow'])
})
