import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { UiProvider } from '../theme/UiProvider.tsx'
import type { createAppRouter } from './app-routes.tsx'

type Router = ReturnType<typeof createAppRouter>

/** Leaves a page whose subject is gone: back in history, or to an address. */
export function goBack(router: Router, to?: string): void {
  const { idx } = (window.history.state ?? {}) as { idx?: number }
  if (to !== undefined) void router.navigate(to, { replace: true })
  else if (idx) void router.navigate(-1)
  else void router.navigate('/', { replace: true })
}

/** Draws an app into `#root`. If a file of an older build is gone, the page is reloaded, once. */
export function startApp(router: Router): void {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always', staleTime: 5000 }, mutations: { networkMode: 'always' } },
  })
  window.addEventListener('vite:preloadError', (event) => {
    if (sessionStorage.getItem('weft.reloaded')) return
    sessionStorage.setItem('weft.reloaded', '1')
    event.preventDefault()
    location.reload()
  })
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  createRoot(root).render(
    <QueryClientProvider client={client}>
      <UiProvider>
        <RouterProvider router={router} />
      </UiProvider>
    </QueryClientProvider>,
  )
}
