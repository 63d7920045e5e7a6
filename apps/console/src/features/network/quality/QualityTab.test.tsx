// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { contract, type LinkQualityRow } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { user } from '@weft/ui/testing/user.ts'
import { beforeEach, expect, it } from 'vitest'
import { aLink, aNetwork, aQuality } from '../../../../test/data.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { liveNetwork } from '../detail/network-state.ts'
import { QualityTab } from './QualityTab.tsx'

const link = (router_name: string, changes = {}) =>
  aLink({ router_name, router_name_note: '', center_router_name: 'HQ-1', center_router_name_note: '上海总部', vpn_online: 1, ...changes })

let server: StubServer
let rows: LinkQualityRow[]
let count: number
let links: ReturnType<typeof link>[]
beforeEach(() => {
  server = stubServer()
  rows = [aQuality()]
  count = 1
  links = [link('SH-1')]
  server.on(contract.quality.links, () => ({ rows, count }))
  server.on(contract.networkRevisions.list, { rows: [], count: 0 })
})
const open = (rest = '') =>
  openPage(
    <QualityTab network={liveNetwork(aNetwork({ link: links }), 1_790_000_100)} />,
    `/network/detail?network_number=1000000001&tab=quality${rest}`,
    '/network/detail',
  )
const asked = () => server.asked(contract.quality.links).at(-1)

it('each link is a region that says how good it is, with what is bad marked', async () => {
  rows = [
    aQuality({ router_name: 'GZ-1', router_name_note: '广州天河店', quality: 'bad', loss_back: 6.24, rtt: 86, usual_rtt: 35, jitter: 8 }),
    aQuality(),
  ]
  open()
  const bad = await screen.findByRole('region', { name: '广州天河店 到 上海总部：质量差，RTT 86 ms，丢包 6.2%，抖动 8 ms' })
  expect(within(bad).getByText('质量差')).toBeTruthy()
  expect([...bad.querySelectorAll('.quality-bad')].map(({ textContent }) => textContent)).toEqual(['86 ms', '6.2%'])
  const good = screen.getByRole('region', { name: '上海静安店 到 上海总部：正常，RTT 11 ms，丢包 0.0%，抖动 2 ms' })
  expect(good.querySelectorAll('.quality-bad')).toHaveLength(0)
  expect(within(good).getByText('16 ms')).toBeTruthy()
})

it('a link that is down, switched off or not measured has no figures of now, and says so', async () => {
  const silent = { quality: null, loss_out: null, loss_back: null, rtt: null, rtt_p95: null, jitter: null } as const
  const never = {
    ...silent,
    usual_rtt: null,
    series: { ...aQuality().series, rtt: [null], rtt_p95: [null], loss: [null], jitter: [null] },
  }
  rows = [
    aQuality({ router_name: 'A-1', router_name_note: '甲', vpn_online: 0 }),
    aQuality({ router_name: 'B-1', router_name_note: '乙', enable: 0 }),
    aQuality({ router_name: 'C-1', router_name_note: '丙', ...silent }),
    aQuality({ router_name: 'D-1', router_name_note: '丁', ...never }),
  ]
  open()
  for (const name of ['甲 到 上海总部：中断', '乙 到 上海总部：已停用', '丙 到 上海总部：暂无数据', '丁 到 上海总部：尚未测量'])
    expect(await screen.findByRole('region', { name })).toBeTruthy()
})

it('a network whose links were never measured says when the first curve appears', async () => {
  count = 0
  rows = []
  open()
  expect(await screen.findByText('还没有测量数据')).toBeTruthy()
  expect(screen.getByText(/约 5 分钟后出现第一条曲线/)).toBeTruthy()
})

it('a search without a match offers to clear it, and the field follows', async () => {
  rows = []
  count = 0
  const { address } = open('&q=%E5%B9%BF%E5%B7%9E')
  expect(await screen.findByText('没有符合条件的链路')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('搜索站点').value).toBe('广州')
  await user.click(screen.getByRole('button', { name: '清空筛选' }))
  await waitFor(() => expect(address()).not.toContain('q='))
  expect(screen.getByLabelText<HTMLInputElement>('搜索站点').value).toBe('')
})

it('the chosen order and span are sent to the server and written into the address', async () => {
  const { address } = open()
  await screen.findByRole('region', { name: /^上海静安店/ })
  await user.click(screen.getByText('7 天'))
  await user.click(screen.getByText('丢包', { selector: '.ant-segmented-item-label' }))
  await waitFor(() => expect(asked()?.['order']).toBe('loss'))
  expect(asked()?.['range']).toBe('1w')
  expect(address()).toContain('span=1w')
  expect(address()).toContain('sort=loss')
})

it('what is chosen right after a search was typed stays', async () => {
  const { address } = open()
  await user.type(await screen.findByLabelText('搜索站点'), '天河')
  await user.click(screen.getByText('7 天'))
  await waitFor(() => expect(address()).toContain('q='))
  expect(address()).toContain('span=1w')
  expect(screen.getByLabelText<HTMLInputElement>('搜索站点').value).toBe('天河')
})

it('more links are loaded 24 at a time', async () => {
  count = 30
  open()
  await user.click(await screen.findByRole('button', { name: '再看 24 条' }))
  await waitFor(() => expect(asked()?.['page']).toBe('2'))
})

it('the table has the same links, and one link opens whole with its points', async () => {
  server.on(contract.quality.link, {
    usual_rtt: 10,
    from: 1_790_000_000,
    until: 1_790_086_400,
    step: 900,
    points: [
      {
        time: 1_790_000_100,
        quality: 'good',
        sent: 900,
        reflected: 900,
        received: 891,
        loss_out: 0,
        loss_back: 1,
        rtt_min: 8,
        rtt_p50: 9.5,
        rtt_p95: 14,
        rtt_max: 20,
        jitter_out: 1,
        jitter_back: 2,
        longest_gap: 2000,
        reordered: 0,
      },
    ],
  })
  const { address } = open('&as=table')
  await user.click(await screen.findByRole('button', { name: '查看 上海静安店 到 上海总部 的详情' }))
  expect(address()).toContain('from=SH-1&to=HQ-1')
  await user.click(await screen.findByRole('button', { name: '查看数据表' }))
  const cells = within(screen.getByRole('region', { name: 'SH-1 到 上海总部 的数据表' })).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual(['9.5 ms', '14 ms', '0.0%', '1.0%', '2 ms', '900', '891'])
  await user.click(screen.getByRole('button', { name: /返回全部链路/ }))
  expect(address()).not.toContain('from=')
  expect((await screen.findByRole('button', { name: '查看 上海静安店 到 上海总部 的详情' })).matches(':focus')).toBe(true)
})

it('a failed load says that the links work, and loads again', async () => {
  server.silence(contract.quality.links)
  open()
  expect(await screen.findByText('链路本身不受影响')).toBeTruthy()
  server.on(contract.quality.links, () => ({ rows, count }))
  await user.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByRole('region', { name: /^上海静安店/ })).toBeTruthy()
})
