import { useSyncExternalStore } from 'react'
import { onReset } from '@weft/ui/store/module-state.ts'

/** A document of the help: by its number, or by the path that the handbook of this product was imported from. */
export type HelpPlace =
  | { id: string }
  | { source: string /** It is the article of the page, and gives way to that of the next page. */; ofPage?: true }

const heard = new Set<() => void>()
let place: HelpPlace | undefined
onReset(() => (place = undefined))

function change(next: HelpPlace | undefined): void {
  place = next
  for (const tell of heard) tell()
}

/** Opens the help beside the page. */
export const openHelp = (at: HelpPlace): void => change(at)
export const closeHelp = (): void => change(undefined)

/** Shows the article of the page that opened, if the help shows that of the page before. */
export function followPage(article: string): void {
  if (place && 'ofPage' in place && place.source !== ofPage(article).source) change(ofPage(article))
}

/** Returns the document that the help beside the page shows; undefined while it is closed. */
export const useHelp = (): HelpPlace | undefined =>
  useSyncExternalStore(
    (tell) => {
      heard.add(tell)
      return () => heard.delete(tell)
    },
    () => place,
  )

/** Returns the place of the article of a page. */
export const ofPage = (article: string) => ({ ...inHandbook(article), ofPage: true as const })

/** Returns the place of an article of the handbook. @param article its path within the handbook */
export const inHandbook = (article: string): { source: string } => ({ source: `handbook/${article}` })
