// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import {
  alertEventDefaults,
  contract,
  type Incident,
  MASKED,
  type MonitorConfig,
  type MonitorRouter,
  type WebhookConfig,
} from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { anAccount, anAuth } from '../../../test/data.ts'
import { findDialog, press } from '@weft/ui/testing/find-button.ts'
import { user } from '@weft/ui/testing/user.ts'
import { type StubServer, stubServer } from '../../../test/stub-server.ts'
import { IncidentsPage } from './IncidentsPage.tsx'
import { MaintenancePage } from './MaintenancePage.tsx'
import { MonitorPage } from './MonitorPage.tsx'

const member = (router_name: string, note: string): MonitorRouter => ({ router_name, note, router_type: 1 })
const settings: MonitorConfig = {
  enable: 1,
  portal_confirm: 1,
  email_confirm: 0,
  webhook_confirm: 0,
  ...alertEventDefaults,
  watch_new: 1,
  router: ['HQ-0001'],
  email_bound: 1,
  email: 'li***@example.com',
  contacts: 2,
  contacts_verified: 1,
}
const dingtalk: WebhookConfig = { type: 'dingtalk', url: `https://oapi.dingtalk.com/${MASKED}`, secret: MASKED }

let server: StubServer
let config: MonitorConfig
let members: MonitorRouter[]
let webhook: WebhookConfig | null
beforeEach(() => {
  // The lists draw as many rows as fit the size that they measure.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(600)
  sessionStorage.clear()
  config = settings
  members = [member('HQ-0001', '总部'), member('SH-0002', '上海门店'), member('GZ-0003', '广州门店')]
  webhook = null
  server = stubServer()
  server.on(contract.account.info, anAccount())
  server.on(contract.monitor.config, () => config)
  server.on(contract.monitor.routers, () => members)
  server.on(contract.webhook.config, () => webhook)
})
afterEach(() => vi.restoreAllMocks())

const openRecords = (search = '') => openPage(<IncidentsPage />, `/monitor/incidents${search}`, '/monitor/incidents')
const open = (search = '') => openPage(<MonitorPage />, `/monitor/setting${search}`, '/monitor/setting')
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })
const listed = (name: string) =>
  within(screen.getByRole('list', { name }))
    .queryAllByRole('link')
    .map((link) => link.textContent?.match(/[A-Z0-9-]+$/)?.[0])

it('the page explains the use of monitoring, and turns it on', async () => {
  config = { ...settings, enable: 0 }
  server.on(contract.monitor.enable, () => {
    config = settings
    return null
  })
  open()
  expect(await screen.findByText('及时知道成员上下线和服务到期')).toBeTruthy()
  await press('开启监控')
  expect(await screen.findByText('开启成功')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: '告警事件' })).toBeTruthy()
})

it('changes are saved, and the bar is shown only while there are any', async () => {
  server.on(contract.monitor.setting, ({ router, ...flags }) => {
    config = { ...config, ...(flags as Partial<MonitorConfig>), router }
    return null
  })
  open()
  await user.click(await box('硬件上线'))
  expect(screen.getByText('有未保存的修改')).toBeTruthy()
  await user.click(await box('硬件上线'))
  expect(screen.queryByText('有未保存的修改')).toBeNull()
  await user.type(screen.getByLabelText('在可选中按名称或序列号搜索'), '上海')
  expect(listed('可选')).toEqual(['SH-0002'])
  await press('全选搜到的 1 个')
  expect(listed('已选')).toEqual(['HQ-0001', 'SH-0002'])
  await press('移出 总部')
  await press('保存设置')
  expect(await screen.findByText('保存成功')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('有未保存的修改')).toBeNull())
  const channels = { portal_confirm: 1, email_confirm: 0, webhook_confirm: 0 }
  expect(server.asked(contract.monitor.setting)).toEqual([{ ...channels, watch_new: 1, ...alertEventDefaults, router: ['SH-0002'] }])
})

it('the search for members ignores the case of the input', async () => {
  open()
  await user.type(await screen.findByLabelText('在可选中按名称或序列号搜索'), 'gz-0')
  expect(listed('可选')).toEqual(['GZ-0003'])
})

it('a channel without a target cannot be ticked, and says what is missing', async () => {
  config = { ...settings, email_bound: 0, email: null }
  open()
  await user.click(await box('邮件'))
  expect((await box('邮件')).checked).toBe(false)
  expect(screen.getByText('请先绑定邮箱')).toBeTruthy()
  expect(screen.getByRole('link', { name: '去绑定' }).getAttribute('href')).toBe('/account/email')
  await user.click(await box('Webhook'))
  expect((await box('Webhook')).checked).toBe(false)
  expect(screen.getByText('请先配置 Webhook')).toBeTruthy()
  await press('去配置')
  expect(await findDialog('配置 Webhook')).toBeTruthy()
})

it('a member that was deleted meanwhile is dropped with a message, and the other changes are kept', async () => {
  open()
  await user.click(await box('硬件上线'))
  await press('全选')
  server.refuse(contract.monitor.setting, 204, '成员不存在')
  members = members.filter(({ router_name }) => router_name !== 'SH-0002')
  await press('保存设置')
  expect(await screen.findByText('SH-0002 已被删除，已从监控对象中去掉，请确认后重新保存')).toBeTruthy()
  expect(listed('已选')).toEqual(['HQ-0001', 'GZ-0003'])
  expect((await box('硬件上线')).checked).toBe(true)
  server.on(contract.monitor.setting, null)
  await press('保存设置')
  expect(await screen.findByText('保存成功')).toBeTruthy()
  expect(server.asked(contract.monitor.setting).at(-1)).toMatchObject({ router_online: 1, router: ['HQ-0001', 'GZ-0003'] })
})

it('the page is read-only for a login that may not change it', async () => {
  server.on(contract.account.info, anAccount({ auth: { ...anAuth(), monitor: { view: 1, create: 0, edit: 0, delete: 0 } } }))
  open()
  expect(await screen.findByText('您没有修改权限')).toBeTruthy()
  expect((await box('硬件离线')).disabled).toBe(true)
  expect(screen.queryByRole('button', { name: '移出全部' })).toBeNull()
  expect(screen.getByRole('button', { name: '关闭监控' }).getAttribute('aria-disabled')).toBe('true')
})

it('monitoring is turned off after a confirmation', async () => {
  server.on(contract.monitor.close, () => {
    config = { ...settings, enable: 0 }
    return null
  })
  open()
  await screen.findByRole('heading', { name: '告警事件' })
  await press('关闭监控')
  const dialog = await findDialog('关闭监控')
  expect(within(dialog).getByText('关闭后将不再发送任何告警，服务到期、组网不可用和新硬件仍有站内消息')).toBeTruthy()
  await press('关闭监控', dialog)
  expect(await screen.findByText('关闭成功')).toBeTruthy()
  expect(await screen.findByRole('button', { name: '开启监控' })).toBeTruthy()
})

it('deleting the webhook reloads it, and unticks its channel', async () => {
  webhook = dingtalk
  config = { ...settings, webhook_confirm: 1 }
  server.on(contract.webhook.delete, () => {
    webhook = null
    config = { ...config, webhook_confirm: 0 }
    return null
  })
  open()
  expect((await screen.findAllByText('钉钉 · oapi.dingtalk.com/…')).length).toBe(2)
  await press('配置')
  await press('删除', await findDialog('配置 Webhook'))
  await press('删除', await findDialog('删除 Webhook'))
  expect(await screen.findByText('删除成功')).toBeTruthy()
  await waitFor(() => expect(screen.getByText('未配置')).toBeTruthy())
  expect((await box('Webhook')).checked).toBe(false)
  expect(screen.queryByText('有未保存的修改')).toBeNull()
})

describe('the records', () => {
  const incident: Incident = {
    id: '7',
    kind: 'router_offline',
    router_name: 'SH-0002',
    note: '上海静安店',
    router_type: 1,
    deleted: 0,
    network_number: null,
    subject: '',
    open_time: 1_790_000_000,
    close_time: null,
    seconds: 4320,
    muted: 1,
    ack_name: null,
    ack_time: null,
    deliveries: 3,
    failed: 1,
    channels: [
      { channel: 'portal', failed: 0 },
      { channel: 'webhook', failed: 1 },
    ],
    branches: 0,
    branches_away: 0,
  }
  const show = (...rows: Incident[]) => server.on(contract.monitor.incidents, { rows, count: rows.length })

  it('show one row for an incident, filtered by the address, with its deliveries inside', async () => {
    show(incident)
    const content = { lines: [], more: 0 }
    const result = {
      id: 'd1',
      event: '【失联】上海静安店 · 22:13',
      channel: 'webhook' as const,
      target: '钉钉 · oapi.dingtalk.com',
      state: 'failed' as const,
    }
    server.on(contract.monitor.deliveries, {
      rows: [{ ...result, tries: 7, answer: '对方限制了发送频率', create_time: 1_790_000_000, done_time: null, content }],
      count: 1,
    })
    openRecords('?state=open&range=24h')
    expect(await screen.findByText('上海静安店')).toBeTruthy()
    expect(server.asked(contract.monitor.incidents)[0]).toMatchObject({ state: 'open', range: '24h', page: '1', order: 'open' })
    expect(screen.getAllByText('未恢复').length).toBeGreaterThan(0)
    expect(screen.getByText('站内')).toBeTruthy()
    expect(screen.getByText('Webhook 失败')).toBeTruthy()
    await press('硬件离线 上海静安店 的通知')
    expect(within(screen.getByRole('region', { name: '经过' })).getByText(/^仍未恢复，已 /)).toBeTruthy()
    expect(await screen.findByText('对方限制了发送频率')).toBeTruthy()
    expect(server.asked(contract.monitor.deliveries)).toEqual([{ incident_id: '7' }])
  })

  it('name and count the branches that a center took with it, a page at a time', async () => {
    show({ ...incident, branches: 12, branches_away: 1 })
    server.on(contract.monitor.deliveries, { rows: [], count: 0 })
    const branch = (n: number) => ({
      router_name: `B-${n}`,
      note: '',
      router_type: 1 as const,
      deleted: 0 as const,
      lost_time: 1_790_000_000,
    })
    server.on(contract.monitor.incident_branches, ({ page }) => ({
      rows: page === '2' ? [{ ...branch(12), back_time: 1_790_000_060, seconds: 60 }] : [{ ...branch(1), back_time: null, seconds: 4320 }],
      count: 12,
    }))
    openRecords()
    expect(await screen.findByText(/及 12 个分支，1 个未恢复$/)).toBeTruthy()
    await press('硬件离线 上海静安店 的分支和通知')
    const list = within(await screen.findByRole('region', { name: '随之失联的分支' }))
    expect(await list.findByText('B-1')).toBeTruthy()
    expect(list.getByText('未恢复')).toBeTruthy()
    await user.click(list.getByTitle('2'))
    expect(await list.findByText('B-12')).toBeTruthy()
    expect(list.getByText('已恢复')).toBeTruthy()
  })

  it('say what lasts and how the last days were, with what lasts before the others, and name each filter where nothing matches', async () => {
    server.on(contract.monitor.incident_summary, {
      open: 1,
      unacknowledged: 2,
      lately: 14,
      before: 19,
      half_within: 360,
      most: { router_name: 'SH-0002', note: '上海静安店', count: 4 },
    })
    show(incident, { ...incident, id: '8', note: '合肥政务店', router_name: 'HF-0001', close_time: 1_790_000_100, seconds: 100 })
    openRecords()
    expect(await screen.findByText('1 个未恢复')).toBeTruthy()
    expect(screen.getByText('近 30 天 14 次，比之前 30 天少 5 次')).toBeTruthy()
    expect(screen.getByText('一半在 6 分钟内恢复')).toBeTruthy()
    expect(screen.getByText('最多：上海静安店 4 次')).toBeTruthy()
    const table = await screen.findByRole('table')
    const rows = within(table)
      .getAllByRole('row')
      .map(({ textContent }) => textContent ?? '')
    const at = (words: string) => rows.findIndex((row) => row.includes(words))
    expect(rows.indexOf('未恢复')).toBeLessThan(at('上海静安店'))
    expect(at('上海静安店')).toBeLessThan(rows.indexOf('已恢复'))
    expect(rows.indexOf('已恢复')).toBeLessThan(at('合肥政务店'))
    show()
    await press('未确认 2')
    expect(await screen.findByRole('button', { name: '去掉条件：状态：未确认' })).toBeTruthy()
    await user.click(screen.getByRole('combobox', { name: '时间范围' }))
    await user.click(await screen.findByText('近 24 小时'))
    await user.click(await screen.findByRole('button', { name: '去掉条件：时间范围：近 24 小时' }))
    await waitFor(() => expect(server.asked(contract.monitor.incidents).at(-1)).not.toHaveProperty('range'))
  })

  it('are read again when the summary changes', async () => {
    const summary = { open: 1, unacknowledged: 1, lately: 1, before: 0, half_within: null, most: null }
    server.on(contract.monitor.incident_summary, summary)
    show(incident)
    const { client } = openRecords()
    expect(await screen.findByText('1 个未恢复')).toBeTruthy()
    await screen.findByText('上海静安店')
    server.on(contract.monitor.incident_summary, { ...summary, open: 2 })
    show(incident, { ...incident, id: '8', note: '合肥政务店', router_name: 'HF-0001' })
    await client.invalidateQueries({ queryKey: [contract.monitor.incident_summary.path] })
    expect(await screen.findByText('合肥政务店')).toBeTruthy()
  })

  it('acknowledge an incident, and say who did', async () => {
    show(incident)
    server.on(contract.monitor.incident_acknowledge, () => {
      show({ ...incident, ack_name: '王芸', ack_time: 1_790_000_100 })
      return null
    })
    openRecords()
    await press('确认告警 硬件离线 上海静安店')
    expect(await screen.findByText(/^已确认 · 王芸 · /)).toBeTruthy()
    expect(server.asked(contract.monitor.incident_acknowledge)).toEqual([{ incident_id: '7' }])
  })

  it('offer no acknowledgement to a login that may not change alerts, and none of an event', async () => {
    server.on(contract.account.info, anAccount({ auth: { ...anAuth(), monitor: { view: 1, create: 0, edit: 0, delete: 0 } } }))
    show(incident, { ...incident, id: '8', kind: 'router_assigned', close_time: incident.open_time, seconds: 0, muted: 0 })
    openRecords()
    // The filter has the same words.
    await waitFor(() => expect(screen.getAllByText('未确认')).toHaveLength(2))
    expect(screen.getByText('已发生')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^确认告警/ })).toBeNull()
  })
})

it.each([
  ['?tab=records&state=open', '/monitor/incidents?state=open'],
  ['?tab=maintenance', '/monitor/maintenance'],
])('the former address %s of a tab leads to its page', async (search, path) => {
  const { address } = open(search)
  await waitFor(() => expect(address()).toBe(path))
})

it('a maintenance window is added for all members, and one is deleted', async () => {
  const windows = [{ id: '5', name: '机房搬迁', start_time: 4_000_000_000, end_time: 4_000_007_200, router: ['HQ-0001'] }]
  server.on(contract.monitor.maintenance_lists, () => ({ rows: windows, count: windows.length }))
  server.on(contract.monitor.maintenance_create, { id: '6' })
  server.on(contract.monitor.maintenance_delete, () => {
    windows.pop()
    return null
  })
  openPage(<MaintenancePage />, '/monitor/maintenance')
  expect(await screen.findByText('1 个成员')).toBeTruthy()
  await press('添加维护窗口')
  const drawer = await findDialog('添加维护窗口')
  // The drawer moves the focus to its first field once it is open.
  await waitFor(() => expect(document.activeElement).toBe(within(drawer).getByLabelText('名称')))
  await user.type(within(drawer).getByLabelText('名称'), '割接')
  const type = async (label: string, text: string) => {
    await user.type(within(drawer).getByLabelText(label), text)
    await user.keyboard('{Enter}')
  }
  await type('开始时间', '2096-11-24 03:30')
  await type('结束时间', '2096-11-24 03:00')
  await press('添加', drawer)
  expect((await screen.findAllByText('结束时间必须晚于开始时间')).length).toBeGreaterThan(0)
  expect(server.asked(contract.monitor.maintenance_create)).toEqual([])
  await user.clear(within(drawer).getByLabelText('结束时间'))
  await type('结束时间', '2096-11-24 04:30')
  await press('添加', drawer)
  expect(await screen.findByText('添加成功')).toBeTruthy()
  const start_time = Date.parse('2096-11-24T03:30:00+08:00') / 1000
  expect(server.asked(contract.monitor.maintenance_create)).toEqual([{ name: '割接', start_time, end_time: start_time + 3600, router: [] }])
  await press('删除 机房搬迁')
  await press('删除', await findDialog('删除维护窗口'))
  expect(await screen.findByText('暂无维护窗口')).toBeTruthy()
})
