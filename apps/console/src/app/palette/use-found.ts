import { useQuery } from '@tanstack/react-query'
import { contract, type Found } from '@weft/contract'
import { asking } from '@weft/ui'
import { useDeferredValue } from 'react'
import { useSettled } from '@weft/ui/time/use-settled.ts'

const PAUSE_MS = 200
/** The most articles of the help that are shown. */
const DOCUMENTS = 3

const quiet = { quiet: true } as const

/** Returns everything of the account that a text finds, and the articles of the help; undefined until the first answer or for no text. */
export function useFound(typed: string): { found: Found | undefined; documents: { id: string; title: string }[]; searching: boolean } {
  const search = useDeferredValue(useSettled(typed.trim(), PAUSE_MS))
  const enabled = search !== ''
  const found = useQuery({ ...asking(contract.search.all, { search }, quiet), enabled })
  const documents = useQuery({ ...asking(contract.documents.search, { search }, quiet), enabled })
  return {
    found: enabled ? found.data : undefined,
    documents: enabled ? (documents.data ?? []).slice(0, DOCUMENTS) : [],
    searching: found.isFetching || documents.isFetching || typed.trim() !== search,
  }
}
