import { createContext, useContext } from 'react'

/** Provided by the shell from its registry of pages; a feature cannot know which other pages there are. */
export const OpenPages = createContext<(path: string) => boolean>(() => true)

/** Tells whether an address leads to a page that exists and that the caller may open. */
export const usePageOpen = (): ((path: string) => boolean) => useContext(OpenPages)
