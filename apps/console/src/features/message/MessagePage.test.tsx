// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { contract, type Message } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { anAccount } from '../../../test/data.ts'
import { type StubServer, stubServer } from '../../../test/stub-server.ts'
import { useAccount } from '../../shared/account/use-account.ts'
import { MessagePage } from './MessagePage.tsx'
import { user } from '@weft/ui/testing/user.ts'

let server: StubServer
let messages: Message[]
const message = (at: number, status: 0 | 1): Message => ({
  message_id: String(at),
  status,
  title: `通知${at}`,
  type: '系统通知',
  create_time: 1_790_000_000 - at,
})

beforeEach(() => {
  localStorage.clear()
  server = stubServer()
  messages = [message(1, 0), message(2, 0), message(3, 1)]
  const unread = () => messages.filter(({ status }) => status === 0).length
  const chosen = (input: { message_id?: string[] | undefined; type?: 'all' | undefined }) => (one: Message) =>
    input.type === 'all' || (input.message_id ?? []).includes(one.message_id)
  server.on(contract.account.info, () => anAccount({ message_count: unread() }))
  server.on(contract.messages.list, ({ status }) => {
    const rows = messages.filter((one) => status === undefined || one.status === Number(status))
    return { rows, count: rows.length }
  })
  server.on(contract.messages.types, ['系统通知', '安全提醒'])
  server.on(contract.messages.info, ({ message_id }) => {
    const found = messages.find((one) => one.message_id === message_id)!
    messages = messages.map((one) => (one === found ? { ...one, status: 1 as const } : one))
    return { ...found, status: 1 as const, content: `<p>内容 ${message_id}</p><script>1</script>` }
  })
  server.on(contract.messages.update, (input) => {
    messages = messages.map((one) => (chosen(input)(one) ? { ...one, status: 1 as const } : one))
    return { changed: 1 }
  })
  server.on(contract.messages.delete, (input) => {
    messages = messages.filter((one) => !chosen(input)(one))
    return { changed: 1 }
  })
})

const Badge = () => <output data-testid="badge">{useAccount().message_count}</output>
const open = (address = '/account/message') =>
  openPage(
    <>
      <Suspense>
        <Badge />
      </Suspense>
      <MessagePage />
    </>,
    address,
  )
const badge = async (count: number) => waitFor(() => expect(screen.getByTestId('badge').textContent).toBe(String(count)))
const title = (at: number) => screen.findByRole('button', { name: `通知${at}` })
const box = (at: number) => screen.findByRole('checkbox', { name: `选择 通知${at}` })
const press = async (name: string, within_ = within(document.body)) => user.click(await within_.findByRole('button', { name }))
const dialog = async () => within(await screen.findByRole('dialog'))

it('an unread message is marked in words as well', async () => {
  open()
  const cell = (await title(1)).closest('td')!
  expect(within(cell).getByText('未读')).toBeTruthy()
  expect(within((await title(3)).closest('td')!).queryByText('未读')).toBeNull()
})

it('messages are searched by their titles and narrowed to a type', async () => {
  open()
  await title(1)
  await user.click(screen.getByRole('combobox', { name: '类型' }))
  await user.click(await screen.findByTitle('安全提醒'))
  await waitFor(() => expect(server.asked(contract.messages.list).at(-1)).toMatchObject({ type: '安全提醒' }))
  await user.type(screen.getByRole('searchbox', { name: '搜索消息标题' }), '密码{Enter}')
  await waitFor(() => expect(server.asked(contract.messages.list).at(-1)).toMatchObject({ type: '安全提醒', search: '密码' }))
})

it('opening a message marks it as read in the list and in the header', async () => {
  const { address } = open()
  await badge(2)
  await user.click(await title(1))
  const opened = await dialog()
  expect(await opened.findByText('内容 1')).toBeTruthy()
  expect(opened.getByText('系统通知')).toBeTruthy()
  expect(address()).toBe('/account/message?message_id=1')
  await badge(1)
  await user.click(opened.getByText('关闭'))
  await waitFor(() => expect(address()).toBe('/account/message'))
  expect(within((await title(1)).closest('td')!).queryByText('未读')).toBeNull()
})

it('the dialog goes to the neighbours and stops at the ends', async () => {
  open()
  await user.click(await title(1))
  const opened = await dialog()
  expect(opened.getByRole<HTMLButtonElement>('button', { name: '上一条' }).disabled).toBe(true)
  await press('下一条', opened)
  expect(await opened.findByText('内容 2')).toBeTruthy()
  await press('下一条', opened)
  expect(await opened.findByText('内容 3')).toBeTruthy()
  expect(opened.getByRole<HTMLButtonElement>('button', { name: '下一条' }).disabled).toBe(true)
  await badge(0)
})

it('the dialog keeps the neighbours from a list of unread messages, although they leave the list', async () => {
  open('/account/message?status=0')
  await user.click(await title(1))
  const opened = await dialog()
  await opened.findByText('内容 1')
  await badge(1)
  await press('下一条', opened)
  expect(await opened.findByText('内容 2')).toBeTruthy()
  await press('上一条', opened)
  expect(await opened.findByText('内容 1')).toBeTruthy()
})

it('the message that the address names is opened, and a missing one is reported', async () => {
  open('/account/message?message_id=2')
  expect(await (await dialog()).findByText('内容 2')).toBeTruthy()
  server.refuse(contract.messages.info, 204, '数据不存在')
  open('/account/message?message_id=77')
  expect(await screen.findByText('消息不存在或已删除')).toBeTruthy()
})

it('marking asks for a choice first, then marks only the chosen messages', async () => {
  open()
  await title(1)
  await press('标为已读')
  expect(await screen.findByText('请选择消息标题')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(await box(1))
  expect(await screen.findByText('已选 1 项')).toBeTruthy()
  await press('标为已读')
  const asked = await dialog()
  expect(asked.getByText('确定将选中的 1 条消息标为已读？')).toBeTruthy()
  await press('标为已读', asked)
  await badge(1)
  expect(server.asked(contract.messages.update)).toEqual([{ message_id: ['1'] }])
  expect(await screen.findByText('操作成功')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('已选 1 项')).toBeNull())
})

it('chosen messages are deleted together, and one can be deleted from its row', async () => {
  open()
  await user.click(await box(1))
  await user.click(await box(3))
  await press('删除')
  const asked = await dialog()
  expect(asked.getByText('确定要删除选中的 2 条消息吗？')).toBeTruthy()
  await press('删除', asked)
  await waitFor(() => expect(screen.queryByRole('button', { name: '通知1' })).toBeNull())
  await press('删除 通知2')
  const small = within(await screen.findByRole('tooltip'))
  expect(small.getByText('确定要删除吗？')).toBeTruthy()
  await press('删除', small)
  expect(await screen.findByText('暂无消息')).toBeTruthy()
  expect(server.asked(contract.messages.delete)).toEqual([{ message_id: ['1', '3'] }, { message_id: ['2'] }])
})

it.each([
  ['全部已读', '确定将全部消息标为已读？', contract.messages.update],
  ['全部删除', '确定要删除全部消息吗？删除后无法恢复', contract.messages.delete],
])('%s asks for confirmation and applies to all messages', async (name, question, endpoint) => {
  open()
  await title(1)
  await press(name)
  const asked = await dialog()
  expect(asked.getByText(question)).toBeTruthy()
  await press(name, asked)
  await badge(0)
  expect(server.asked(endpoint)).toEqual([{ type: 'all' }])
})

it('the server filters by state, and a choice that left the screen is dropped', async () => {
  const { address } = open()
  await user.click(await box(3))
  await user.click(screen.getByText('未读', { selector: '.ant-segmented-item-label' }))
  await waitFor(() => expect(address()).toBe('/account/message?status=0'))
  await waitFor(() => expect(screen.queryByRole('button', { name: '通知3' })).toBeNull())
  expect(screen.queryByText('已选 1 项')).toBeNull()
  expect(server.asked(contract.messages.list).at(-1)).toMatchObject({ status: '0' })
})

it('Back closes an open message, and after its neighbour too; closing it leaves nothing to go back to', async () => {
  const { address, router } = openPage(
    <>
      <Link to="/account/message">打开</Link>
      <Suspense>
        <MessagePage />
      </Suspense>
    </>,
    '/before',
  )
  const back = () => act(() => router.navigate(-1))
  await user.click(await screen.findByText('打开'))
  await user.click(await title(1))
  await press('下一条', await dialog())
  expect(await screen.findByText('内容 2')).toBeTruthy()
  expect(address()).toBe('/account/message?message_id=2')
  await back()
  await waitFor(() => expect(screen.queryByRole('dialog', { hidden: false })).toBeNull())
  expect(address()).toBe('/account/message')
  await user.click(await title(3))
  await user.click((await dialog()).getByText('关闭'))
  await waitFor(() => expect(address()).toBe('/account/message'))
  // Forward opens it again, and it closes as before.
  await act(() => router.navigate(1))
  expect(address()).toBe('/account/message?message_id=3')
  await user.click((await dialog()).getByText('关闭'))
  await waitFor(() => expect(address()).toBe('/account/message'))
  await back()
  expect(address()).toBe('/before')
})

it('a message that a link opened is closed without leaving the page', async () => {
  const { address, router } = openPage(
    <Suspense>
      <MessagePage />
    </Suspense>,
    '/before',
  )
  await act(() => router.navigate('/account/message?message_id=2'))
  await user.click((await dialog()).getByText('关闭'))
  await waitFor(() => expect(address()).toBe('/account/message'))
})
