// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { contract } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { hearSavedFiles } from '@weft/ui/testing/saved-files.ts'
import { beforeEach, expect, it } from 'vitest'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { progress } from '../../../shared/session/progress.ts'
import { MemberExport } from './MemberExport.tsx'
import { memberExport } from './member-export.ts'
import { user } from '@weft/ui/testing/user.ts'

const endpoint = contract.memberFiles.export
const saved = hearSavedFiles()

let server: StubServer
beforeEach(() => {
  act(() => memberExport.cancel())
  server = stubServer()
  server.on(endpoint, { file_name: '软件成员.xlsx', body: new Uint8Array(2048) })
})

const open = () => openPage(<MemberExport />)
const start = () => act(() => memberExport.start({}))
const asked = () => server.asked(endpoint) as { progress: string }[]
const bar = () => screen.findByRole('progressbar', { name: '正在导出软件成员' })

it('an export shows the rows done as the server reports them, saves the file and reports success', async () => {
  const answer = server.hold(endpoint)
  open()
  start()
  expect((await bar()).getAttribute('aria-valuenow')).toBeNull()
  const [{ progress: id }] = asked() as [{ progress: string }]
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  act(() => progress.tell({ type: 'progress', id, done: 1200, total: 4800 }))
  expect(await screen.findByText('1,200 / 4,800')).toBeTruthy()
  expect((await bar()).getAttribute('aria-valuenow')).toBe('1200')
  expect((await bar()).getAttribute('aria-valuemax')).toBe('4800')
  answer()
  expect(await screen.findByText('导出成功')).toBeTruthy()
  expect(saved).toHaveBeenCalledExactlyOnceWith(expect.any(Blob), '软件成员.xlsx')
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
})

it('an export without reported progress shows the bytes received, and no share of a whole', async () => {
  let more: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({ start: (controller) => void (more = controller) })
  server.on(endpoint, { file_name: '软件成员.xlsx', body: body as never })
  open()
  start()
  await bar()
  act(() => more!.enqueue(new Uint8Array(2048)))
  expect(await screen.findByText('已接收 2.00 KB')).toBeTruthy()
  expect((await bar()).getAttribute('aria-valuenow')).toBeNull()
  act(() => more!.close())
  expect(await screen.findByText('导出成功')).toBeTruthy()
})

it('a canceled export shows no message and saves nothing', async () => {
  const answer = server.hold(endpoint)
  open()
  start()
  await bar()
  await user.click(screen.getByRole('button', { name: '取消' }))
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  answer()
  start()
  expect(await screen.findByText('导出成功')).toBeTruthy()
  expect(saved).toHaveBeenCalledOnce()
})

it('one export runs at a time, and continues after its page is left', async () => {
  const answer = server.hold(endpoint)
  const { unmount } = open()
  start()
  start()
  await bar()
  expect(asked()).toHaveLength(1)
  unmount()
  open()
  await bar()
  answer()
  expect(await screen.findByText('导出成功')).toBeTruthy()
})

it('an export of nothing shows a warning', async () => {
  server.refuse(endpoint, 422, '导出数据为空')
  open()
  start()
  const toast = await screen.findByText('导出数据为空')
  expect(toast.closest('.weft-toast-warning')).toBeTruthy()
  expect(screen.queryByRole('progressbar')).toBeNull()
})

it.each([
  ['the server refuses', () => server.refuse(endpoint, 429, '操作过于频繁，请在 30 秒后重试'), '操作过于频繁，请在 30 秒后重试'],
  ['the network is gone', () => server.silence(endpoint), '请检查网络后重试'],
])('an export reports that it failed if %s, and can be tried again', async (_, fail, sentence) => {
  fail()
  open()
  start()
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.getByText(`导出失败，${sentence}`).role).toBe('status')
  server.on(endpoint, { file_name: '软件成员.xlsx', body: new Uint8Array(1) })
  await user.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByText('导出成功')).toBeTruthy()
})
