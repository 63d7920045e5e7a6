import { useMutation } from '@tanstack/react-query'
import { contract, MAX_SELECTED_MEMBERS, type MemberSummary } from '@weft/contract'
import { call, grouped, type ListPage, toast, useText } from '@weft/ui'
import { useState } from 'react'
import * as text from './member-list.text.ts'

/**
 * The software members that are marked, on whatever page they stand; paging and searching leave the marks alone.
 * @param list what the search and the filters find
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
    mutationFn: () => call(contract.router.names, { type: '2', search, ...filters }),
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
    /** Marks all that the search and the filters find; undefined where they are marked. */
    selectAll: wholeOf === found || onlyThesePage ? undefined : () => all.mutate(),
    busy: all.isPending,
    /** These are gone, or dealt with. */
    forget: (names: readonly string[]) => {
      const gone = new Set(names)
      setKeys((before) => before.filter((name) => !gone.has(name)))
      setWholeOf(undefined)
    },
    clear: () => change([]),
  }
}
export type MemberSelection = ReturnType<typeof useMemberSelection>
