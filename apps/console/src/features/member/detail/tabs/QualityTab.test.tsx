// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { contract, type MemberInfo } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { user } from '@weft/ui/testing/user.ts'
import { beforeEach, expect, it } from 'vitest'
import { aQuality } from '../../../../../test/data.ts'
import { type StubServer, stubServer } from '../../../../../test/stub-server.ts'
import { QualityTab } from './QualityTab.tsx'

const networks = [
  { network_number: '1000000001', network_name: '总部—门店', network_member_count: 12 },
  { network_number: '1000000002', network_name: '灾备网络', network_member_count: 3 },
]
const open = (network = networks) => openPage(<QualityTab member={{ router_name: 'SH-1', network } as MemberInfo} />)

let server: StubServer
beforeEach(() => {
  server = stubServer()
  server.on(contract.quality.links, ({ network_number }) =>
    network_number === '1000000001' ? { rows: [aQuality()], count: 30 } : { rows: [], count: 0 },
  )
  server.on(contract.networkRevisions.list, { rows: [], count: 0 })
})

it('the links of a member are shown by network, and one opens whole on the page of its network', async () => {
  const { address } = open()
  const region = await screen.findByRole('region', { name: /^上海静安店 到 上海总部：正常/ })
  expect(within(region).getByText('到 上海总部')).toBeTruthy()
  expect(await screen.findByText('此成员在该组网中没有可测量的链路')).toBeTruthy()
  expect(server.asked(contract.quality.links).every(({ router_name }) => router_name === 'SH-1')).toBe(true)
  expect(screen.getByRole('link', { name: '查看全部 30 条' }).getAttribute('href')).toBe(
    '/network/detail?network_number=1000000001&tab=quality&q=SH-1',
  )
  await user.click(within(region).getByRole('button', { name: '查看 上海静安店 到 上海总部 的详情' }))
  expect(address()).toBe('/network/detail?network_number=1000000001&tab=quality&from=SH-1&to=HQ-1')
})

it('a member without a network says so', () => {
  open([])
  expect(screen.getByText('未加入任何组网')).toBeTruthy()
})
