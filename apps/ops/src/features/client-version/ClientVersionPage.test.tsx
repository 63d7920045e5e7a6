// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { opsContract } from '@weft/contract'
import { findDialog, press } from '@weft/ui/testing/find-button.ts'
import { user } from '@weft/ui/testing/user.ts'
import { type StubServer, stubServer } from '@weft/ui/testing/stub-server.ts'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { ClientVersionPage } from './ClientVersionPage.tsx'
import type { ClientVersionRow } from './systems.ts'

const { clientVersions, session } = opsContract
let server: StubServer
let rows: ClientVersionRow[]
const inStore: ClientVersionRow = {
  id: '1',
  system: 'ios',
  kind: null,
  platform: null,
  version: '2.4.1',
  file_name: null,
  size: null,
  sha256: null,
  store_url: 'https://apps.example/weft',
  release_time: 1_790_000_000,
}
beforeEach(() => {
  server = stubServer()
  rows = [inStore]
  server.on(session.info, { username: 'desk', role: 'network', totp: 0 })
  server.on(clientVersions.list, () => ({ rows, count: rows.length }))
})
const choose = async (dialog: HTMLElement, file: File) => {
  await user.type(within(dialog).getByLabelText('版本'), '3.0.0')
  fireEvent.change(dialog.querySelector('input[type=file]')!, { target: { files: [file] } })
}

it('a package is sent in parts, from where an earlier upload stopped', async () => {
  // Four bytes are there already; parts are of three.
  server.on(clientVersions.upload, { upload_id: '0f8fad5b-d9cb-469f-a165-70867728950e', received: 4, part_bytes: 3 })
  server.on(clientVersions.upload_part, ({ offset }) => {
    const received = Math.min(9, Number(offset) + 3)
    if (received === 9)
      rows = [{ ...inStore, id: '2', system: 'windows', version: '3.0.0', file_name: 'weft.exe', store_url: null }, inStore]
    return { received, id: received === 9 ? '2' : null }
  })
  openPage(<ClientVersionPage />)
  await press('上传安装包')
  const dialog = await findDialog('上传安装包')
  await choose(dialog, new File(['123456789'], 'weft.exe'))
  await press('上传安装包', dialog)
  expect(await screen.findByText('上传成功，版本已发布')).toBeTruthy()
  expect(server.asked(clientVersions.upload)).toEqual([
    {
      system: 'windows',
      version: '3.0.0',
      file_name: 'weft.exe',
      size: 9,
      sha256: '15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225',
    },
  ])
  expect(server.asked(clientVersions.upload_part).map(({ offset }) => offset)).toEqual(['4', '7'])
  expect(await screen.findByText('weft.exe')).toBeTruthy()
})

it('an empty file and a file name that cannot be downloaded are refused', async () => {
  openPage(<ClientVersionPage />)
  await press('上传安装包')
  const dialog = await findDialog('上传安装包')
  await choose(dialog, new File(['1'], '../安装包.exe'))
  await press('上传安装包', dialog)
  expect(await within(dialog).findByText('文件名只能包含字母、数字、点、下划线和连字符')).toBeTruthy()
  fireEvent.change(dialog.querySelector('input[type=file]')!, { target: { files: [new File([], 'weft.exe')] } })
  await press('上传安装包', dialog)
  expect(await within(dialog).findByText('请选择安装包', { selector: '.ant-form-item-explain-error' })).toBeTruthy()
  expect(server.asked(clientVersions.upload)).toEqual([])
})

it('a store version is registered, with a valid address only', async () => {
  server.on(clientVersions.store, { id: '3' })
  openPage(<ClientVersionPage />)
  await press('登记商店版本')
  const dialog = await findDialog('登记商店版本')
  await user.type(within(dialog).getByLabelText('版本'), '2.5.0')
  await user.type(within(dialog).getByLabelText('应用商店链接'), 'javascript:alert(1)')
  await press('登记', dialog)
  await waitFor(() => expect(dialog.querySelector('.ant-form-item-explain-error')).toBeTruthy())
  await user.clear(within(dialog).getByLabelText('应用商店链接'))
  await user.type(within(dialog).getByLabelText('应用商店链接'), 'https://apps.example/2')
  await press('登记', dialog)
  expect(await screen.findByText('登记成功')).toBeTruthy()
  expect(server.asked(clientVersions.store)).toEqual([{ system: 'ios', version: '2.5.0', store_url: 'https://apps.example/2' }])
})

it('a version is deleted after a confirmation', async () => {
  server.on(clientVersions.delete, () => {
    rows = []
    return null
  })
  openPage(<ClientVersionPage />)
  await press('删除 iOS 2.4.1')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '删除' }))
  await waitFor(() => expect(screen.queryByText('2.4.1')).toBeNull())
  expect(server.asked(clientVersions.delete)).toEqual([{ id: '1' }])
})
