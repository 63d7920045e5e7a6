import { useOpening } from '@weft/ui/frame/use-opening.ts'
import { useSearchParams } from 'react-router'

const NAME = 'add'
const BRANCHES = 'branches'

/** Returns whether the sheet that adds branches is open. The address keeps it, so that other pages lead to it. */
export function useAddingBranches() {
  const [params] = useSearchParams()
  const open = params.get(NAME) === BRANCHES
  const opening = useOpening(open)
  return { open, show: () => opening.open((now) => now.set(NAME, BRANCHES)), close: () => opening.close((now) => now.delete(NAME)) }
}
