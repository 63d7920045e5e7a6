// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { contract } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { anAccount } from '../../../test/data.ts'
import { aDevice } from '../../../test/member-info.ts'
import { aLostPath } from '../../../test/member-path.ts'
import { aTicketRow } from '../../../test/ticket.ts'
import { press } from '@weft/ui/testing/find-button.ts'
import { user } from '@weft/ui/testing/user.ts'
import { type StubServer, stubServer } from '../../../test/stub-server.ts'
import { TicketCreatePage } from './TicketCreatePage.tsx'

const { supportTickets } = contract
let server: StubServer
let sent: number
beforeEach(() => {
  sessionStorage.clear()
  server = stubServer()
  sent = 0
  server.on(contract.account.info, anAccount())
  server.on(contract.documents.search, ({ search }) =>
    search === '账号' ? [1, 2, 3, 4].map((id) => ({ id: String(id), title: `文档 ${id}`, excerpt: '摘要' })) : [],
  )
  server.on(supportTickets.upload_file, () => {
    sent += 1
    return { id: `00000000-0000-4000-8000-00000000000${sent}`, src: `/download/pictures/${sent}/1/x` }
  })
  server.on(supportTickets.create, { ticket_number: '20261122000001' })
})
const open = (query = '') => openPage(<TicketCreatePage />, `/ticket/create${query}`, '/ticket/create')
const title = () => screen.findByLabelText<HTMLInputElement>('工单标题')
const content = () => screen.getByLabelText<HTMLTextAreaElement>('问题描述')
const png = (name = '截图.png', bytes = 4) => new File([new Uint8Array(bytes)], name, { type: 'image/png' })
const form = () => content().closest('form')!
const drop = (...files: File[]) => fireEvent.drop(form(), { dataTransfer: { files, types: ['Files'] } })
const paste = (files: File[], types: string[] = ['Files']) => fireEvent.paste(content(), { clipboardData: { files, types } })
async function fill() {
  await user.type(await title(), '打印机离线')
  await user.click(screen.getByLabelText('智能设备'))
  await user.type(content(), '今天上午九点起无法打印')
}
const pictures = async (count: number) => waitFor(() => expect(screen.queryAllByRole('button', { name: /^查看大图/ })).toHaveLength(count))

it('a ticket is submitted with dropped and pasted pictures, and the list opens', async () => {
  const { address } = open()
  await fill()
  drop(png())
  await pictures(1)
  paste([png('image.png')])
  await pictures(2)
  await press('提交')
  await waitFor(() => expect(address()).toBe('/ticket/lists'))
  expect(server.asked(supportTickets.create)).toEqual([
    {
      title: '打印机离线',
      content: '今天上午九点起无法打印',
      type: 3,
      file_ids: ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'],
    },
  ])
  open()
  expect((await title()).value).toBe('')
})

it('missing fields are named in the words of the form', async () => {
  open()
  await title()
  await press('提交')
  expect(await screen.findByText('标题不能为空', { selector: '.ant-form-item-explain-error' })).toBeTruthy()
  expect(screen.getByText('请选择问题类型')).toBeTruthy()
  expect(screen.getByText('问题描述不能为空')).toBeTruthy()
  await user.type(await title(), '短')
  await user.type(content(), '太短')
  expect(await screen.findByText('标题为 2–32 个字符')).toBeTruthy()
  expect(await screen.findByText('问题描述至少 10 个字符')).toBeTruthy()
  expect(server.asked(supportTickets.create)).toEqual([])
})

it.each([
  ['a picture of another kind', [new File(['x'], 'a.webp', { type: 'image/webp' })], '仅支持 PNG、GIF、JPEG 格式'],
  ['a program', [new File(['x'], 'setup.exe', { type: 'application/x-msdownload' })], '不支持上传脚本或可执行文件'],
  ['a script that says it is a picture', [new File(['x'], 'a.svg', { type: 'image/png' })], '不支持上传脚本或可执行文件'],
  ['what is too large', [png('大.png', 2 * 1024 * 1024 + 1)], '文件大小不能超过 2 MB'],
  ['a fourth one', [png('1.png'), png('2.png'), png('3.png'), png('4.png')], '最多上传 3 个附件'],
])('the form does not accept %s', async (_, files, problem) => {
  open()
  await title()
  drop(...files)
  expect(await screen.findByText(problem, { selector: '.weft-pictures-problem' })).toBeTruthy()
  await pictures(files.length === 4 ? 3 : 0)
  expect(server.asked(supportTickets.upload_file)).toHaveLength(files.length === 4 ? 3 : 0)
})

it('text that is pasted with its picture stays text, and a picture can be removed', async () => {
  open()
  await title()
  paste([png()], ['text/plain', 'Files'])
  drop(png())
  await pictures(1)
  await press('移除图片 1')
  await pictures(0)
  expect(server.asked(supportTickets.upload_file)).toHaveLength(1)
})

it('input that was not submitted is restored until it is cleared', async () => {
  open()
  await fill()
  drop(png())
  await pictures(1)
  open()
  expect(await screen.findByText('已恢复上次未提交的内容')).toBeTruthy()
  expect([(await title()).value, content().value]).toEqual(['打印机离线', '今天上午九点起无法打印'])
  expect(screen.getByLabelText<HTMLInputElement>('智能设备').checked).toBe(true)
  await pictures(1)
  await press('清除')
  await waitFor(async () => expect((await title()).value).toBe(''))
  await pictures(0)
  open()
  expect((await title()).value).toBe('')
  expect(screen.queryByText('已恢复上次未提交的内容')).toBeNull()
})

it('the input of one login is not shown to another login of the same browser', async () => {
  open()
  await fill()
  server.on(contract.account.info, anAccount({ ram: 1, username: 'chenhao' }))
  open()
  expect((await title()).value).toBe('')
})

it('values from a link are used in preference to a stored draft', async () => {
  open()
  await fill()
  open(`?${new URLSearchParams({ type: '2', title: '成员 SH-1 离线', content: '成员名称：SH-1\n现象描述：' })}`)
  expect([(await title()).value, content().value]).toEqual(['成员 SH-1 离线', '成员名称：SH-1\n现象描述：'])
  expect(screen.getByLabelText<HTMLInputElement>('智能组网').checked).toBe(true)
  expect(screen.queryByText('已恢复上次未提交的内容')).toBeNull()
})

it('a ticket about a site takes along what is known of it, unless that is left out, and names another ticket about it', async () => {
  const path = aLostPath(1_790_000_000)
  server.on(contract.memberRecords.path, path)
  server.on(contract.router.info, aDevice({ router_name: 'SN1', note: '合肥政务店' }))
  server.on(supportTickets.list, { rows: [aTicketRow({ no: 8303, create_name: '李娜' })], count: 1 })
  open(`?${new URLSearchParams({ type: '2', title: '成员 合肥政务店 失联', subject: 'SN1' })}`)
  const evidence = within(await screen.findByRole('region', { name: '自动附上的诊断' }))
  expect(evidence.getByText(path.headline).previousSibling?.textContent).toBe('诊断')
  expect(await screen.findByText('合肥政务店')).toBeTruthy()
  expect((await screen.findByRole('link', { name: '8303 门店打印机离线' })).closest('p')?.textContent).toContain('李娜')
  await user.type(content(), '收银上不了总部系统，灯是亮的')
  await press('提交')
  await waitFor(() => expect(server.asked(supportTickets.create)).toHaveLength(1))
  expect(server.asked(supportTickets.create)[0]).toMatchObject({
    router_name: 'SN1',
    evidence: expect.arrayContaining([{ name: '诊断', text: path.headline }]),
  })
})

it('a site is said not to be found only once the search has answered', async () => {
  server.on(contract.search.all, () => ({
    members: [],
    networks: [],
    addresses: [],
    tickets: [],
    work_orders: [],
    messages: [],
    sub_accounts: [],
  }))
  const answer = server.hold(contract.search.all)
  open()
  await user.type(await screen.findByLabelText('涉及的站点（选填）'), 'x')
  await waitFor(() => expect(server.asked(contract.search.all)).toHaveLength(1))
  expect(screen.queryByText('没有找到')).toBeNull()
  answer()
  expect(await screen.findByText('没有找到')).toBeTruthy()
})

it('three articles about the kind of problem are offered', async () => {
  open()
  await title()
  await user.click(screen.getByLabelText('账号问题'))
  expect(await screen.findByRole('link', { name: /^文档 1/ })).toBeTruthy()
  expect(screen.getByRole('link', { name: /^文档 3/ }).getAttribute('href')).toBe(
    `/handbook?id=3&title=${encodeURIComponent('文档 3').replace('%20', '+')}`,
  )
  expect(screen.queryByText('文档 4')).toBeNull()
})

it.each([
  [204, '附件不存在或已过期，请重新上传'],
  [429, '本账号提交工单的次数已达上限，请在 24 小时后重试'],
])('all input is kept if the server refuses with %s', async (code, msg) => {
  server.refuse(supportTickets.create, code, msg)
  const { address } = open()
  await fill()
  await press('提交')
  expect(await screen.findByText(msg)).toBeTruthy()
  expect(address()).toBe('/ticket/create')
  expect((await title()).value).toBe('打印机离线')
})
