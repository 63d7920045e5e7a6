import { useEffect, useSyncExternalStore } from 'react'
import { onReset } from '../store/module-state.ts'

let current: string | undefined
onReset(() => (current = undefined))
const heard = new Set<() => void>()
function name(next: string | undefined): void {
  current = next
  for (const tell of heard) tell()
}

/** Sets the name of the thing that a page is about, for the document's title and the breadcrumb. */
export function usePageObject(object: string | undefined): void {
  useEffect(() => {
    name(object)
    return () => name(undefined)
  }, [object])
}

/** Returns the name of the thing that the page on screen is about, at this moment. */
export const pageObjectName = (): string | undefined => current

/** Returns the name of the thing that the page on screen is about, once it is known. */
export function usePageObjectName(): string | undefined {
  return useSyncExternalStore((tell) => {
    heard.add(tell)
    return () => heard.delete(tell)
  }, pageObjectName)
}
