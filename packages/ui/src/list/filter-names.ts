import { createContext, useContext, useEffect } from 'react'

/** What a filter is set to, in words: 「组网类型：点对点」, and the filters of the list that taking it away clears. */
export interface NamedFilter {
  words: string
  clears: readonly string[]
}

/** Tells the list what a filter is set to; undefined for one that is not set. */
export type NameFilter = (name: string, named: NamedFilter | undefined) => void

/** Takes the words of the filters of a list, which names them where nothing matches. */
export const FilterNames = createContext<NameFilter>(() => {})

/** Tells the list around it what a filter is set to. @param partner a second field that it sets, as the last day beside the first */
export function useFilterName(name: string, words: string | undefined, partner?: string): void {
  const tell = useContext(FilterNames)
  useEffect(() => {
    tell(name, words === undefined ? undefined : { words, clears: partner === undefined ? [name] : [name, partner] })
    return () => tell(name, undefined)
  }, [tell, name, words, partner])
}
