import { createAppRouter } from '@weft/ui/frame/app-routes.tsx'
import { safeRedirect } from '@weft/ui/session/leave.ts'
import { hasLinkToken } from '../shared/session/link-token.ts'
import { session } from '../shared/session/session.ts'
import { ErrorPage, WholeErrorPage } from './system/ErrorPage.tsx'
import { Guarded } from './Guarded.tsx'
import { frameOf } from './frames.ts'
import { pages } from './pages.ts'
import { Root } from './Root.tsx'

export const createRouter = () =>
  createAppRouter({
    pages,
    Root,
    Guarded,
    ErrorPage,
    WholeErrorPage,
    shell: () => frameOf({}),
    publicLayout: () => frameOf({ public: true }),
    signedIn: () => session.get() !== undefined,
    // A login link is followed even if somebody is signed in.
    insteadOfLogin: ({ searchParams }) => (session.get() && !hasLinkToken() ? safeRedirect(searchParams.get('redirect')) : undefined),
  })
