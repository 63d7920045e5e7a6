import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { boundLogs, MOST_BYTES } from './logs.ts'

const PLENTY = 1e9
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weft-logs-'))
})
afterEach(() => rmSync(folder, { recursive: true }))
const logOf = (name: string) => join(folder, `${name}.log`)
const linesOf = (name: string) => readFileSync(logOf(name), 'utf8').split('\n').slice(0, -1)
const sum = () => readdirSync(folder).reduce((all, name) => all + statSync(join(folder, name)).size, 0)

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
