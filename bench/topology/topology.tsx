import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { contract, type NetworkInfo, type NetworkMember } from '@weft/contract'
import { UiProvider } from '@weft/ui'
import { Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { aLink, aMember, anAccount, aNetwork } from '../../apps/console/test/data.ts'
import { NetworkDetailPage } from '../../apps/console/src/features/network/detail/NetworkDetailPage.tsx'

const regions = ['上海', '江苏', '浙江', '广东', '福建', '北京', '山东', '四川', '湖北', '陕西', '河南', '安徽']

/** A day with two faults. */
const day = btoa(String.fromCharCode(...Array.from({ length: 24 }, (_, at) => (at === 9 ? 0b10_10_00_00 : at === 17 ? 0b00_01_00_00 : 0))))

/** Returns a network of two centers and the given number of branches in twelve regions; one branch in nineteen is offline. */
function network(branches: number): NetworkInfo {
  const centers = ['HQ-0001', 'HQ-0002'].map((router_name) => aMember({ router_name, note: '' }))
  const points = Array.from({ length: branches }, (_, at): NetworkMember => {
    const region = regions[at % regions.length]!
    const online = at % 19 === 0 ? 0 : 1
    const state = online === 1 ? 'up' : 'down'
    return aMember({
      router_name: `WR${at}`,
      note: `${region}门店 ${at}`,
      member_type: 'point',
      province: region,
      online,
      state,
      day,
      availability: 100,
    })
  })
  const link = points.flatMap((m) =>
    centers.map((c) =>
      aLink({
        router_name: m.router_name,
        center_router_name: c.router_name,
        vpn_online: m.online,
        vpn_online_time: m.online ? 60 : null,
        state: m.online ? 'up' : 'down',
      }),
    ),
  )
  return aNetwork({ member: [...centers, ...points], link })
}

const asked = new URLSearchParams(location.search)
const body = JSON.stringify({ code: 200, msg: '', data: network(Number(asked.get('branches'))) })
const account = JSON.stringify({ code: 200, msg: '', data: anAccount() })
/** Answers as a server that takes no time, so that only the cost of reading, layout and drawing is measured. */
window.fetch = async (address) => {
  const path = String(address instanceof Request ? address.url : address)
  if (path.includes(contract.network.info.path)) return new Response(body, { headers: { 'content-type': 'application/json' } })
  if (path.includes(contract.account.info.path)) return new Response(account, { headers: { 'content-type': 'application/json' } })
  return Promise.reject(new TypeError('no server'))
}

const router = createMemoryRouter(
  [
    {
      path: '*',
      element: (
        <Suspense>
          <NetworkDetailPage />
        </Suspense>
      ),
    },
  ],
  {
    initialEntries: [`/network/detail?network_number=1000000001&look=${asked.get('look')}`],
  },
)
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <UiProvider>
        <main>
          <RouterProvider router={router} />
        </main>
      </UiProvider>
    </QueryClientProvider>,
  )
