import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking } from '@weft/ui'
import { useSettled } from '@weft/ui/time/use-settled.ts'

const PAUSE_MS = 300

/** Searches documents on the server once the typing pauses. */
export function useHandbookSearch(typed: string) {
  const wanted = typed.trim()
  const settled = useSettled(wanted, PAUSE_MS)
  const found = useQuery({
    ...asking(contract.documents.search, { search: settled }, { quiet: true }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
  })
  return {
    /** True while the results replace the tree. */
    searching: wanted !== '',
    /** The words to which the results belong. */
    settled,
    results: settled === '' ? undefined : found.data,
    failed: found.isError,
    retry: () => void found.refetch(),
  }
}
