import { useEffect, useSyncExternalStore } from 'react'

let current: string | undefined
const heard = new Set<() => void>()
function name(next: string | undefined): void {
  current = next
  for (const tell of heard) tell()
}

/** Names the thing that a page is about; the document's title and the breadcrumb say it. */
export function usePageObject(object: string | undefined): void {
  useEffect(() => {
    name(object)
    return () => name(undefined)
  }, [object])
}

/** What the page on screen is about, once it knows. */
export function usePageObjectName(): string | undefined {
  return useSyncExternalStore(
    (tell) => {
      heard.add(tell)
      return () => heard.delete(tell)
    },
    () => current,
  )
}
