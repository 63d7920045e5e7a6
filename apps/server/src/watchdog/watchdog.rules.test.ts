import { describe, expect, it } from 'vitest'
import { createJudge, LOOK_MS, MOST_LOOKS } from './watchdog.rules.ts'

const looks = (judge: ReturnType<typeof createJudge>, count: number, beats: number, debugged = false) =>
  Array.from({ length: count }, () => judge(beats, debugged))

describe('the main thread', () => {
  it('is blocked after ten seconds of looks without a beat, and not before', () => {
    const judge = createJudge()
    expect(MOST_LOOKS * LOOK_MS).toBe(10_000)
    // The first look only tells how far it is.
    expect(looks(judge, MOST_LOOKS, 7)).not.toContain(true)
    expect(judge(7, false)).toBe(true)
  })

  it('is not blocked if it beats in between, however late', () => {
    const judge = createJudge()
    for (const beats of [1, 2, 3]) expect(looks(judge, MOST_LOOKS, beats)).not.toContain(true)
  })

  it('is not blocked at the breakpoint of a debugger, and has the whole time again when the debugger has gone', () => {
    const judge = createJudge()
    looks(judge, MOST_LOOKS - 1, 5)
    expect(looks(judge, 10 * MOST_LOOKS, 5, true)).not.toContain(true)
    expect(looks(judge, MOST_LOOKS - 1, 5)).not.toContain(true)
    expect(judge(5, false)).toBe(true)
  })
})
