// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type BranchesAnswer, type BranchIssue, contract, type NetworkInfo, type SentBy } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { user } from '@weft/ui/testing/user.ts'
import { aConfig, aDraft, aMember, anAccount, aNetwork } from '../../../../test/data.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { BulkDrawer } from './BulkDrawer.tsx'

const { add } = contract.branches
type Row = SentBy<typeof add>['rows'][number]

const network: NetworkInfo = aNetwork({
  member: [aMember({ router_name: 'HQ-0001', note: '上海总部机房' }), aMember({ router_name: 'SH-0003', member_type: 'point' })],
})
let server: StubServer
let closed: number
/** The problems that the server finds in a row. */
let problemsOf: (row: Row, at: number) => BranchIssue[]
const issue = (row: number, more: Partial<BranchIssue>): BranchIssue => ({
  row,
  field: 'router_name',
  level: 'error',
  code: 'deviceUnknown',
  text: '没有这台设备',
  fix: null,
  ...more,
})
beforeEach(() => {
  sessionStorage.clear()
  closed = 0
  problemsOf = () => []
  server = stubServer()
  server.on(contract.account.info, anAccount())
  server.on(contract.networkRevisions.draft, aDraft())
  server.on(contract.networkRevisions.draft_save, { version: 1 })
  server.on(contract.network.config, aConfig({ network_router_use: 54, network_router_count: 70 }))
  server.on(contract.router.hardware, {
    rows: ['WR1', 'WR2', 'WR3', 'WR4'].map((router_name) => ({
      router_name,
      note: '',
      online: 1 as const,
      network_count: 0,
      network_number: null,
      networks: [],
      lan: [],
      address: null,
    })),
    count: 4,
  })
  server.on(add, ({ rows, check }): BranchesAnswer => {
    const problems = rows.flatMap((row, at) => problemsOf(row, at))
    const bad = new Set(problems.filter(({ level }) => level === 'error' || level === 'skip').map(({ row }) => row))
    const good = rows.flatMap((_, at) => (bad.has(at) ? [] : at))
    const over = Math.max(0, good.length - 16)
    return {
      revision: check === 1 ? 7 : 8,
      rows: good,
      problems,
      used: 54,
      count: 70,
      over,
      links: good.length,
      prefixes: good.length,
      offline: 1,
      interrupted: 0,
    }
  })
})

async function open() {
  openPage(<BulkDrawer network={network} onClose={() => (closed += 1)} />, '/network/detail', '/network/detail')
  return within(await screen.findByRole('dialog'))
}
async function paste(text: string, at?: HTMLElement) {
  const target = at ?? (await screen.findByLabelText('粘贴内容'))
  fireEvent.paste(target, { clipboardData: { getData: () => text } })
}
const cell = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const three = [
  '苏州吴中店\tWR1\t192.168.61.0 255.255.255.0\t全部',
  '苏州昆山店\tWR2\t192.168.62.0/24\t',
  '常州天宁店\tWR3\t\t上海总部机房',
].join('\n')

it('pasted rows are shown, checked, and added as they are', async () => {
  const drawer = await open()
  expect(await drawer.findByText('组网成员 54 / 70')).toBeTruthy()
  await paste(`站点名称\t序列号\t内网网段\t接入中心\n${three}`)
  const button = await drawer.findByRole('button', { name: '添加 3 个分支' })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  expect(cell('第 1 行 内网网段').value).toBe('192.168.61.0/24')
  expect(drawer.getByText('54 → 57 / 70')).toBeTruthy()
  expect(drawer.getByText('现有 2 个成员连接不中断')).toBeTruthy()
  await user.click(button)
  await waitFor(() => expect(closed).toBe(1))
  expect(server.asked(add).at(-1)).toEqual({
    network_number: '1000000001',
    revision: 7,
    rows: [
      { note: '苏州吴中店', router_name: 'WR1', prefix: ['192.168.61.0/24'], center: ['全部'] },
      { note: '苏州昆山店', router_name: 'WR2', prefix: ['192.168.62.0/24'], center: [] },
      { note: '常州天宁店', router_name: 'WR3', prefix: [], center: ['上海总部机房'] },
    ],
  })
})

it('a problem is tied to its cell, and its fix changes the cell; rows with problems stay', async () => {
  problemsOf = ({ router_name }, at) =>
    router_name === 'WR2' ? [issue(at, { text: '没有这台设备：第 3 位是字母 Z', fix: { label: '改为 WR4', value: 'WR4' } })] : []
  const drawer = await open()
  await paste(three)
  const wrong = await drawer.findByText('没有这台设备：第 3 位是字母 Z')
  const field = cell('第 2 行 序列号')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(field.getAttribute('aria-describedby')!)?.contains(wrong)).toBe(true)
  expect(drawer.getByText('有问题的 1 行会留在这里，可以改完再添加')).toBeTruthy()
  await user.click(await drawer.findByRole('button', { name: '添加 2 个分支' }))
  await waitFor(() => expect(drawer.queryByLabelText('第 3 行 序列号')).toBeNull())
  expect(closed).toBe(0)
  await user.click(await drawer.findByRole('button', { name: '改为 WR4' }))
  expect(cell('第 1 行 序列号').value).toBe('WR4')
  expect(await drawer.findByRole('button', { name: '添加 1 个分支' })).toBeTruthy()
})

it('all suggestions are taken at once: cells change and rows are skipped, from which they can be restored', async () => {
  problemsOf = ({ router_name, prefix }, at) => [
    ...(router_name === 'WR1'
      ? [issue(at, { level: 'skip', text: '已在本组网中，名称相同', fix: { label: '跳过这一行', value: null } })]
      : []),
    ...(prefix?.length
      ? []
      : [
          issue(at, {
            field: 'prefix',
            level: 'hint',
            text: '没有填写内网网段',
            fix: { label: '改为空闲的 192.168.63.0/24', value: '192.168.63.0/24' },
          }),
        ]),
  ]
  const drawer = await open()
  await paste(three)
  await user.click(await drawer.findByRole('button', { name: '采用全部建议（2）' }))
  expect(cell('第 2 行 内网网段').value).toBe('192.168.63.0/24')
  expect(drawer.getByText('跳过 1 行')).toBeTruthy()
  expect(await drawer.findByRole('button', { name: '添加 2 个分支' })).toBeTruthy()
  await user.click(drawer.getByRole('button', { name: '恢复这一行' }))
  expect(await drawer.findByText('已在本组网中，名称相同')).toBeTruthy()
})

it('only problems are shown on demand, and F8 goes from one to the next', async () => {
  problemsOf = ({ router_name }, at) => (router_name === 'WR1' || router_name === 'WR3' ? [issue(at, {})] : [])
  const drawer = await open()
  await paste(three)
  await waitFor(() => expect(drawer.getAllByText('没有这台设备')).toHaveLength(2))
  cell('第 1 行 站点名称').focus()
  await user.keyboard('{F8}')
  await waitFor(() => expect(document.activeElement).toBe(cell('第 1 行 序列号')))
  await user.keyboard('{F8}')
  await waitFor(() => expect(document.activeElement).toBe(cell('第 3 行 序列号')))
  await user.click(drawer.getByRole('checkbox', { name: '只看问题' }))
  expect(screen.queryByLabelText('第 2 行 序列号')).toBeNull()
})

it('the sheet is typed like a spreadsheet: Enter goes down and adds rows, arrows move, and a block is pasted from a cell on', async () => {
  const drawer = await open()
  await user.click(drawer.getByRole('button', { name: '逐行填写' }))
  await waitFor(() => expect(document.activeElement?.getAttribute('data-field')).toBe('note'))
  await user.keyboard('苏州吴中店{ArrowRight}')
  await waitFor(() => expect(document.activeElement).toBe(cell('第 1 行 序列号')))
  await user.keyboard('WR1{Enter}')
  await waitFor(() => expect(drawer.getAllByRole('row')).toHaveLength(3))
  await waitFor(() => expect(document.activeElement).not.toBe(cell('第 1 行 序列号')))
  await user.keyboard('{ArrowUp}')
  await waitFor(() => expect(document.activeElement).toBe(cell('第 1 行 站点名称')))
  await paste('WR7\t10.7.0.0/24\nWR8\t10.8.0.0/24\nWR9\t10.9.0.0/24', cell('第 1 行 序列号'))
  expect([1, 2, 3].map((n) => cell(`第 ${n} 行 序列号`).value)).toEqual(['WR7', 'WR8', 'WR9'])
  expect(cell('第 3 行 内网网段').value).toBe('10.9.0.0/24')
})

it('all free devices are filled in with one click', async () => {
  const drawer = await open()
  await user.click(await drawer.findByRole('button', { name: '填入全部' }))
  expect(await drawer.findByRole('button', { name: '添加 4 个分支' })).toBeTruthy()
  expect(cell('第 4 行 序列号').value).toBe('WR4')
})

it('rows beyond the limit are said, stay, and lead to a ticket', async () => {
  const drawer = await open()
  await paste(Array.from({ length: 18 }, (_, i) => `店${i}\tWR10${i}`).join('\n'))
  expect(await drawer.findByText('超出 2 个名额，最后 2 行不会添加')).toBeTruthy()
  expect(drawer.getByRole('link', { name: '申请扩容' }).getAttribute('href')).toContain('/ticket/create')
  expect(drawer.getByText('16 行可添加')).toBeTruthy()
  expect(drawer.getByText('2 行超出名额')).toBeTruthy()
  const marks = [...document.querySelectorAll('.bulk-mark')].map((mark) => mark.textContent)
  expect([marks[15], marks[16], marks[17]]).toEqual(['可添加', '不会添加', '不会添加'])
  expect(drawer.getAllByText('超出名额，不会添加')).toHaveLength(2)
  await user.click(await drawer.findByRole('button', { name: '添加 16 个分支' }))
  await waitFor(() => expect(drawer.getByText('2 行')).toBeTruthy())
})

it('the row and the preview say that a device gets another name in every network', async () => {
  const said = '「苏州吴中」会改名为「苏州吴中店」，在所有组网中生效'
  problemsOf = ({ router_name }, at) =>
    router_name === 'WR1' ? [issue(at, { field: 'note', level: 'warning', code: 'branchRenamed', text: said })] : []
  const drawer = await open()
  await paste(three)
  expect(await drawer.findByText('1 个成员会改名')).toBeTruthy()
  expect(drawer.getAllByText(said)).toHaveLength(2)
  expect(await drawer.findByRole('button', { name: '添加 3 个分支' })).toBeTruthy()
})

it('a sheet without problems can wait in the draft, centers by their serial numbers', async () => {
  const drawer = await open()
  await paste(three)
  const draft = await drawer.findByRole('button', { name: '加入草稿' })
  await waitFor(() => expect(draft).toHaveProperty('disabled', false))
  await user.click(draft)
  await waitFor(() => expect(closed).toBe(1))
  const [change] = server.asked(contract.networkRevisions.draft_save)[0]!.changes as { call: string; input: { rows: Row[] } }[]
  expect(change?.call).toBe('add_branches')
  expect(change?.input.rows.map(({ center }) => center)).toEqual([[], [], ['HQ-0001']])
})

it('a network that changed meanwhile is checked again, and nothing is lost', async () => {
  const drawer = await open()
  await paste(three)
  const button = await drawer.findByRole('button', { name: '添加 3 个分支' })
  server.refuse(add, 409, '内容已被他人修改，请刷新后重试')
  await user.click(button)
  expect(await screen.findByText('组网刚刚有新的修改，已按最新版本重新检查')).toBeTruthy()
  expect(cell('第 3 行 序列号').value).toBe('WR3')
})

it('a sheet of a file is read by the server', async () => {
  server.on(contract.branches.read, { rows: [{ note: '苏州吴中店', router_name: 'WR1', prefix: '192.168.61.0/24', center: '' }] })
  const drawer = await open()
  await user.upload(drawer.getByLabelText('选择 xlsx 文件', { selector: 'input' }), new File(['x'], '分支.xlsx'))
  expect(await drawer.findByRole('button', { name: '添加 1 个分支' })).toBeTruthy()
})
