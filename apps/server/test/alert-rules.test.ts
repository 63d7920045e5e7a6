import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { lacks } from './lacks.ts'
import { createDatabase, SECRET } from './world.ts'

const root = resolve(import.meta.dirname, '../../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const rules = read('deploy/prometheus/weft.rules.yml')
const tests = read('deploy/prometheus/weft.rules.test.yml')
const dashboard = read('deploy/grafana/weft.json')
const runbook = read('docs/runbook.md')

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!)
const alerts = all(rules, /- alert: (\w+)/g)
/** Prometheus adds `up` by itself, and the parts of a histogram have the histogram's name. */
const metricsIn = (text: string) => new Set(all(text, /\b((?:weft|nodejs|process)_\w+?)(?:_bucket|_count)?\b(?=[{\s[)"])/g))

let server: ServerProcess
beforeAll(async () => {
  const url = await createDatabase({ time: 'system' })
  // With a replica, so that its metrics are there.
  server = await startServerProcess({ DATABASE_URL: url, WEFT_READ_DATABASE_URL: url, WEFT_SECRET: SECRET })
})
afterAll(() => server.stop())

it.each([
  ['the alert rules', rules],
  ['the dashboard', dashboard],
])('a server has every metric of %s', async (_, text) => {
  const metrics = await (await fetch(`http://127.0.0.1:${server.ports.metrics}/metrics`)).text()
  const known = new Set(all(metrics, /^# TYPE (\S+)/gm))
  expect(metricsIn(text).size).toBeGreaterThan(8)
  expect([...metricsIn(text)].filter((name) => !known.has(name))).toEqual([])
})

it('each alert has an entry in the runbook and a test, and no entry is left over', () => {
  expect(all(runbook, /^## (\w+)$/gm).toSorted()).toEqual(alerts.toSorted())
  expect(new Set(all(tests, /alertname: (\w+)/g))).toEqual(new Set(alerts))
  expect(all(rules, /runbook: docs\/runbook\.md#(\w+)/g)).toEqual(alerts.map((name) => name.toLowerCase()))
})

it('each line of the log that the runbook quotes is one that the server writes', () => {
  const source = globSync('apps/server/src/**/*.ts', { cwd: root }).map(read).join('\n')
  const quoted = all(runbook, /「([^」]+)」/g)
  expect(quoted.length).toBeGreaterThan(1)
  expect(quoted.filter((line) => !source.includes(`'${line}'`))).toEqual([])
})

it.skipIf(lacks('promtool'))('the rules raise the alerts that their tests expect', () => {
  const run = (...args: string[]) => spawnSync('promtool', args, { cwd: join(root, 'deploy/prometheus'), encoding: 'utf8' })
  expect(run('check', 'rules', 'weft.rules.yml')).toMatchObject({ status: 0, stderr: '' })
  expect(run('test', 'rules', 'weft.rules.test.yml')).toMatchObject({ status: 0, stderr: '' })
})
