import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openScratch } from './scratch.ts'

let parent: string
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'weft-scratch-'))
})
afterEach(() => rmSync(parent, { recursive: true }))

it('every user may write to the folder, and it is removed with what is in it', () => {
  vi.spyOn(process, 'availableMemory').mockReturnValue(8e9)
  const { env, remove } = openScratch(parent)
  expect(path.dirname(env.TMPDIR!)).toBe(parent)
  expect(statSync(env.TMPDIR!).mode & 0o7777).toBe(0o1777)
  writeFileSync(path.join(env.TMPDIR!, 'file'), 'text')
  remove()
  expect(existsSync(env.TMPDIR!)).toBe(false)
})

it('the folder of a run that was killed is removed by the next one, and that of a run that goes on is not', () => {
  vi.spyOn(process, 'availableMemory').mockReturnValue(8e9)
  // A process that has ended: its number is not given again for long.
  const { pid } = spawnSync('true')
  const [left, used] = [`weft-tests-${pid}-a`, `weft-tests-${process.ppid}-a`].map((name) => path.join(parent, name)) as [string, string]
  for (const dir of [left, used]) mkdirSync(dir)
  openScratch(parent)
  expect([left, used].map((dir) => existsSync(dir))).toEqual([false, true])
})

it('there is none on a machine with little memory', () => {
  vi.spyOn(process, 'availableMemory').mockReturnValue(1e9)
  expect(openScratch(parent).env).toEqual({})
})

it('there is none where there is no such file system', () => {
  vi.spyOn(process, 'availableMemory').mockReturnValue(8e9)
  expect(openScratch(path.join(parent, 'missing')).env).toEqual({})
})
