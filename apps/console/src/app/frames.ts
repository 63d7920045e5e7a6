import type { ComponentType } from 'react'
import type { Page } from './pages.ts'

/** The frame around a page, with or without a session. */
export const frameOf = async ({ public: open }: Pick<Page, 'public'>): Promise<ComponentType> =>
  open ? (await import('./layout/PublicLayout.tsx')).PublicLayout : (await import('./layout/Shell.tsx')).Shell
