import { useEffect, useReducer } from 'react'
import { useNavigate } from 'react-router'
import { startWizard, wizard } from './account.wizard.ts'

/** A wizard on its page: whoever leaves it goes to the account's home. */
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
