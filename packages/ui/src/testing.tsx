import { createCache, StyleProvider } from '@ant-design/cssinjs'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render } from '@testing-library/react'
import { ConfigProvider } from 'antd'
import { type ReactNode, Suspense } from 'react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { vi } from 'vitest'
import { UnsavedHost } from './dialog/UnsavedHost.tsx'
import { UiProvider } from './theme/UiProvider.tsx'

// Allows for a slow, busy machine. Whether an element can be seen is asked of all its ancestors, which took an eighth of a page test: a query
// by role finds hidden elements as well, unless it says `hidden: false`.
configure(({ getElementError }) => ({
  asyncUtilTimeout: 20_000,
  defaultHidden: true,
  // A query that waits fails each time until the page has what it looks for. The page is printed only for the failure that somebody reads.
  getElementError: function failure(message, container) {
    const error = new Error(message ?? '')
    error.name = 'TestingLibraryElementError'
    // The place of a failure is the test that asked, and not this line.
    Error.captureStackTrace(error, failure)
    let whole: string | undefined
    const get = () => (whole ??= getElementError(message, container).message)
    return Object.defineProperty(error, 'message', { get, configurable: true })
  },
}))

/** One request as a test's server receives it. */
export interface Asked {
  path: string
  query: URLSearchParams
  body: unknown
  headers: Headers
}
export interface Answer {
  code?: number
  msg?: string
  data?: unknown
  count?: number
}
/**
 * A test's server: answers by the path after `/api/v1/` or `/ops/v1/`, with a `Response` for a file. A rejected promise means that the
 * network is gone.
 */
export type Server = (asked: Asked) => Answer | Response | Promise<Answer | Response>

/** Stubs what jsdom lacks, with a server in place of the network. @param wide whether the window is at least 992 px */
export function stubBrowser(server: Server, wide = true): void {
  // jsdom would compare every element with every rule of the style sheets, which took 40 % of a page test. Pages hide things from people
  // by an attribute or a style of the element.
  vi.stubGlobal('getComputedStyle', (element: HTMLElement) => element.style)
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width') ? !wide : false,
    media: query,
    addListener() {},
    removeListener() {},
    addEventListener() {},
    removeEventListener() {},
  }))
  const observer = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', observer)
  vi.stubGlobal('IntersectionObserver', observer)
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (init.signal?.aborted) throw new DOMException('aborted', 'AbortError')
    const url = new URL(address, 'http://console.test')
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    const asked = {
      path: url.pathname.replace(/^\/(api|ops)\/v1\//, ''),
      query: url.searchParams,
      body,
      headers: new Headers(init.headers),
    }
    const answer = await server(asked)
    return answer instanceof Response ? answer : Response.json({ code: 200, msg: '', data: null, ...answer })
  })
}

/** Nothing moves, so nothing waits for an end that jsdom does not reach; and nobody sees the styles that antd would generate. */
const plain = { token: { motion: false }, zeroRuntime: true, cssVar: { key: 'test' } }

/** antd forgets what it computed of a theme when a page closes. What this keeps is used by all pages of a process. */
const styles = createCache()
const { opUpdate } = styles
styles.opUpdate = (path, update) =>
  opUpdate.call(styles, path, (before) => {
    const after = update(before as [number, never])
    return after && [Number.POSITIVE_INFINITY, after[1]]
  })
/**
 * Takes antd's style sheets and keeps none, as nobody sees them. Outside of the document, where jsdom does not read their rules. antd looks
 * for each sheet among all others whenever a part of a page appears, which took a twentieth of a page test.
 */
const styleSheets = document.createElement('div')
Object.defineProperties(styleSheets, {
  children: { value: [] },
  insertBefore: { value: (sheet: Node) => sheet },
  removeChild: { value: (sheet: Node) => sheet },
})

function Address() {
  const { pathname, search } = useLocation()
  return <output data-testid="address">{pathname + search}</output>
}

/** Shows a page at an address, in a router of its own, with an output that names the current address. */
export function openPage(page: ReactNode, address = '/', path = '*') {
  // A test may open one page after another.
  cleanup()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  const element = (
    <>
      <Suspense>{page}</Suspense>
      <UnsavedHost />
      <Address />
    </>
  )
  const router = createMemoryRouter(
    [
      { path, element },
      { path: '*', element: <Address /> },
    ],
    { initialEntries: [address] },
  )
  const view = render(
    <QueryClientProvider client={client}>
      <StyleProvider cache={styles} container={styleSheets}>
        <UiProvider>
          <ConfigProvider theme={plain}>
            <RouterProvider router={router} />
          </ConfigProvider>
        </UiProvider>
      </StyleProvider>
    </QueryClientProvider>,
  )
  return { ...view, router, client, address: () => router.state.location.pathname + router.state.location.search }
}
