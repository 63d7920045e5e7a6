import type { ComponentType } from 'react'
import { createBrowserRouter, type LoaderFunctionArgs, redirect, type RouteObject } from 'react-router'
import { loginAddress, safeRedirect } from '../shared/session/leave.ts'
import { hasLinkToken } from '../shared/session/link-token.ts'
import { session } from '../shared/session/session.ts'
import { ErrorPage, WholeErrorPage } from './system/ErrorPage.tsx'
import { Guarded } from './Guarded.tsx'
import { type Page, pages } from './pages.ts'
import { Root } from './Root.tsx'

function needsSession({ request }: LoaderFunctionArgs) {
  if (session.get()) return null
  const { pathname, search } = new URL(request.url)
  return redirect(loginAddress(pathname + search))
}

/** Someone who is signed in has no business at the sign-in page, unless a login link brought them. */
function skipsWhenSignedIn({ request }: LoaderFunctionArgs) {
  if (!session.get() || hasLinkToken()) return null
  return redirect(safeRedirect(new URL(request.url).searchParams.get('redirect')))
}

const guarded = (page: Page, Content: ComponentType) =>
  function GuardedPage() {
    return (
      <Guarded page={page}>
        <Content />
      </Guarded>
    )
  }

const routeOf = (page: Page): RouteObject => ({
  path: page.path,
  ...(page.path === '/login' ? { loader: skipsWhenSignedIn } : {}),
  lazy: async () => {
    const Content = await page.load()
    return { Component: page.public ? Content : guarded(page, Content) }
  },
})

const shell = async () => ({ Component: (await import('./layout/Shell.tsx')).Shell })
const publicLayout = async () => ({ Component: (await import('./layout/PublicLayout.tsx')).PublicLayout })

/** Every route comes from the table of pages. */
const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: WholeErrorPage,
    HydrateFallback: () => null,
    children: [
      { path: '/', loader: () => redirect(pages.find((page) => page.group && !page.public)?.path ?? '/404/index') },
      {
        lazy: shell,
        loader: needsSession,
        // Asked at every navigation: the session may have ended since.
        shouldRevalidate: () => true,
        children: [{ ErrorBoundary: ErrorPage, children: pages.filter((page) => !page.public).map(routeOf) }],
      },
      { lazy: publicLayout, children: [{ ErrorBoundary: ErrorPage, children: pages.filter((page) => page.public).map(routeOf) }] },
      { path: '*', loader: () => redirect('/404/index') },
    ],
  },
]

export const createRouter = () => createBrowserRouter(routes)
