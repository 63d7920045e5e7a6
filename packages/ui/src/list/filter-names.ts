import { createContext, useContext, useEffect } from 'react'

/** Tells the list what a filter is set to, in words: 「组网类型：点对点」; undefined for one that is not set. */
export type NameFilter = (name: string, words: string | undefined) => void

/** Takes the words of the filters of a list, which names them where nothing matches. */
export const FilterNames = createContext<NameFilter>(() => {})

/** Tells the list around it what a filter is set to. */
export function useFilterName(name: string, words: string | undefined): void {
  const tell = useContext(FilterNames)
  useEffect(() => {
    tell(name, words)
    return () => tell(name, undefined)
  }, [tell, name, words])
}
