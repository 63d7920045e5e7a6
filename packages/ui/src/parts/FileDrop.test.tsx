// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { openPage, stubBrowser } from '../testing.tsx'
import { FileDrop } from './FileDrop.tsx'
import { user } from '../testing/user.ts'

const MAX = 2 * 1024 * 1024
const chosen = vi.fn<(file: File) => void>()
beforeEach(() => {
  chosen.mockReset()
  stubBrowser(() => ({}))
})

function Place({ busy = false }: { busy?: boolean }) {
  const [file, setFile] = useState<File>()
  const choose = (next: File) => {
    chosen(next)
    setFile(next)
  }
  return <FileDrop extension="xlsx" max_bytes={MAX} file={file} busy={busy} onChoose={choose} />
}
const aFile = (name: string, bytes = 3) => new File([new Uint8Array(bytes)], name)
const dropper = () => screen.findByRole('button', { name: /将文件拖到此处，或点击选择/ })
const drop = async (...files: File[]) => fireEvent.drop(await dropper(), { dataTransfer: { files } })
const input = (view: { container: HTMLElement }) => view.container.querySelector<HTMLInputElement>('input[type=file]')!

it.each([
  ['another format', [aFile('members.csv')], '仅支持 xlsx 格式'],
  ['more than 2 MB', [aFile('members.xlsx', MAX + 1)], '文件大小不能超过 2 MB'],
  ['two files at once', [aFile('a.xlsx'), aFile('b.xlsx')], '一次只能选择一个文件'],
])('%s is refused, with the reason at the field and as a toast', async (_, files, sentence) => {
  openPage(<Place />)
  await drop(...files)
  await waitFor(() => expect(screen.getAllByText(sentence)).toHaveLength(2))
  const problem = document.getElementById((await dropper()).getAttribute('aria-describedby') ?? '')
  expect(problem?.textContent).toBe(sentence)
  expect(chosen).not.toHaveBeenCalled()
})

it('a file of exactly 2 MB is accepted, whatever the case of its extension', async () => {
  openPage(<Place />)
  await drop(aFile('名单.XLSX', MAX))
  expect(await screen.findByText('名单.XLSX')).toBeTruthy()
  expect(screen.getByText('2.00 MB')).toBeTruthy()
  expect(chosen).toHaveBeenCalledOnce()
})

it('a button opens the file choice, and then the button that chooses another file has the focus', async () => {
  const view = openPage(<Place />)
  const opened = vi.spyOn(HTMLInputElement.prototype, 'click')
  ;(await dropper()).focus()
  await user.keyboard('{Enter}')
  expect(opened).toHaveBeenCalledOnce()
  opened.mockRestore()
  fireEvent.change(input(view), { target: { files: [aFile('a.xlsx')] } })
  const again = await screen.findByRole('button', { name: '重新选择' })
  expect(document.activeElement).toBe(again)
})

it('a wrong file chosen later leaves the first one chosen', async () => {
  const view = openPage(<Place />)
  await user.upload(input(view), aFile('a.xlsx'))
  await screen.findByText('a.xlsx')
  await user.setup({ applyAccept: false }).upload(input(view), aFile('b.txt'))
  await waitFor(() => expect(screen.getAllByText('仅支持 xlsx 格式')).toHaveLength(2))
  expect(screen.getByText('a.xlsx')).toBeTruthy()
  expect(chosen).toHaveBeenCalledOnce()
})

it('no file is accepted while the chosen one is being processed', async () => {
  openPage(<Place busy />)
  await drop(aFile('a.xlsx'))
  expect(chosen).not.toHaveBeenCalled()
})
