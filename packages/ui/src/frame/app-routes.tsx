import type { ComponentType } from 'react'
import { createBrowserRouter, type LoaderFunction, type LoaderFunctionArgs, redirect, type RouteObject } from 'react-router'
import { loginAddress } from '../session/leave.ts'
import type { FramePage } from './pages.ts'

/** A page of an app's table. */
export interface RoutedPage extends FramePage {
  /** Loads the page's component when it is opened. */
  load: () => Promise<ComponentType>
  /** The page needs no session. One with a `group` is in the sidebar too. */
  public?: true
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
  /** The loader that runs before the sign-in page. */
  atLogin: LoaderFunction
}

/** Returns the router of an app. Every route comes from its table of pages; unknown addresses end at `/404/index`. */
export function createAppRouter<P extends RoutedPage>(options: Options<P>) {
  const { pages, Root, shell, publicLayout, ErrorPage, WholeErrorPage, signedIn, Guarded, atLogin } = options
  const needsSession = ({ request }: LoaderFunctionArgs) => {
    if (signedIn()) return null
    const { pathname, search } = new URL(request.url)
    return redirect(loginAddress(pathname + search))
  }
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
    ...(page.path === '/login' ? { loader: atLogin } : {}),
    lazy: async () => {
      const Content = await page.load()
      return { Component: page.public ? Content : guarded(page, Content) }
    },
  })
  return createBrowserRouter([
    {
      Component: Root,
      ErrorBoundary: WholeErrorPage,
      HydrateFallback: () => null,
      children: [
        { path: '/', loader: () => redirect(pages.find((page) => page.group && !page.public)?.path ?? '/404/index') },
        {
          lazy: async () => ({ Component: await shell() }),
          loader: needsSession,
          // Checked at every navigation: the session may have ended since.
          shouldRevalidate: () => true,
          children: [{ ErrorBoundary: ErrorPage, children: pages.filter((page) => !page.public).map(routeOf) }],
        },
        {
          lazy: async () => ({ Component: await publicLayout() }),
          children: [{ ErrorBoundary: ErrorPage, children: pages.filter((page) => page.public).map(routeOf) }],
        },
        { path: '*', loader: () => redirect('/404/index') },
      ],
    },
  ])
}
