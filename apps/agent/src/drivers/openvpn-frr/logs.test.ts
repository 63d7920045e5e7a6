import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { eventually } from '../../../../server/test/eventually.ts'
import { boundLogs, MOST_BYTES, removeTraces } from './logs.ts'
import { isRunning, startDetached } from './running.ts'

const PLENTY = 1e9
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weft-logs-'))
})
afterEach(() => rmSync(folder, { recursive: true }))
const logOf = (name: string) => join(folder, `${name}.log`)
const linesOf = (name: string) => readFileSync(logOf(name), 'utf8').split('\n').slice(0, -1)
const sum = () => readdirSync(folder).reduce((all, name) => all + statSync(join(folder, name)).size, 0)

it('the log of a running process is bounded, has whole lines, and has the last one', async () => {
  const pid = await startDetached(
    ['sh', '-c', 'i=0; while [ $i -lt 40000 ]; do i=$((i+1)); echo "line $i of a process that goes on"; done'],
    logOf('a'),
  )
  await eventually(() => {
    boundLogs(folder, PLENTY)
    expect(isRunning(pid)).toBe(false)
  })
  boundLogs(folder, PLENTY)
  expect(sum()).toBeLessThanOrEqual(MOST_BYTES)
  const lines = linesOf('a')
  expect(lines.at(-1)).toBe('line 40000 of a process that goes on')
  expect(lines.filter((line) => !/^line \d+ of a process that goes on$/.test(line))).toEqual([])
})

it('the lines of sixty networks fit, the longest logs are shortened, and other files stay', () => {
  writeFileSync(join(folder, 'told.json'), 'x'.repeat(1000))
  appendFileSync(logOf('short'), 'one line\n')
  const hour = 'a line of a branch whose center is away, and is dialled again\n'.repeat(2000)
  for (let hours = 0; hours < 3; hours++)
    for (let network = 0; network < 60; network++) {
      appendFileSync(logOf(String(network)), hour)
      boundLogs(folder, PLENTY)
      expect(sum()).toBeLessThanOrEqual(MOST_BYTES + 1000)
    }
  expect(linesOf('short')).toEqual(['one line'])
  for (let network = 0; network < 60; network++) expect(linesOf(String(network)).length).toBeGreaterThan(10)
  expect(statSync(join(folder, 'told.json')).size).toBe(1000)
})

it('logs give their space back while the disk is almost full', () => {
  appendFileSync(logOf('a'), 'a line\n'.repeat(100_000))
  boundLogs(folder, PLENTY)
  expect(sum()).toBeGreaterThan(500_000)
  boundLogs(folder, 4096)
  expect(sum()).toBeLessThanOrEqual(64_000)
  expect(linesOf('a').at(-1)).toBe('a line')
})

it('what FRR keeps of a process is removed once the process has ended', () => {
  // No process has an id above the kernel's limit of four million.
  for (const name of [`zebra.${process.pid}`, 'bgpd.4194305', 'crash']) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'logbuf'), 'the last lines')
  }
  removeTraces(folder)
  expect(readdirSync(folder).toSorted()).toEqual(['crash', `zebra.${process.pid}`])
  removeTraces(join(folder, 'missing'))
})
