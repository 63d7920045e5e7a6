import { createContext, useContext } from 'react'

/** Provided by the shell from its table of pages; a feature cannot know which other pages exist. */
export const OpenPages = createContext<(path: string) => boolean>(() => true)

/** Returns a function that answers whether an address has a page that the caller may open. */
export const usePageOpen = (): ((path: string) => boolean) => useContext(OpenPages)
