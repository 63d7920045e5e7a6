import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
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

it('the log of a running process is bounded, has whole lines, and has the last one', async () => {
  const log = join(folder, 'a.log')
  const pid = await startDetached(
    ['sh', '-c', 'i=0; while [ $i -lt 40000 ]; do i=$((i+1)); echo "line $i of a process that goes on"; done'],
    log,
  )
  await eventually(() => {
    boundLogs(folder, PLENTY)
    expect(isRunning(pid)).toBe(false)
  })
  boundLogs(folder, PLENTY)
  expect(statSync(log).size).toBeLessThanOrEqual(MOST_BYTES)
  const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1)
  expect(lines.at(-1)).toBe('line 40000 of a process that goes on')
  expect(lines.filter((line) => !/^line \d+ of a process that goes on$/.test(line))).toEqual([])
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
