import { useUnsavedGuard } from '@weft/ui'
import { useReducer, useState } from 'react'
import { useNavigate } from 'react-router'
import { hasStepBefore, startWizard, wizard } from './account.wizard.ts'

/** Returns a wizard's state and moves for its page. A step back from its first step and from its last opens the account's home page. */
export function useWizard(needsProof: boolean) {
  const navigate = useNavigate()
  const [state, dispatch] = useReducer(wizard, needsProof, startWizard)
  const [typed, setTyped] = useState(false)
  useUnsavedGuard(state.step !== 2 && (typed || hasStepBefore(state)))
  return {
    state,
    /** To be called when something is typed. */
    onTyped: () => setTyped(true),
    proved: () => dispatch({ type: 'proved' }),
    done: () => dispatch({ type: 'done' }),
    back: () => (hasStepBefore(state) ? dispatch({ type: 'back' }) : void navigate('/account')),
    unproved: (msg: string) => dispatch({ type: 'unproved', msg }),
  }
}
