import { expect, it } from 'vitest'
import { describeRun, filesOfPlaywright, filesOfVitest } from './durations.ts'

it("a report of Vitest yields each file's path in the repository, its seconds and its failed tests", () => {
  const report = JSON.stringify({
    testResults: [
      {
        name: '/home/weft/apps/a.test.ts',
        status: 'failed',
        startTime: 1000,
        endTime: 3500,
        assertionResults: [
          { status: 'passed', fullName: 'a passes' },
          { status: 'failed', fullName: 'a fails', failureMessages: ['Error: no offer'] },
        ],
      },
      { name: '/home/weft/b.test.ts', status: 'failed', message: 'no such module', startTime: 0, endTime: 0, assertionResults: [] },
    ],
  })
  expect(filesOfVitest(report, '/home/weft')).toEqual([
    { path: 'apps/a.test.ts', seconds: 2.5, failed: [{ name: 'a fails', messages: ['Error: no offer'], page: [] }] },
    { path: 'b.test.ts', seconds: 0, failed: [{ name: 'the file itself', messages: ['no such module'], page: [] }] },
  ])
  for (const none of [undefined, report.slice(0, 9)]) expect(filesOfVitest(none, '/home/weft')).toEqual([])
})

it('a report of Playwright yields for each file the seconds of all its tests and tries, and what a failed one had on its page', () => {
  const spec = (title: string, ok: boolean, ...durations: number[]) => ({
    title,
    ok,
    tests: [
      {
        results: durations.map((duration) => ({
          duration,
          errors: ok ? [] : [{ message: `not after ${duration} ms` }],
          attachments: ok
            ? []
            : [
                { name: 'screenshot', path: 'a.png' },
                { name: 'error-context', path: `${duration}.md` },
              ],
        })),
      },
    ],
  })
  const pages: Record<string, string> = {
    'a.png': '# Page snapshot\n\n```yaml\n- none\n```',
    '1500.md':
      '# Error details\n\n```\nError: not after 1500 ms\n```\n\n```yaml\n- heading "概览"\n- link "组网"\n```\n\n# Test source\n\n```ts\n```',
  }
  const report = JSON.stringify({
    suites: [
      {
        file: 'pages.spec.ts',
        specs: [spec('opens', true, 500)],
        suites: [{ file: 'pages.spec.ts', specs: [spec('closes', false, 1000, 1500)] }],
      },
    ],
  })
  expect(filesOfPlaywright(report, 'e2e', (path) => pages[path])).toEqual([
    {
      path: 'e2e/pages.spec.ts',
      seconds: 3,
      failed: [{ name: 'closes', messages: ['not after 1000 ms', 'not after 1500 ms'], page: ['- heading "概览"', '- link "组网"'] }],
    },
  ])
})

it('a run ends with seconds by suite, the ten slowest files and each failed test with its reason and its page', () => {
  const failed = [
    {
      name: 'is slow',
      messages: [`\u001B[31mError\u001B[39m: still there\n${'at a line\n'.repeat(20)}`],
      page: Array(200).fill('- a row') as string[],
    },
  ]
  const files = Array.from({ length: 12 }, (_, n) => ({ path: `${n}.test.ts`, seconds: n, failed: n === 3 ? failed : [] }))
  const suites = [
    { name: 'unit', seconds: 66.04, processor_seconds: 120 },
    { name: 'build', seconds: 4, processor_seconds: 5.5 },
  ]
  const lines = describeRun(suites, files, { seconds: 190, slowness: 1.25 })
  expect(lines.slice(0, 8)).toEqual([
    'Processor seconds and seconds by suite',
    '  120.0    66.0  unit',
    '    5.5     4.0  build',
    '  125.5          all',
    '  100.4          all on the reference machine: this one was 1.25 times as slow',
    '  190.0          the whole machine, with the pages of Chromium and what else ran',
    'The slowest files, in seconds',
    '   11.0  11.test.ts',
  ])
  expect(lines.slice(16, 19)).toEqual(['    2.0  2.test.ts', '✗ 3.test.ts > is slow', '    Error: still there'])
  expect(lines.slice(19)).toEqual([...Array(11).fill('    at a line'), ...Array(150).fill('    - a row')])
})
