// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { contract, type BatchProblems, type BatchRow, XLSX } from '@weft/contract'
import { pass, stopClock } from '@weft/ui/testing/clock.ts'
import { openPage } from '@weft/ui/testing.tsx'
import { hearSavedFiles } from '@weft/ui/testing/saved-files.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { anAccount } from '../../../../test/data.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { BatchAddDrawer } from './BatchAddDrawer.tsx'
import { user } from '@weft/ui/testing/user.ts'

const { batch, template } = contract.memberFiles
const saved = hearSavedFiles()

let server: StubServer
const onAdded = vi.fn<() => void>()
const onClose = vi.fn<() => void>()
beforeEach(() => {
  for (const mock of [onAdded, onClose]) mock.mockReset()
  server = stubServer()
  server.on(contract.account.info, anAccount())
})

const aRow = (row: number, change: Partial<BatchRow> = {}): BatchRow => ({
  row,
  username: `user${row}`,
  area_code: '86',
  phone: `1380000${String(row).padStart(4, '0')}`,
  note: '',
  ...change,
})
const problems: BatchProblems = {
  total: 30,
  rows: [aRow(2), aRow(3)],
  errors: [
    { row: 3, field: 'phone', msg: '手机号重复' },
    { row: 25, field: 'username', msg: '用户名含特殊字符' },
    { row: 25, field: 'password', msg: '密码不能为空' },
  ],
}
const open = () => openPage(<BatchAddDrawer onClose={onClose} onAdded={onAdded} />)
const aFile = (content = 'the list', name = '成员.xlsx') => new File([content], name)
async function choose(file = aFile()): Promise<File> {
  await screen.findByText('批量添加')
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [file] } })
  return file
}
const importing = () => screen.findByRole<HTMLButtonElement>('button', { name: '开始导入' })
const passes = () => server.on(batch, ({ check }) => ({ added: check === '1' ? 0 : 2, total: 2, rows: [aRow(2), aRow(3)] }))

it('a chosen file is checked and shown, and imported only on request', async () => {
  passes()
  open()
  await choose()
  expect(await screen.findByText('检查通过，共 2 行')).toBeTruthy()
  expect(screen.getByText('user2')).toBeTruthy()
  expect(onAdded).not.toHaveBeenCalled()
  await user.click(await importing())
  expect(await screen.findByText('已添加 2 个成员')).toBeTruthy()
  const row = within((await screen.findByText('user3@20000001')).closest('tr')!)
  expect(row.getByText('添加成功')).toBeTruthy()
  expect(onAdded).toHaveBeenCalledOnce()
  expect(server.asked(batch).map(({ check }) => check)).toEqual(['1', '0'])
  const { file } = server.asked(batch)[1]!
  expect(file).toMatchObject({ name: '成员.xlsx', type: XLSX })
})

it('every problem is shown at its cell under the number of its row, and nothing is imported', async () => {
  server.refuse(batch, 422, '第 3 行：手机号重复', problems)
  open()
  await choose()
  expect(await screen.findByText('共 30 行，2 行有误，未添加任何成员')).toBeTruthy()
  const cell = async (text: string) => (await screen.findByText(text, { exact: false, selector: '.batch-problem > span' })).closest('td')!
  expect((await cell('手机号重复')).textContent).toBe('+86 13800000003第 3 行：手机号重复')
  expect((await cell('密码不能为空')).textContent).toContain('第 25 行：密码不能为空')
  expect((await importing()).disabled).toBe(true)
  expect(screen.queryByText('user2')).toBeNull()
  await user.click(screen.getByRole('switch', { name: '只看有误的行' }))
  expect(await screen.findByText('user2')).toBeTruthy()
})

it('the problems can be saved as a table', async () => {
  server.refuse(batch, 422, '第 3 行：手机号重复', problems)
  open()
  await choose()
  await user.click(await screen.findByRole('button', { name: '下载失败明细' }))
  const [blob, name] = saved.mock.calls[0]!
  expect(name).toMatch(/^批量添加失败明细_\d{8}-\d{4}\.csv$/)
  expect(await blob.text()).toContain('25,,用户名含特殊字符；密码不能为空')
})

it('a refusal shows its reason and keeps the file, which can be sent again', async () => {
  server.refuse(batch, 403, '软件成员数量不能超过 10，剩余 1')
  open()
  await choose()
  expect(await screen.findByText('软件成员数量不能超过 10，剩余 1')).toBeTruthy()
  expect(screen.getByText('未添加任何成员')).toBeTruthy()
  passes()
  await user.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByText('检查通过，共 2 行')).toBeTruthy()
})

it('the file is kept if no answer comes, and an import with an unknown result is checked first', async () => {
  server.silence(batch)
  open()
  await choose()
  expect(await screen.findByText('系统异常，请稍后再试')).toBeTruthy()
  expect(screen.getByText('成员.xlsx')).toBeTruthy()
  passes()
  await user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('检查通过，共 2 行')
  server.silence(batch)
  await user.click(await importing())
  expect(await screen.findByText('没有收到导入结果，重试时会先检查哪些成员已经添加')).toBeTruthy()
  passes()
  await user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('检查通过，共 2 行')
  expect(server.asked(batch).map(({ check }) => check)).toEqual(['1', '1', '0', '1'])
})

it.each([
  ['holds something else', async () => new TextEncoder().encode('another list').buffer],
  ['cannot be read', () => Promise.reject(new DOMException('changed', 'NotReadableError'))],
])('a file that %s since it was checked is not imported', async (_, read) => {
  passes()
  open()
  const file = await choose()
  await screen.findByText('检查通过，共 2 行')
  file.arrayBuffer = read
  await user.click(await importing())
  expect(await screen.findByText('文件已被修改或移动，请重新选择')).toBeTruthy()
  expect(server.asked(batch)).toHaveLength(1)
  await choose(aFile('another list'))
  expect(await screen.findByText('检查通过，共 2 行')).toBeTruthy()
})

it('closing during an import asks for confirmation, and the list is notified even after the drawer is gone', async () => {
  passes()
  const { unmount } = open()
  await choose()
  const button = await importing()
  await waitFor(() => expect(button.disabled).toBe(false))
  const answer = server.hold(batch)
  await user.click(button)
  await screen.findByText('正在导入')
  await user.click(screen.getByRole('button', { name: '取消' }))
  await user.click(await screen.findByRole('button', { name: '继续等待' }))
  expect(onClose).not.toHaveBeenCalled()
  unmount()
  answer()
  await waitFor(() => expect(onAdded).toHaveBeenCalledOnce())
})

it('the button shows for ten seconds that it works, and never sends twice', async () => {
  passes()
  open()
  await choose()
  const button = await importing()
  await waitFor(() => expect(button.disabled).toBe(false))
  const answer = server.hold(batch)
  stopClock()
  try {
    fireEvent.click(button)
    await waitFor(() => expect(button.className).toContain('ant-btn-loading'))
    await pass(10_000)
    await waitFor(() => expect(button.className).not.toContain('ant-btn-loading'))
    expect(await screen.findByText('处理时间较长，可以继续等待，结果会显示在这里')).toBeTruthy()
    fireEvent.click(button)
  } finally {
    vi.useRealTimers()
  }
  answer()
  expect(await screen.findByText('已添加 2 个成员')).toBeTruthy()
  expect(server.asked(batch)).toHaveLength(2)
})

it('the template is saved, and a failure is reported', async () => {
  server.on(template, { file_name: '批量添加模板.xlsx', body: new Uint8Array([1]) })
  open()
  const button = await screen.findByRole('button', { name: '下载模板' })
  await user.click(button)
  await waitFor(() => expect(saved).toHaveBeenCalledExactlyOnceWith(expect.any(Blob), '批量添加模板.xlsx'))
  server.silence(template)
  await user.click(button)
  expect(await screen.findByText('下载失败，请稍后再试')).toBeTruthy()
})
