import { createAppRouter } from '@weft/ui/frame/app-routes.tsx'
import { safeRedirect } from '@weft/ui/session/leave.ts'
import { session } from '../shared/session/session.ts'
import { ErrorPage, WholeErrorPage } from './ErrorPage.tsx'
import { Guarded } from './Guarded.tsx'
import { pages } from './pages.ts'
import { Root } from './Root.tsx'

export const createRouter = () =>
  createAppRouter({
    pages,
    Root,
    Guarded,
    ErrorPage,
    WholeErrorPage,
    shell: async () => (await import('./layout/Shell.tsx')).Shell,
    publicLayout: async () => (await import('./layout/PublicLayout.tsx')).PublicLayout,
    signedIn: () => session.get() !== undefined,
    insteadOfLogin: ({ searchParams }) => (session.get() ? safeRedirect(searchParams.get('redirect')) : undefined),
  })
