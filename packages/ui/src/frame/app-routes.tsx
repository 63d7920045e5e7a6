import { type ComponentType, lazy, Suspense } from 'react'
import { createBrowserRouter, createPath, type LoaderFunctionArgs, matchPath, redirect, replace, type RouteObject } from 'react-router'
import { loginAddress } from '../session/leave.ts'
import type { FramePage } from './pages.ts'

/** A page of an app's table. */
export interface RoutedPage extends FramePage {
  /** Loads the page's component when it is opened. */
  load: () => Promise<ComponentType>
  /** The page needs no session. One with a `group` is in the sidebar too. */
  public?: true
  /** A public page that a signed-in user sees in the frame of the other pages. */
  framed?: true
}

interface Options<P extends RoutedPage> {
  pages: readonly P[]
  Root: ComponentType
  /** The frames of pages with and without a session. */
  shell: () => Promise<ComponentType>
  publicLayout: () => Promise<ComponentType>
  /** Shown in place of a page that failed, and of the whole frame. */
  ErrorPage: ComponentType
  WholeErrorPage: ComponentType
  signedIn: () => boolean
  /** Shows a page, or why the caller may not open it. */
  Guarded: ComponentType<{ page: P; children: React.ReactNode }>
  /** Returns the address that is opened in place of the sign-in page, if any. */
  insteadOfLogin: (login: URL) => string | undefined
}

const NOT_FOUND = '/404/index'

/** Returns the router of an app. Every route comes from its table of pages; unknown addresses end at `/404/index`. */
export function createAppRouter<P extends RoutedPage>(options: Options<P>) {
  const { pages, Root, shell, publicLayout, ErrorPage, WholeErrorPage, signedIn, Guarded, insteadOfLogin } = options
  /** Returns where an address leads if it shows no page of its own, or none without a session. */
  const elsewhere = (url: URL): string | undefined => {
    const { pathname, search } = url
    if (pathname === '/login') return insteadOfLogin(url)
    if (pathname === '/') return pages.find((page) => page.group && !page.public)?.path ?? NOT_FOUND
    const page = pages.find(({ path }) => matchPath(path, pathname))
    if (!page) return NOT_FOUND
    return page.public || signedIn() ? undefined : loginAddress(pathname + search)
  }
  // Loaders may run before `createBrowserRouter` has returned.
  const made: { router?: ReturnType<typeof createBrowserRouter> } = {}
  /** Returns whether the browser's address was typed, or Back led to it, and the router does not show its page yet. */
  const addressIsAhead = () =>
    !made.router?.state.initialized || createPath(made.router.state.location) !== location.pathname + location.search + location.hash
  const leads = ({ request }: LoaderFunctionArgs) => {
    const address = elsewhere(new URL(request.url))
    if (address === undefined) return null
    // An address that is in the history already gives its place to the one it leads to. Otherwise Back would lead to it again, and it here.
    return addressIsAhead() ? replace(address) : redirect(address)
  }
  const Shell = lazy(async () => ({ default: await shell() }))
  const PublicLayout = lazy(async () => ({ default: await publicLayout() }))
  const FrameOfSession = () => <Suspense>{signedIn() ? <Shell /> : <PublicLayout />}</Suspense>
  const guarded = (page: P, Content: ComponentType) =>
    function GuardedPage() {
      return (
        <Guarded page={page}>
          <Content />
        </Guarded>
      )
    }
  const routeOf = (page: P): RouteObject => ({
    path: page.path,
    ...(page.path === '/login' ? { loader: leads } : {}),
    lazy: async () => {
      const Content = await page.load()
      return { Component: page.public ? Content : guarded(page, Content) }
    },
  })
  made.router = createBrowserRouter([
    {
      Component: Root,
      ErrorBoundary: WholeErrorPage,
      HydrateFallback: () => null,
      children: [
        { path: '/', loader: leads },
        {
          lazy: async () => {
            // Loaded beside the page's code, not after it.
            await (signedIn() ? shell() : publicLayout())
            return { Component: FrameOfSession }
          },
          loader: leads,
          // Checked at every navigation: the session may have ended since.
          shouldRevalidate: () => true,
          children: [{ ErrorBoundary: ErrorPage, children: pages.filter((page) => !page.public || page.framed).map(routeOf) }],
        },
        {
          lazy: async () => ({ Component: await publicLayout() }),
          children: [{ ErrorBoundary: ErrorPage, children: pages.filter((page) => page.public && !page.framed).map(routeOf) }],
        },
        { path: '*', loader: leads },
      ],
    },
  ])
  return made.router
}
