import { useSearchParams } from 'react-router'

const NAME = 'add'
const BRANCHES = 'branches'

/** Returns whether the sheet that adds branches is open. The address keeps it, so that other pages lead to it. */
export function useAddingBranches() {
  const [params, setParams] = useSearchParams()
  const set = (open: boolean) =>
    setParams(
      (now) => {
        if (open) now.set(NAME, BRANCHES)
        else now.delete(NAME)
        return now
      },
      { replace: true },
    )
  return { open: params.get(NAME) === BRANCHES, show: () => set(true), close: () => set(false) }
}
