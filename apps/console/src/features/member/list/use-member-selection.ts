import { useMutation } from '@tanstack/react-query'
import { contract, MAX_SELECTED_MEMBERS, type MemberSummary } from '@weft/contract'
import { call, grouped, type ListPage, toast, useText } from '@weft/ui'
import { useState } from 'react'
import * as text from './member-list.text.ts'

/**
 * Returns the selected members of all pages; paging and searching leave the selection unchanged.
 * @param list the result of the search and the filters
 */
export function useMemberSelection({ search, filters, count, rows }: ListPage<MemberSummary>) {
  const t = useText(text)
  const [keys, setKeys] = useState<string[]>([])
  const [wholeOf, setWholeOf] = useState<string>()
  const found = JSON.stringify([search, filters])

  const change = (next: string[]) => {
    if (next.length > MAX_SELECTED_MEMBERS) return toast.warning(t.tooMany(grouped(MAX_SELECTED_MEMBERS)))
    setKeys(next)
    setWholeOf(undefined)
  }
  const all = useMutation({
    mutationFn: () => call(contract.router.names, { search, ...filters }),
    onSuccess: (names) => {
      const together = [...new Set([...keys, ...names])]
      if (together.length > MAX_SELECTED_MEMBERS || count > names.length) toast.warning(t.tooMany(grouped(MAX_SELECTED_MEMBERS)))
      setKeys(together.slice(0, MAX_SELECTED_MEMBERS))
      setWholeOf(found)
    },
  })
  const onlyThesePage = count <= rows.length && rows.every(({ router_name }) => keys.includes(router_name))
  return {
    keys,
    change,
    /** Selects all that the search and the filters find; undefined if they are already selected. */
    selectAll: wholeOf === found || onlyThesePage ? undefined : () => all.mutate(),
    busy: all.isPending,
    /** Deselects members that are gone or done. */
    forget: (names: readonly string[]) => {
      const gone = new Set(names)
      setKeys((before) => before.filter((name) => !gone.has(name)))
      setWholeOf(undefined)
    },
    clear: () => change([]),
  }
}
export type MemberSelection = ReturnType<typeof useMemberSelection>
