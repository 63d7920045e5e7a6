// @vitest-environment jsdom
import { contract, type NetworkSummary } from '@weft/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { type Asked, openPage, stubBrowser } from '../testing.tsx'
import type { ListColumn } from './column.ts'
import { ListFilter } from './ListFilter.tsx'
import { ListSearch } from './ListSearch.tsx'
import { ListTable } from './ListTable.tsx'
import { Nothing } from '../parts/Nothing.tsx'
import { useListPage } from './use-list-page.ts'
import { pass, stopClock } from '../testing/clock.ts'
import { user } from '../testing/user.ts'
import { skipPauses } from '../time/pauses.ts'

let rows: NetworkSummary[]
let asked: Asked[]
let gone: boolean
const network = (at: number): NetworkSummary => ({
  network_number: String(1_000_000_000 + at),
  network_name: `组网${at}`,
  network_type: 1,
  member_count: 2,
  fr_name: '',
  network_status: at % 2 === 0 ? 1 : 0,
  network_service: 1,
  online_count: 1,
  applied_count: 1,
  pending_count: 0,
  failed_count: 0,
  refused: [],
  revision_state: 'applied',
  revision: 1,
  picture: null,
  found_by: null,
  attention: 0,
  state: 'up',
  day: null,
  availability: null,
})

const columns: ListColumn<NetworkSummary>[] = [
  { key: 'network_name', title: '组网名称', dataIndex: 'network_name', card: 'title', pinned: true },
  { key: 'member_count', title: '成员数', dataIndex: 'member_count' },
]
function Networks() {
  const list = useListPage(contract.network.list, ['status'])
  const statuses = [{ value: '1', label: '可用' }]
  return (
    <ListTable
      list={list}
      name="network"
      subject="组网"
      rowKey="network_number"
      columns={columns}
      searchHint="搜索组网"
      filters={<ListFilter list={list} name="status" label="状态" options={statuses} />}
      empty={{ title: '还没有组网' }}
    />
  )
}

/** @param held what each answer waits for */
function serve(wide = true, held?: () => Promise<void>) {
  stubBrowser(async (request) => {
    if (gone) throw new TypeError('network')
    asked.push(request)
    await held?.()
    const search = request.query.get('search') ?? ''
    const found = rows.filter(
      (row) => row.network_name.includes(search) && String(row.network_status).includes(request.query.get('status') ?? ''),
    )
    const page = Number(request.query.get('page'))
    return { data: found.slice((page - 1) * 10, page * 10), count: found.length }
  }, wide)
}
beforeEach(() => {
  localStorage.clear()
  rows = Array.from({ length: 25 }, (_, at) => network(at))
  asked = []
  gone = false
  serve()
})

it('the list reads page, search and filters from the address', async () => {
  openPage(<Networks />, '/network/lists?page=2&search=组网&status=1')
  expect(await screen.findByText('组网20')).toBeTruthy()
  expect(screen.getByText('共 13 条')).toBeTruthy()
  expect(Object.fromEntries(asked[0]!.query)).toEqual({ page: '2', search: '组网', status: '1' })
})

it('the list writes a search into the address and starts at the first page', async () => {
  const { address } = openPage(<Networks />, '/network/lists?page=3')
  await screen.findByText('组网20')
  await user.type(screen.getByRole('searchbox', { name: '搜索组网' }), '组网7{Enter}')
  await waitFor(() => expect(decodeURIComponent(address())).toBe('/network/lists?search=组网7'))
  expect(await screen.findByText('组网7')).toBeTruthy()
})

it('a change that follows another at once keeps what the other changed', async () => {
  function Both() {
    const list = useListPage(contract.network.list, ['status'])
    const resetAndSearch = () => {
      list.clear()
      list.show({ search: '组网7' })
    }
    return (
      <button type="button" onClick={resetAndSearch}>
        重置并查询
      </button>
    )
  }
  const { address } = openPage(<Both />, '/network/lists?status=1')
  await user.click(screen.getByRole('button', { name: '重置并查询' }))
  await waitFor(() => expect(decodeURIComponent(address())).toBe('/network/lists?search=组网7'))
})

it('the list goes back a page when a later page is empty', async () => {
  rows = rows.slice(0, 20)
  const { address } = openPage(<Networks />, '/network/lists?page=3')
  expect(await screen.findByText('组网19')).toBeTruthy()
  expect(address()).toBe('/network/lists?page=2')
})

it('a list that goes back a page keeps the state of its place in the history, by which what is open closes', async () => {
  rows = rows.slice(0, 20)
  const { address, router } = openPage(<Networks />, '/before', '/network/lists')
  await act(() => router.navigate('/network/lists?page=3', { state: { opened: true } }))
  await waitFor(() => expect(address()).toBe('/network/lists?page=2'))
  expect(router.state.location.state).toEqual({ opened: true })
})

it('the list says whether it is empty or nothing matches, and clears the filters', async () => {
  const { address } = openPage(<Networks />, '/network/lists?search=无&status=1')
  expect(await screen.findByText('没有符合条件的组网')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '清空筛选' }))
  expect(await screen.findByText('组网0')).toBeTruthy()
  expect(address()).toBe('/network/lists')
  rows = []
  openPage(<Networks />, '/network/lists')
  expect(await screen.findByText('还没有组网')).toBeTruthy()
})

it('the list names each condition that nothing meets, and takes one away by itself', async () => {
  const { address } = openPage(<Networks />, '/network/lists?search=无&status=1')
  expect(await screen.findByRole('button', { name: '去掉条件：状态：可用' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '去掉条件：搜索「无」' }))
  expect(await screen.findByText('组网0')).toBeTruthy()
  expect(address()).toBe('/network/lists?status=1')
})

it('the rest of a row is behind its card on a narrow screen, and the first fact is on it', async () => {
  serve(false)
  openPage(<Networks />, '/network/lists')
  const card = (await screen.findByText('组网0')).closest('li')!
  expect(card.textContent).toContain('成员数')
  expect(card.querySelector('dl')).toBeNull()
})

it('the list hides the pager if there is one page, and keeps the count', async () => {
  rows = rows.slice(0, 3)
  openPage(<Networks />)
  expect(await screen.findByText('共 3 条')).toBeTruthy()
  expect(within(screen.getByRole('navigation', { name: '组网分页' })).queryAllByRole('listitem')).toHaveLength(0)
})

it('the list offers to retry a failed first load', async () => {
  gone = true
  openPage(<Networks />)
  const retry = await screen.findByRole('button', { name: '重试' })
  gone = false
  await user.click(retry)
  expect(await screen.findByText('组网0')).toBeTruthy()
})

it('the list keeps its rows and warns that they may be old when a refresh gets no answer', async () => {
  openPage(<Networks />)
  await screen.findByText('组网0')
  gone = true
  await user.click(screen.getByRole('button', { name: '刷新' }))
  expect(await screen.findByText(/数据可能不是最新/)).toBeTruthy()
  expect(screen.getByText('组网0')).toBeTruthy()
})

it('the list shows cards with their fields on a narrow screen', async () => {
  serve(false)
  openPage(<Networks />)
  const card = (await screen.findByText('组网0')).closest('li')!
  expect(within(card).getByText('成员数')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

it('the list remembers a hidden column', async () => {
  openPage(<Networks />)
  await screen.findByText('组网0')
  await user.click(screen.getByRole('button', { name: '列设置' }))
  await user.click(await screen.findByRole('checkbox', { name: '成员数' }))
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: '成员数' })).toBeNull())
  openPage(<Networks />)
  await screen.findByText('组网0')
  expect(screen.queryByRole('columnheader', { name: '成员数' })).toBeNull()
})

it('the keyboard can get into the column settings and out again', async () => {
  openPage(<Networks />)
  await screen.findByText('组网0')
  const button = screen.getByRole('button', { name: '列设置' })
  button.focus()
  await user.keyboard('{Enter}')
  const panel = await screen.findByRole('dialog', { name: '列设置' })
  await waitFor(() => expect(document.activeElement).toBe(panel))
  await user.tab()
  expect(panel.contains(document.activeElement)).toBe(true)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button))
})

it('the time at which the rows were read keeps its place while others are loaded, so that no button moves', async () => {
  const answers: (() => void)[] = []
  const hold = () => new Promise<void>((resolve) => answers.push(resolve))
  serve(true, hold)
  openPage(<Networks />, '/network/lists')
  const place = () => document.querySelector<HTMLElement>('.weft-list-read')!
  const label = place()
  expect([label.style.visibility, label.ariaHidden]).toEqual(['hidden', 'true'])
  await waitFor(() => expect(answers).toHaveLength(1))
  answers.shift()!()
  const read = await screen.findByText(/^\d\d:\d\d:\d\d 更新$/)
  expect(read).toBe(label)
  await screen.findByText('组网0')
  expect([label.style.visibility, label.ariaHidden]).toEqual(['', null])
  const time = label.textContent
  await user.type(screen.getByRole('searchbox'), '组网2{Enter}')
  await waitFor(() => expect(answers).toHaveLength(1))
  expect(place()).toBe(label)
  expect([label.textContent, label.style.visibility]).toEqual([time, ''])
  answers.shift()!()
  await screen.findByText('共 6 条')
  expect(place()).toBe(label)
})

it('whoever has searched goes on typing in the same field, and a link to another search changes it', async () => {
  serve()
  const { router } = openPage(<Networks />, '/network/lists')
  await screen.findByText('组网0')
  const field = screen.getByRole<HTMLInputElement>('searchbox')
  await user.type(field, ' 组网2{Enter}')
  await screen.findByText('共 6 条')
  expect(router.state.location.search).toBe('?search=%E7%BB%84%E7%BD%912')
  await user.keyboard('1')
  expect([document.activeElement, field.value]).toEqual([screen.getByRole('searchbox'), '组网21'])
  await user.keyboard('{Enter}')
  await screen.findByText('共 1 条')
  await act(() => router.navigate('/network/lists?search=组网2'))
  await screen.findByText('共 6 条')
  expect(field.value).toBe('组网2')
})

it('what is typed while a former search is still on its way is kept', async () => {
  function Field() {
    const [search, setSearch] = useState('')
    const [later, setLater] = useState<string[]>([])
    const arrive = () => {
      setSearch(later[0]!)
      setLater(later.slice(1))
    }
    return (
      <>
        <ListSearch search={search} hint="搜索" label={undefined} onSearch={(next) => setLater([...later, next])} />
        <button type="button" onClick={arrive}>
          到达 {search}
        </button>
      </>
    )
  }
  openPage(<Field />)
  const field = screen.getByRole<HTMLInputElement>('searchbox')
  await user.type(field, '甲{Enter}乙')
  expect(field.value).toBe('甲乙')
  await user.click(screen.getByRole('button', { name: /到达/ }))
  await screen.findByText('到达 甲')
  expect([screen.getByRole('searchbox'), field.value]).toEqual([field, '甲乙'])
})

it('a search follows the typing once it pauses, at once on Enter, and never while an input method composes', async () => {
  stopClock()
  skipPauses(false)
  const searched = vi.fn<(search: string) => void>()
  openPage(<ListSearch search="" hint="搜索" label={undefined} onSearch={searched} />)
  const field = screen.getByRole('searchbox')
  const type = (value: string) => fireEvent.change(field, { target: { value } })
  const found = () => searched.mock.calls.map(([search]) => search)
  type('总')
  await pass(249)
  type('总 ')
  await pass(249)
  expect(found()).toEqual([])
  await pass(1)
  expect(found()).toEqual(['总'])
  type('总部')
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
  expect(found()).toEqual(['总', '总部'])

  fireEvent.compositionStart(field)
  type('总部men')
  await pass(5000)
  expect(found()).toEqual(['总', '总部'])
  type('总部门')
  fireEvent.compositionEnd(field)
  await pass(250)
  expect(found()).toEqual(['总', '总部', '总部门'])
})

it('the list follows what is typed: field, focus and history stay, and a late answer overwrites no newer one', async () => {
  const answers: (() => void)[] = []
  serve(true, () => new Promise<void>((resolve) => answers.push(resolve)))
  const { address, router } = openPage(<Networks />, '/before', '/network/lists')
  await act(() => router.navigate('/network/lists?page=3'))
  await waitFor(() => expect(answers).toHaveLength(1))
  answers[0]!()
  await screen.findByText('组网20')
  const field = screen.getByRole<HTMLInputElement>('searchbox')
  await user.type(field, '组网2')
  await waitFor(() => expect(answers).toHaveLength(2))
  await user.type(field, '1')
  await waitFor(() => expect(answers).toHaveLength(3))
  answers[2]!()
  await screen.findByText('共 1 条')
  await act(async () => answers[1]!())
  expect(screen.getByText('共 1 条')).toBeTruthy()
  expect([document.activeElement, field.value, field.selectionStart]).toEqual([screen.getByRole('searchbox'), '组网21', 4])
  expect(decodeURIComponent(address())).toBe('/network/lists?search=组网21')
  await act(() => router.navigate(-1))
  expect(address()).toBe('/before')
})

/** A list of networks that can be selected, with a column that may be empty. */
function Selectable() {
  const list = useListPage(contract.network.list)
  const [keys, setKeys] = useState<string[]>([])
  return (
    <ListTable
      list={list}
      name="selectable"
      subject="组网"
      rowKey="network_number"
      columns={[
        { ...columns[0]!, render: (_, { network_name, network_number }) => <a href={`#${network_number}`}>{network_name}</a> },
        { key: 'fr_name', title: 'POP 资源', render: (_, { fr_name }) => fr_name || <Nothing /> },
      ]}
      searchHint="搜索组网"
      selection={{ keys, onChange: setKeys, labelOf: (key) => `选择 ${key}` }}
      empty={{ title: '还没有组网' }}
    />
  )
}

it('a column that has nothing in the whole list is hidden and named, and is there once one row has something', async () => {
  rows = [network(1), network(2)]
  openPage(<Selectable />, '/network/lists')
  await screen.findByText('组网1')
  expect(screen.queryByRole('columnheader', { name: 'POP 资源' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '列设置' }))
  expect(await screen.findByText('POP 资源 没有内容，已自动隐藏')).toBeTruthy()
  rows = [network(1), { ...network(2), fr_name: 'POP-上海' }]
  await user.click(screen.getByRole('button', { name: '刷新' }))
  expect(await screen.findByRole('columnheader', { name: 'POP 资源' })).toBeTruthy()
})

it('the bar of a selection takes the place of the toolbar, and Escape ends it', async () => {
  openPage(<Selectable />, '/network/lists')
  await user.click(await screen.findByRole('checkbox', { name: '选择 1000000001' }))
  expect(screen.getByText('已选 1 项')).toBeTruthy()
  const toolbar = screen.getByRole('searchbox', { name: '搜索组网' }).closest('.weft-list-toolbar')
  expect(toolbar?.hasAttribute('hidden')).toBe(true)
  await user.keyboard('{Escape}')
  expect(screen.queryByText('已选 1 项')).toBeNull()
  expect(toolbar?.hasAttribute('hidden')).toBe(false)
})

it('keys go to the search, from row to row, into a row, and from page to page', async () => {
  const { address } = openPage(<Selectable />, '/network/lists')
  await screen.findByText('组网1')
  const main = document.createElement('main')
  document.body.append(main)
  main.append(screen.getByRole('region', { name: '组网' }).parentElement!)
  await user.keyboard('/')
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: '搜索组网' }))
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement?.textContent).toContain('组网1')
  await user.keyboard(' ')
  expect(screen.getByText('已选 1 项')).toBeTruthy()
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement?.textContent).toContain('组网0')
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
  await waitFor(() => expect(address()).toBe('/network/lists?page=2'))
})
