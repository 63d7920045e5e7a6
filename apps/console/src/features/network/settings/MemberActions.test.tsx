// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { contract, type NetworkInfo, type NetworkMember } from '@weft/contract'
import { pass, stopClock } from '@weft/ui/testing/clock.ts'
import { openPage } from '@weft/ui/testing.tsx'
import { skipPauses } from '@weft/ui/time/pauses.ts'
import { beforeEach, expect, it } from 'vitest'
import { aLink, aMember, anAccount, anAuth, aNetwork, aPopResource } from '../../../../test/data.ts'
import { press } from '@weft/ui/testing/find-button.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { MemberActions } from './MemberActions.tsx'
import { MemberPopPanel } from './MemberPopPanel.tsx'
import { PopResourcePanel } from './PopResourcePanel.tsx'
import { user } from '@weft/ui/testing/user.ts'

const network_number = '1000000001'
const { edit_point_link, default_route, quagga, member_ov, fr, re_send_config } = contract.networkSettings
const point = aMember({ router_name: 'SH-0002', note: '上海门店', member_type: 'point' })
const soft = aMember({ router_name: 'wang@20000001', note: '', member_type: 'point', router_type: 2 })
let server: StubServer
beforeEach(() => {
  sessionStorage.clear()
  server = stubServer()
  server.on(contract.account.info, anAccount())
})
const open = (member: NetworkMember, change: Partial<NetworkInfo> = {}) =>
  openPage(<MemberActions network={aNetwork(change)} member={member} />, `/network/detail?network_number=${network_number}`)
const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
const choose = async (field: string, option: string) => {
  fireEvent.mouseDown(await screen.findByLabelText(field))
  await user.click(await screen.findByTitle(option))
}

it('the actions fit the member: ports and segments of a center, links of a branch, dial mode of a software member', async () => {
  open(aMember())
  expect(await screen.findByRole('button', { name: '固定端口' })).toBeTruthy()
  expect(buttons()).toEqual(['路由前缀', '固定端口', '互联网段', '重新下发配置', '重新拨号', '配置预览', '网段总览'])
  open(soft, { network_fr: aPopResource() })
  expect(await screen.findByLabelText('拨号方式')).toBeTruthy()
  expect(buttons()).toEqual(['接入 POP 配置', '接入中心', '重新下发配置', '重新拨号', '强制下线', '配置预览', '网段总览'])
  expect(screen.queryByLabelText('动态路由')).toBeNull()
})

it('a network that cannot be changed offers only the previews and shows the device’s error', async () => {
  const broken = { ...point, config_error: 'openvpn: exit 1' }
  open(broken, { network_status: 0 })
  expect(await screen.findByText('openvpn: exit 1')).toBeTruthy()
  expect(buttons()).toEqual(['配置预览', '网段总览'])
  server.on(contract.account.info, anAccount({ auth: anAuth({ edit: 0 }) }))
  open(broken)
  expect(await screen.findByText('openvpn: exit 1')).toBeTruthy()
  expect(buttons()).toEqual(['配置预览', '网段总览'])
})

it('the overview button opens the address ranges of the whole network', async () => {
  const { address } = openPage(<MemberActions network={aNetwork()} member={point} />, '/network/detail?node=SH-0002', '/network/detail')
  await press('网段总览')
  expect(address()).toBe(`/network/detail?network_number=${network_number}&tab=settings&table=segments`)
})

it('route settings are shown only if the account has them', async () => {
  server.on(contract.account.info, anAccount({ auth: { ...anAuth(), quagga: 0, default_route: 0 } }))
  open(point)
  await screen.findByRole('button', { name: '配置预览' })
  expect(screen.queryByLabelText('默认路由')).toBeNull()
  expect(screen.queryByLabelText('动态路由')).toBeNull()
})

it('a default route (with the first priority) is announced after a question that names who accepts it, and dynamic routing at once', async () => {
  server.on(default_route, null)
  server.on(quagga, null)
  open(point, { member: [aMember({ note: '总部', default_route: 2 }), point] })
  await choose('默认路由', '发布')
  expect(await screen.findByText('1 个接收默认路由的成员将经 上海门店 访问互联网：总部')).toBeTruthy()
  await press('取消')
  expect(server.asked(default_route)).toEqual([])
  await choose('默认路由', '发布')
  await press('发布')
  await waitFor(() => expect(server.asked(default_route)).toEqual([{ network_number, router_name: 'SH-0002', model: 1, metric: 30 }]))
  const dynamic = await screen.findByLabelText<HTMLButtonElement>('动态路由')
  await waitFor(() => expect(dynamic.disabled).toBe(false))
  await user.click(dynamic)
  await waitFor(() => expect(server.asked(quagga)).toEqual([{ network_number, router_name: 'SH-0002', enable: 1 }]))
})

it('a control that would disturb members says whom and for how long, and changes nothing if that is declined', async () => {
  const members = [
    aMember({ note: '总部' }),
    ...Array.from({ length: 6 }, (_, i) => aMember({ router_name: `P-${i}`, note: `门店${i}`, member_type: 'point' })),
  ]
  server.on(contract.networkRevisions.changes, {
    revision: 8,
    impact: [{ kind: 'bounce', seconds: 2, count: 24, router_names: members.slice(1).map(({ router_name }) => router_name) }],
    diff: [],
    steps: [],
  })
  server.on(default_route, null)
  open(point, { member: members })
  await choose('默认路由', '发布')
  expect(await screen.findByText('24 个成员重新连接，约 2 秒')).toBeTruthy()
  expect(screen.getByText('门店0、门店1、门店2、门店3、门店4 等 24 个成员')).toBeTruthy()
  await press('取消')
  expect(server.asked(default_route)).toEqual([])
  open(point, { member: members })
  await choose('默认路由', '接收')
  await press('保存')
  await waitFor(() => expect(server.asked(default_route)).toHaveLength(1))
})

it('switching off a link asks first, and the last link stays on', async () => {
  server.on(edit_point_link, null)
  const links = [aLink({ center_router_name_note: '总部' }), aLink({ center_router_name: 'DR-0003' })]
  open(point, { link: links })
  await user.click(await screen.findByLabelText('到 总部'))
  expect(await screen.findByText('关闭后，分支到 总部 的链路将断开')).toBeTruthy()
  expect(server.asked(edit_point_link)).toEqual([])
  await user.click(screen.getByText('关闭', { selector: '.ant-modal-footer span' }))
  await waitFor(() =>
    expect(server.asked(edit_point_link)).toEqual([
      { network_number, router_name: 'SH-0002', link_config: [{ center_router_name: 'HQ-0001', enable: 0 }] },
    ]),
  )
  open(point, { link: [aLink({ enable: 0 }), aLink({ center_router_name: 'DR-0003' })] })
  const last = await screen.findByLabelText('到 DR-0003')
  expect(last.getAttribute('aria-disabled')).toBe('true')
  await user.click(last)
  expect(screen.queryByText(/的链路将断开/)).toBeNull()
  expect(server.asked(edit_point_link)).toHaveLength(1)
})

it('the member shows that a configuration is being sent', async () => {
  server.on(re_send_config, null)
  const go = server.hold(re_send_config)
  open(point)
  await press('重新下发配置')
  expect(await screen.findByText('下发中…')).toBeTruthy()
  go()
  expect(await screen.findByText('正在重新下发')).toBeTruthy()
})

const panel = (network: NetworkInfo, node?: string) => ({ network, node, close: () => {}, reload: () => {} })

it('a POP area and the default route are saved as one revision', async () => {
  server.on(contract.networkRevisions.changes, { revision: 8, impact: [], diff: [], steps: [] })
  openPage(<MemberPopPanel {...panel(aNetwork({ network_fr: aPopResource(), member: [aMember(), point] }), 'SH-0002')} />)
  await choose('主用区域', '上海一区')
  expect(screen.queryByLabelText('备用区域')).toBeNull()
  await choose('默认路由', '接收')
  await press('保存')
  await waitFor(() =>
    expect(server.asked(contract.networkRevisions.changes).filter(({ dry_run }) => !dry_run)).toEqual([
      {
        network_number,
        changes: [
          { call: 'member_ov', input: { router_name: 'SH-0002', ov_id_main: '7', ov_id_backup: null } },
          { call: 'default_route', input: { router_name: 'SH-0002', model: 2, metric: null } },
        ],
      },
    ]),
  )
  expect(server.asked(member_ov)).toEqual([])
})

it('the address pool opens after another POP resource was chosen, with time to read the warning first', async () => {
  const { areas: _, ...other } = { ...aPopResource(), network_fr_id: '4', shortname: '华南骨干' }
  server.on(contract.popResources.config, [other])
  server.refuse(fr, 423, '更换 POP 资源后请确认 IP 地址池')
  const { address } = openPage(
    <PopResourcePanel {...panel(aNetwork({ network_fr: aPopResource() }))} />,
    '/network/detail?panel=fr',
    '/network/detail',
  )
  await choose('POP 资源', '华南骨干（100 Mbit/s，剩余 212 天）')
  await user.click(screen.getByLabelText('POP 优先'))
  skipPauses(false)
  stopClock()
  await press('保存')
  expect(await screen.findByText('更换 POP 资源后请确认 IP 地址池')).toBeTruthy()
  expect(server.asked(fr)).toEqual([{ network_number, network_fr_id: '4', mode: 3 }])
  await pass(2000)
  expect(address()).toContain('panel=fr')
  await pass(500)
  await waitFor(() => expect(address()).toContain('panel=ip_pool'))
})
