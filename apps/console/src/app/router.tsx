import { createAppRouter } from '@weft/ui/frame/app-routes.tsx'
import { safeRedirect } from '@weft/ui/session/leave.ts'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { hasLinkToken } from '../shared/session/link-token.ts'
import { session } from '../shared/session/session.ts'
import { ErrorPage, WholeErrorPage } from './system/ErrorPage.tsx'
import { Guarded } from './Guarded.tsx'
import { frameOf } from './frames.ts'
import { pages } from './pages.ts'
import { Root } from './Root.tsx'

/** Redirects a signed-in user away from the sign-in page, unless they came by a login link. */
function skipsWhenSignedIn({ request }: LoaderFunctionArgs) {
  if (!session.get() || hasLinkToken()) return null
  return redirect(safeRedirect(new URL(request.url).searchParams.get('redirect')))
}

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
    atLogin: skipsWhenSignedIn,
  })
