import { MAX_BRANCH_PREFIXES } from '@weft/contract'
import { formatPrefix, type Prefix, prefixOf } from '@weft/net'
import { describe, expect, it } from 'vitest'
import type { Claim } from './claim.ts'
import { LanJudge } from './lan-judge.ts'

const ROWS = 200

describe('the cost of judging prefixes of rows', () => {
  /** Returns prefixes whose addresses count how often they are read. */
  function counted<T extends Prefix>(prefixes: readonly T[]) {
    const reads = { count: 0 }
    for (const prefix of prefixes) {
      const { network } = prefix
      Object.defineProperty(prefix, 'network', {
        get() {
          reads.count += 1
          return network
        },
        enumerable: true,
      })
    }
    return { prefixes, reads }
  }
  const nested = (i: number) => prefixOf(0x0a_00_00_00, 8 + (i % 17))
  const equal = () => prefixOf(0x0a_00_00_00, 8)
  const lans = Array.from({ length: 2_000 }, (_, i): Claim => ({ purpose: 'lan', owner: `WR${i}`, ...equal() }))

  it.each<[string, (i: number) => Prefix, Claim[]]>([
    ['equal prefixes', equal, []],
    ['nested prefixes', nested, []],
    ['equal prefixes that thousands of devices report', equal, lans],
  ])('grows with their number, for %s', (_, prefixAt, claims) => {
    const { prefixes, reads } = counted(Array.from({ length: MAX_BRANCH_PREFIXES }, (_, i) => ({ ...prefixAt(i), row: i % ROWS })))
    const judge = new LanJudge({ devices: new Map(), near: new Map(), members: [], claims, mayName: true }, prefixes)
    const byRow = Map.groupBy(prefixes, ({ row }) => row)
    const found = [...byRow].map(([row, all]) =>
      judge.problemOf(
        row,
        all.map((prefix) => ({ text: formatPrefix(prefix), prefix })),
        undefined,
        true,
      ),
    )
    expect(found.slice(1).every((problem) => problem?.level === 'error')).toBe(true)
    expect(reads.count).toBeLessThan(40 * MAX_BRANCH_PREFIXES)
  })
})
