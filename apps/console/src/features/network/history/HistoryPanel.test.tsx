// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { contract, type NetworkInfo, type NetworkRevision } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { aMember, anAccount, anAuth, aNetwork } from '../../../../test/data.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { HistoryPanel } from './HistoryPanel.tsx'
import { user } from '@weft/ui/testing/user.ts'

const network_number = '1000000001'
const { list, rollback } = contract.networkRevisions
const aRevision = (revision: number, change: Partial<NetworkRevision> = {}): NetworkRevision => ({
  revision,
  create_time: 1_790_000_000,
  by: 'linxiao',
  summary: `修改 ${revision}`,
  state: 'superseded',
  diff: [],
  names: {},
  ...change,
})
const failed = aMember({
  router_name: 'SH-0002',
  note: '上海门店',
  member_type: 'point',
  revision_state: 'failed',
  config_error: 'frr: bad prefix',
})

let server: StubServer
beforeEach(() => {
  server = stubServer()
  server.on(contract.account.info, anAccount())
  server.on(list, {
    rows: [
      aRevision(7, {
        state: 'failed',
        diff: [
          { field: 'quagga', from: 0, to: 1, text: '启用动态路由 SH-0002' },
          {
            field: 'prefix',
            from: [],
            to: [{ ip: '10.1.0.0', mask: 16, permission: 'deny', ge: 20, le: null }],
            text: 'SH-0002 的路由前缀：新增 10.1.0.0/16',
          },
          {
            field: 'routing',
            from: { type: 1, main_router: 'HQ-0001', secondary_router: 'HQ-0009' },
            to: null,
            text: '取消主备线路',
          },
        ],
        names: { 'HQ-0001': '上海总部机房', 'HQ-0009': '杭州灾备机房' },
      }),
      aRevision(6, { state: 'reverted', by: '系统' }),
      aRevision(5),
    ],
    count: 3,
  })
})
const open = (change: Partial<NetworkInfo> = {}) =>
  openPage(
    <HistoryPanel
      network={aNetwork({ revision: 7, member: [aMember(), failed], ...change })}
      node={undefined}
      close={() => {}}
      reload={() => {}}
    />,
  )
const rowOf = async (n: number) => within(await screen.findByRole('listitem', { name: `版本 ${n}` }))

it('the history shows who changed what, the state of each revision, and readable field values', async () => {
  open()
  const newest = await rowOf(7)
  expect(newest.getByText('当前版本')).toBeTruthy()
  expect(newest.getByRole('link', { name: /下发失败/ })).toBeTruthy()
  expect((await rowOf(6)).getByText('已自动恢复')).toBeTruthy()
  expect((await rowOf(5)).getByText('已被替代')).toBeTruthy()
  await user.click(newest.getByText('变更明细（3 项）'))
  const cells = newest.getAllByRole('row').map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent))
  expect(cells).toEqual([
    ['字段', '由', '改为'],
    ['动态路由启用动态路由 SH-0002', '停用', '启用'],
    ['路由前缀SH-0002 的路由前缀：新增 10.1.0.0/16', '无', '10.1.0.0/16 拒绝 ge 20'],
    ['主备线路取消主备线路', '线路模式：双主\n主中心：上海总部机房\n备中心：杭州灾备机房', '无'],
  ])
})

it('the history names the members that failed with the device’s error, and resends to one of them', async () => {
  server.on(contract.networkSettings.re_send_config, null)
  open()
  const newest = await rowOf(7)
  expect(newest.getByText('frr: bad prefix')).toBeTruthy()
  await user.click(newest.getByRole('button', { name: '重新下发 上海门店 的配置' }))
  await waitFor(() => expect(server.asked(contract.networkSettings.re_send_config)).toEqual([{ network_number, router_name: 'SH-0002' }]))
})

it('a restore first shows its changes and effects, and runs after a confirmation', async () => {
  server.on(rollback, {
    revision: 8,
    impact: [{ kind: 'restart', seconds: 9, count: 2, router_names: ['HQ-0001', 'SH-0002'] }],
    diff: [{ field: 'dns', from: ['223.5.5.5'], to: [], text: 'DNS 由 223.5.5.5 改为无' }],
  })
  open()
  expect((await rowOf(7)).queryByRole('button', { name: '恢复到此版本：版本 7' })).toBeNull()
  await user.click((await rowOf(5)).getByRole('button', { name: '恢复到此版本：版本 5' }))
  expect(await screen.findByText('DNS 由 223.5.5.5 改为无')).toBeTruthy()
  expect(screen.getByText('2 个成员重建隧道，约 9 秒')).toBeTruthy()
  expect(server.asked(rollback)).toEqual([{ network_number, revision: 5, dry_run: true }])
  await user.click(screen.getByRole('button', { name: /^恢\s?复$/ }))
  await waitFor(() => expect(server.asked(rollback)[1]).toEqual({ network_number, revision: 5 }))
})

it('the history offers no actions to read-only users, or while the network is unusable', async () => {
  server.on(contract.account.info, anAccount({ auth: anAuth({ edit: 0 }) }))
  open()
  await rowOf(7)
  expect(screen.queryByRole('button', { name: /恢复到|重新下发/ })).toBeNull()
  server.on(contract.account.info, anAccount())
  open({ network_status: 0 })
  await rowOf(7)
  expect(screen.queryByRole('button', { name: /恢复到|重新下发/ })).toBeNull()
})
