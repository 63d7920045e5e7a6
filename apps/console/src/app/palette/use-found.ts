import { useQuery } from '@tanstack/react-query'
import { contract, type Found } from '@weft/contract'
import { asking } from '@weft/ui'
import { useDeferredValue, useEffect, useState } from 'react'
import { pauseOf } from '@weft/ui/time/pauses.ts'

const PAUSE_MS = 200
/** The most articles of the help that are shown. */
const DOCUMENTS = 3

/** Returns the typed text once the typing pauses. */
export function useSettled(typed: string, pause_ms = PAUSE_MS): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed.trim()), pauseOf(pause_ms))
    return () => clearTimeout(timer)
  }, [typed, pause_ms])
  return useDeferredValue(settled)
}

const quiet = { quiet: true } as const

/** Returns everything of the account that a text finds, and the articles of the help; undefined until the first answer or for no text. */
export function useFound(typed: string): { found: Found | undefined; documents: { id: string; title: string }[]; searching: boolean } {
  const search = useSettled(typed)
  const enabled = search !== ''
  const found = useQuery({ ...asking(contract.search.all, { search }, quiet), enabled })
  const documents = useQuery({ ...asking(contract.documents.search, { search }, quiet), enabled })
  return {
    found: enabled ? found.data : undefined,
    documents: enabled ? (documents.data ?? []).slice(0, DOCUMENTS) : [],
    searching: found.isFetching || documents.isFetching || typed.trim() !== search,
  }
}
