/** The steps of a change to a password, phone or e-mail (specification 1 §4): the proof of identity, the new value, done. */
export type Step = 0 | 1 | 2

export interface Wizard {
  step: Step
  /** True if there is a proof to go back to: a first phone or e-mail is proved by its own code alone (docs/design/security.md §2). */
  needsProof: boolean
  /** Counts the forms of the second step, so that each starts empty. */
  round: number
  /** The reason why the proof is asked for again. */
  refusal: string | undefined
}

export type Move =
  | { type: 'proved' }
  | { type: 'done' }
  | { type: 'back' }
  /** The server has no proof, or no longer has one. */
  | { type: 'unproved'; msg: string }

export const startWizard = (needsProof: boolean): Wizard => ({
  step: needsProof ? 0 : 1,
  needsProof,
  round: 0,
  refusal: undefined,
})

/** Returns whether a step back leads to the step before, and not out of the wizard. */
export const hasStepBefore = ({ step, needsProof }: Wizard): boolean => step === 1 && needsProof

/** Returns the wizard after one move. A move that does not belong to its step changes nothing. */
export function wizard(state: Wizard, move: Move): Wizard {
  switch (move.type) {
    case 'proved':
      return state.step === 0 ? { ...state, step: 1, refusal: undefined } : state
    case 'done':
      return state.step === 1 ? { ...state, step: 2 } : state
    case 'unproved':
      return state.step === 1 ? { ...state, step: 0, needsProof: true, round: state.round + 1, refusal: move.msg } : state
    case 'back':
      return hasStepBefore(state) ? { ...state, step: 0, round: state.round + 1 } : state
  }
}
