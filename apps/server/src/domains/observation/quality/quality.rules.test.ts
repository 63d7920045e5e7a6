import { gradesOf } from '@weft/network-rules'
import { expect, it } from 'vitest'
import { judged } from './quality.rules.ts'

it('a link is graded by its figures as they are shown', () => {
  const newest = { sent: 300, reflected: 300, received: 300, rtt_p50: 60.004, rtt_p95: 61, jitter_out: 1, jitter_back: 1 }
  // Unrounded, 60.004 ms is less than twice 30.004 ms.
  const { quality, rtt, usual_rtt, jitter } = judged(newest, 30.004)
  expect({ rtt, usual_rtt }).toEqual({ rtt: 60, usual_rtt: 30 })
  expect(gradesOf({ loss: 0, rtt, usual: usual_rtt, jitter }).rtt).toBe('bad')
  expect(quality).toBe('bad')
})
