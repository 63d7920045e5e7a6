import { expect, it } from 'vitest'
import { miniLines, type MiniRow, MOST_LINES } from './mini-loom.ts'

const well: MiniRow = { state: 'up', crossings: ['up', 'standby', null] }
const sites = (number: number) => Array.from({ length: number }, () => well)

it('up to 48 sites have a line each', () => {
  const rows = sites(MOST_LINES)
  expect(miniLines(rows)).toBe(rows)
})

it('above that a line is a bin of sites and shows its worst', () => {
  const rows = sites(1000)
  rows[999] = { state: 'degraded', crossings: ['degraded', 'takeover', null] }
  rows[998] = { state: 'down', crossings: ['down', null, 'never'] }
  const lines = miniLines(rows)
  expect(lines).toHaveLength(MOST_LINES)
  expect(lines.slice(0, -1)).toEqual(sites(MOST_LINES - 1))
  expect(lines.at(-1)).toEqual({ state: 'down', crossings: ['down', 'takeover', 'never'] })
})

it('each site is in one bin', () => {
  const rows = sites(49).map((row, at): MiniRow => (at % 2 ? { ...row, state: 'failed' } : row))
  expect(miniLines(rows).filter(({ state }) => state === 'failed')).toHaveLength(24)
})
