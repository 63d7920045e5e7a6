import type { ComponentType } from 'react'
import type { Page } from './pages.ts'

/** Loads the frame around a page: one for public pages, another for pages that need a session. */
export const frameOf = async ({ public: open }: Pick<Page, 'public'>): Promise<ComponentType> =>
  open ? (await import('./layout/PublicLayout.tsx')).PublicLayout : (await import('./layout/Shell.tsx')).Shell
