import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { connectApi, UiProvider } from '@weft/ui'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { createRouter } from './app/router.tsx'
import { endSession, leaveFor, loginAddress } from './shared/session/leave.ts'
import { takeLinkToken } from './shared/session/link-token.ts'
import { session } from './shared/session/session.ts'

takeLinkToken()

const client = new QueryClient({
  defaultOptions: { queries: { retry: false, networkMode: 'always', staleTime: 5000 }, mutations: { networkMode: 'always' } },
})
const router = createRouter()

connectApi({
  token: () => session.get()?.token,
  refresh: session.refresh,
  end: endSession,
  back: (to) => {
    const { idx } = (window.history.state ?? {}) as { idx?: number }
    if (to !== undefined) void router.navigate(to, { replace: true })
    else if (idx) void router.navigate(-1)
    else void router.navigate('/', { replace: true })
  },
})

// Another tab signed out, or signed in as someone else.
const { user } = session.get() ?? {}
session.subscribe((now, elsewhere) => {
  if (!elsewhere) return
  if (!now && router.state.location.pathname !== '/login') leaveFor(loginAddress(location.pathname + location.search))
  else if (now?.user && user && now.user.account_number + now.user.username !== user.account_number + user.username) leaveFor('/')
})

// A file of an older build is gone: the page comes anew, once.
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
