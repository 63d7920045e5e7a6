// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { contract, type DeletionRow } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { hearSavedFiles } from '@weft/ui/testing/saved-files.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { anAccount } from '../../../../test/data.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { DeleteByFileDrawer } from './DeleteByFileDrawer.tsx'
import { user } from '@weft/ui/testing/user.ts'

const { batch_delete, deleteTemplate } = contract.memberFiles
const saved = hearSavedFiles()

let server: StubServer
const onDeleted = vi.fn<() => void>()
beforeEach(() => {
  onDeleted.mockReset()
  server = stubServer()
  server.on(contract.account.info, anAccount())
})

const rows: DeletionRow[] = [
  { name: '王芸', router_name: 'wangyun@20000001', result: '删除成功', deleted: 1 },
  { name: 'nobody', router_name: '', result: '成员不存在', deleted: 0 },
]
const open = () => openPage(<DeleteByFileDrawer onClose={() => {}} onDeleted={onDeleted} />)
async function choose(): Promise<File> {
  await screen.findByText('按文件批量删除')
  const file = new File(['names'], '离职.xlsx')
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [file] } })
  await screen.findByText('离职.xlsx')
  return file
}
const remove = () => screen.getByRole<HTMLButtonElement>('button', { name: '删除' })
async function confirmBy(typed: string) {
  await user.click(remove())
  const field = await screen.findByLabelText('请输入 确认删除 以确认')
  const dialog = within(field.closest<HTMLElement>('[role=dialog]')!)
  await user.type(field, typed)
  return dialog.getByRole<HTMLButtonElement>('button', { name: '删除' })
}

it('only members that a file names are deleted, and only once the phrase is typed', async () => {
  server.on(batch_delete, rows)
  open()
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: '删除' })).disabled).toBe(true)
  await choose()
  const button = await confirmBy('确认')
  expect(screen.getByText('文件「离职.xlsx」中的软件成员将立即下线并从所有组网移出，且无法恢复')).toBeTruthy()
  expect(button.disabled).toBe(true)
  await user.type(screen.getByLabelText('请输入 确认删除 以确认'), '删除')
  expect(server.asked(batch_delete)).toEqual([])
  await user.click(button)
  expect(await screen.findByText('已删除 1 个成员')).toBeTruthy()
  expect(screen.getByText('1 个未删除')).toBeTruthy()
  const gone = within(screen.getByText('王芸').closest('tr')!)
  expect(gone.getByText('wangyun@20000001')).toBeTruthy()
  expect(gone.getByText('删除成功')).toBeTruthy()
  expect(onDeleted).toHaveBeenCalledOnce()
  await user.click(screen.getByRole('switch', { name: '只看未删除的' }))
  await waitFor(() => expect(screen.queryByText('王芸')).toBeNull())
  expect(screen.getByText('成员不存在')).toBeTruthy()
})

it('the result can be saved as a table', async () => {
  server.on(batch_delete, rows)
  open()
  await choose()
  await user.click(await confirmBy('确认删除'))
  await user.click(await screen.findByRole('button', { name: '下载结果' }))
  const [blob, name] = saved.mock.calls[0]!
  expect(name).toMatch(/^批量删除结果_\d{8}-\d{4}\.csv$/)
  expect(await blob.text()).toContain('王芸,wangyun@20000001,删除成功\r\nnobody,,成员不存在')
})

it('a refusal shows why nothing was deleted, and the list is not notified', async () => {
  server.refuse(batch_delete, 422, '表头不正确，应为：用户名')
  open()
  await choose()
  await user.click(await confirmBy('确认删除'))
  expect(await screen.findByText('表头不正确，应为：用户名')).toBeTruthy()
  expect(screen.getByText('未删除任何成员')).toBeTruthy()
  expect(screen.getByText('离职.xlsx')).toBeTruthy()
  expect(onDeleted).not.toHaveBeenCalled()
})

it('the file is kept if no answer comes, the list is notified, and the deletion can be tried again', async () => {
  server.silence(batch_delete)
  open()
  await choose()
  await user.click(await confirmBy('确认删除'))
  expect(await screen.findByText('没有收到删除结果；可以重试，已删除的成员会显示为不存在')).toBeTruthy()
  expect(onDeleted).toHaveBeenCalledOnce()
  server.on(batch_delete, rows)
  await user.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByText('已删除 1 个成员')).toBeTruthy()
})

it('a file that was changed since it was chosen deletes nothing', async () => {
  server.on(batch_delete, rows)
  open()
  const file = await choose()
  file.arrayBuffer = () => Promise.reject(new DOMException('changed', 'NotReadableError'))
  await user.click(await confirmBy('确认删除'))
  expect(await screen.findByText('文件已被修改或移动，请重新选择')).toBeTruthy()
  expect(remove().disabled).toBe(true)
  expect(server.asked(batch_delete)).toEqual([])
})

it('deletion has its own template', async () => {
  server.on(deleteTemplate, { file_name: '批量删除模板.xlsx', body: new Uint8Array([1]) })
  open()
  await user.click(await screen.findByRole('button', { name: '下载模板' }))
  await waitFor(() => expect(saved).toHaveBeenCalledExactlyOnceWith(expect.any(Blob), '批量删除模板.xlsx'))
})
