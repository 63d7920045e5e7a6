import type { MemberState } from '@weft/contract'
import { expect, it } from 'vitest'
import { tileOf } from './network-tile.ts'

const row = (state: MemberState) => ({ state, crossings: [] })
const thread = (state: MemberState) => ({ name: '上海', kind: 'center' as const, state })

it('a tile shows at most three threads and five sites, the worst of them in the middle', () => {
  const rows = [...Array.from({ length: 40 }, () => row('up')), row('down')]
  expect(tileOf({ threads: ['up', 'down', 'up', 'up'].map((state) => thread(state as MemberState)), rows })).toEqual({
    threads: ['up', 'lost', 'up'],
    lines: ['well', 'well', 'broken', 'well', 'well'],
  })
})

it('a tile has as many lines as there are sites, and one thread if nothing is known', () => {
  expect(tileOf({ threads: [thread('up')], rows: [row('degraded'), row('never')] }).lines).toEqual(['ailing', 'never'])
  expect(tileOf(null)).toEqual({ threads: ['never'], lines: [] })
})
