import { useEffect, useReducer } from 'react'
import { useNavigate } from 'react-router'
import { startWizard, wizard } from './account.wizard.ts'

/** Returns a wizard's state and moves for its page; leaving the wizard opens the account's home page. */
export function useWizard(needsProof: boolean) {
  const navigate = useNavigate()
  const [state, dispatch] = useReducer(wizard, needsProof, startWizard)
  useEffect(() => {
    if (state.left) void navigate('/account')
  }, [state.left, navigate])
  return {
    state,
    proved: () => dispatch({ type: 'proved' }),
    done: () => dispatch({ type: 'done' }),
    back: () => dispatch({ type: 'back' }),
    unproved: (msg: string) => dispatch({ type: 'unproved', msg }),
  }
}
