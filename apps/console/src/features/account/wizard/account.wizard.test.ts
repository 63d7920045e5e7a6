import { describe, expect, it } from 'vitest'
import { hasStepBefore, type Move, startWizard, type Wizard, wizard } from './account.wizard.ts'

/** Returns the wizard after these moves. */
const after = (moves: Move[], from: Wizard = startWizard(true)) => moves.reduce(wizard, from)
const proved: Move = { type: 'proved' }
const done: Move = { type: 'done' }
const back: Move = { type: 'back' }
const unproved: Move = { type: 'unproved', msg: '请先完成身份验证' }

describe('a wizard with a proof of identity', () => {
  it('goes from the step of the proof to that of the new value, and then to the last step', () => {
    expect([[], [proved], [proved, done]].map((moves) => after(moves).step)).toEqual([0, 1, 2])
  })

  it('goes back from the new value to the proof, and the next form of the new value starts empty', () => {
    const before = after([proved])
    expect(hasStepBefore(before)).toBe(true)
    const { step, round } = wizard(before, back)
    expect(step).toBe(0)
    expect(round).toBeGreaterThan(before.round)
  })

  it('is left by a step back from the first step and from the last', () => {
    expect([[], [proved, done]].map((moves) => hasStepBefore(after(moves)))).toEqual([false, false])
  })

  it('returns to the proof with the reason if the server has no proof of identity', () => {
    const state = after([proved, unproved])
    expect(state).toMatchObject({ step: 0, refusal: '请先完成身份验证' })
    expect(wizard(state, proved)).toMatchObject({ step: 1, refusal: undefined })
  })

  it('ignores a move that does not belong to the present step', () => {
    expect(after([done]).step).toBe(0)
    expect(after([unproved])).toEqual(startWizard(true))
    expect(after([proved, proved]).step).toBe(1)
    expect(after([proved, done, done]).step).toBe(2)
    expect(after([proved, done, unproved]).step).toBe(2)
    expect(after([proved, done, proved]).step).toBe(2)
  })
})

describe('a wizard without a proof of identity', () => {
  const first = startWizard(false)

  it('starts at the new value, and is left by a step back from there', () => {
    expect(first.step).toBe(1)
    expect(hasStepBefore(first)).toBe(false)
    expect(after([done], first).step).toBe(2)
  })

  it('asks for a proof if the server requires one', () => {
    const state = after([unproved], first)
    expect(state).toMatchObject({ step: 0, needsProof: true })
    expect(after([proved, back], state).step).toBe(0)
  })
})
