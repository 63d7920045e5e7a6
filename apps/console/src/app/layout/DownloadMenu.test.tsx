// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { contract } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { aPackage, inStore, noClients } from '../../../test/clients.ts'
import { type StubServer, stubServer } from '../../../test/stub-server.ts'
import { DownloadMenu } from './DownloadMenu.tsx'
import { user } from '@weft/ui/testing/user.ts'

let server: StubServer
beforeEach(() => {
  localStorage.clear()
  server = stubServer()
  server.on(contract.clients.versions, {
    ...noClients,
    windows: { ...aPackage({ url: '/download/files/1/weft.exe' }), history: [] },
    ios: { ...inStore({ store_url: 'https://apps.apple.com/app/id1' }), history: [] },
    linux: { graph: [{ ...aPackage(), platform: 'centos', history: [] }], cli: [{ ...aPackage(), platform: 'debian', history: [] }] },
  })
})

const open = async () => {
  const opened = openPage(<DownloadMenu />, '/dashboard')
  await user.click(await screen.findByRole('button', { name: '客户端下载' }))
  return opened
}
const item = (name: RegExp) => screen.getByRole('menuitem', { name })

it('the download menu asks for the client versions when it is first opened, not before', async () => {
  openPage(<DownloadMenu />)
  await screen.findByRole('button', { name: '客户端下载' })
  expect(server.asked(contract.clients.versions)).toHaveLength(0)
  await open()
  await waitFor(() => expect(server.asked(contract.clients.versions)).toHaveLength(1))
})

it('the download menu links to the file, to the store in a new tab, and to the steps of the standard client where there is none of our own', async () => {
  const { address } = await open()
  await waitFor(() => expect(item(/^Windows/).getAttribute('href')).toBe('/download/files/1/weft.exe'))
  expect(item(/^Windows/).hasAttribute('download')).toBe(true)
  expect(document.activeElement, 'the focus survives the answer').toBe(item(/^Windows/))
  expect(item(/^iOS/).getAttribute('href')).toBe('https://apps.apple.com/app/id1')
  expect(item(/^iOS/).getAttribute('target')).toBe('_blank')
  expect(item(/^iOS/).textContent).toContain('前往 App Store')
  expect(item(/^Android/).textContent).toContain('标准客户端')
  await user.click(item(/^Android/))
  await waitFor(() => expect(address()).toBe('/download?system=android'))
})

it('a Linux entry opens the download page at that kind of client, where the distribution is chosen', async () => {
  const { address } = await open()
  await user.click(item(/^命令行版/))
  await waitFor(() => expect(address()).toBe('/download?system=linux&kind=cli'))
})

it('the download menu says that Linux is coming when there is no client for it', async () => {
  server.on(contract.clients.versions, noClients)
  await open()
  expect((await screen.findByRole('menuitem', { name: 'Linux（即将上线）' })).getAttribute('aria-disabled')).toBe('true')
})

it('the entries open the download page while the server does not answer', async () => {
  server.silence(contract.clients.versions)
  const { address } = await open()
  await user.click(item(/^Windows/))
  await waitFor(() => expect(address()).toBe('/download?system=windows'))
})
