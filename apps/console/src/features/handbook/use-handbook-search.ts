import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking } from '@weft/ui'
import { useEffect, useState } from 'react'
import { pauseOf } from '@weft/ui/time/pauses.ts'

const PAUSE_MS = 300

/** Searches documents on the server once the typing pauses. */
export function useHandbookSearch(typed: string) {
  const wanted = typed.trim()
  const [settled, setSettled] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), pauseOf(PAUSE_MS))
    return () => clearTimeout(timer)
  }, [wanted])
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
