// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { contract, MAX_SELECTED_MEMBERS } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { findButton, findDialog, press } from '@weft/ui/testing/find-button.ts'
import { user } from '@weft/ui/testing/user.ts'
import { aMemberSummary } from '../../../../test/data.ts'
import { manySoftwareMembers, memberServer } from '../../../../test/member-server.ts'
import { MemberListPage } from './MemberListPage.tsx'

let server: ReturnType<typeof memberServer>
beforeEach(() => {
  localStorage.clear()
  server = memberServer()
  server.members = manySoftwareMembers(12)
})

const open = (address = '/router/lists?type=2') => openPage(<MemberListPage />, address)
const nameOf = (at: number) => `user${at}@20000001`
const mark = async (at: number) => user.click(await screen.findByLabelText(`选择 ${nameOf(at)}`))
const turnTo = (page: number) => user.click(screen.getByTitle(String(page)))
const choose = async (item: string) => {
  await press('更多操作')
  await user.click(await screen.findByText(item, { selector: '[role="menuitem"] *' }))
}

it('the selection survives paging and searching, and is changed as a whole after a preview', async () => {
  server.members[0]!.status = 0
  open()
  await mark(1)
  await mark(2)
  await turnTo(2)
  await mark(4)
  expect(await screen.findByText('已选 3 项')).toBeTruthy()
  await user.type(screen.getByLabelText('搜索名称、序列号或手机号', { selector: 'input' }), '员工7{Enter}')
  await waitFor(() => expect(screen.queryByText(nameOf(4))).toBeNull())
  expect(screen.getByText('已选 3 项')).toBeTruthy()
  await press('停用')
  const dialog = await findDialog('停用成员')
  const opened = within(dialog)
  expect(await opened.findByText('2 个将更改 · 1 个无需更改')).toBeTruthy()
  expect(opened.getByText(nameOf(4))).toBeTruthy()
  expect(server.members.filter(({ status }) => status === 0)).toHaveLength(1)
  await press('停用', dialog)
  expect(await screen.findByText('已停用 2 个成员')).toBeTruthy()
  expect(server.asked(contract.router.update_status).at(-1)).toMatchObject({
    router_name: [nameOf(1), nameOf(2), nameOf(4)],
    status: 0,
    check: 0,
  })
  await waitFor(() => expect(screen.queryByText(/已选/)).toBeNull())
})

it('all members that the search finds can be selected, on every page', async () => {
  open('/router/lists?type=2&search=员工1')
  await mark(1)
  await press('选择全部 4 个符合条件的成员')
  expect(await screen.findByText('已选 4 项')).toBeTruthy()
  expect(server.asked(contract.router.names)).toEqual([{ type: '2', search: '员工1' }])
  expect(screen.queryByText(/选择全部/)).toBeNull()
  await press('取消选择')
  expect(screen.queryByText(/已选/)).toBeNull()
})

it('no more than 5,000 members are selected, and a message says so', async () => {
  server.on(contract.router.list, () => ({ rows: server.members.slice(0, 3), count: 6000 }))
  server.on(
    contract.router.names,
    Array.from({ length: MAX_SELECTED_MEMBERS }, (_, at) => nameOf(at + 1)),
  )
  open()
  await mark(1)
  await press('选择前 5,000 个符合条件的成员')
  expect(await screen.findByText('已选 5,000 项')).toBeTruthy()
  expect(await screen.findByText('一次最多选择 5,000 个成员，其余成员请在处理后再选择')).toBeTruthy()
})

it('several members get one note after a preview of the first of them', async () => {
  server.members[1]!.note = '外包'
  open()
  await mark(1)
  await mark(2)
  await press('修改名称')
  const dialog = await findDialog('修改名称')
  const opened = within(dialog)
  await waitFor(() => expect(document.activeElement).toBe(opened.getByLabelText('名称')))
  await user.keyboard('外包{Enter}')
  expect(await opened.findByText('1 个将更改 · 1 个无需更改')).toBeTruthy()
  expect(document.activeElement).toBe(await findButton('上一步', dialog))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(opened.getByLabelText('名称')))
  await user.keyboard('{Enter}')
  expect(await opened.findByText('1 个将更改 · 1 个无需更改')).toBeTruthy()
  expect(opened.getByText('员工1')).toBeTruthy()
  await press('修改', dialog)
  expect(await screen.findByText('已修改 1 个成员的名称')).toBeTruthy()
  expect(server.members[0]!.note).toBe('外包')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})

it('several members are deleted once the phrase is typed, and the result is shown for each', async () => {
  open()
  await choose('按列表批量删除')
  expect(await screen.findByText('请至少选择 1 个软件成员')).toBeTruthy()
  expect(document.querySelector('[role="dialog"]')).toBeNull()
  await mark(1)
  await mark(2)
  server.members = server.members.slice(1)
  await choose('按列表批量删除')
  const asked = await findDialog('批量删除')
  const phrase = within(asked).getByLabelText('请输入 确认删除 以确认')
  await user.type(phrase, '确认删')
  expect((await findButton('删除', asked)).disabled).toBe(true)
  await user.type(phrase, '除')
  await press('删除', asked)
  const result = await findDialog('删除结果')
  expect(await within(result).findByText('成员不存在')).toBeTruthy()
  expect(within(result).getByText('删除成功')).toBeTruthy()
  await press('关闭', result.querySelector('.ant-modal-footer')!)
  await waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull())
  expect(screen.queryByText(/已选/)).toBeNull()
})

it('hardware among the selected is not deleted in batches, and the menu says why', async () => {
  server.members = [aMemberSummary({ router_name: 'WR-HQ-0001' }), ...server.members]
  open('/router/lists')
  await user.click(await screen.findByLabelText('选择 WR-HQ-0001'))
  await choose('按列表批量删除')
  expect(await screen.findByText('所选成员中有硬件，硬件不能批量启用、停用或删除')).toBeTruthy()
  expect(document.querySelector('[role="dialog"]')).toBeNull()
})

it('members that are gone leave the selection, so that the others can be changed', async () => {
  open()
  await mark(1)
  await mark(2)
  server.members = server.members.slice(1)
  server.refuse(contract.router.update_status, 204, '成员不存在')
  await press('停用')
  expect(await screen.findByText('1 个所选成员已不存在，已从选择中移出')).toBeTruthy()
  expect(await screen.findByText('已选 1 项')).toBeTruthy()
})

it('the selection is kept if only the first of many members are known', async () => {
  server.on(
    contract.router.names,
    Array.from({ length: MAX_SELECTED_MEMBERS }, (_, at) => nameOf(at + 1000)),
  )
  open()
  await mark(1)
  await mark(2)
  server.refuse(contract.router.update_status, 204, '成员不存在')
  await press('停用')
  expect(await screen.findByText('成员不存在')).toBeTruthy()
  await findButton('重试')
  expect(screen.getByText('已选 2 项')).toBeTruthy()
  expect(screen.queryByText(/已从选择中移出/)).toBeNull()
})

it('disabled members are removed after a confirmation, and their number is shown', async () => {
  for (const member of server.members.slice(0, 3)) member.status = 0
  open()
  await screen.findByText(nameOf(1))
  await choose('删除已停用成员')
  const asked = await findDialog('删除已停用成员')
  expect(within(asked).getByText(/^将删除 .+、.+、.+，且无法恢复$/)).toBeTruthy()
  await press('删除', asked)
  expect(await screen.findByText('已删除 3 个成员')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(nameOf(1))).toBeNull())
})
