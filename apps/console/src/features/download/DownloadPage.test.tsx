// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { contract } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it, vi } from 'vitest'
import { aPackage, inStore, noClients } from '../../../test/clients.ts'
import { type StubServer, stubServer } from '../../../test/stub-server.ts'
import { DownloadPage } from './DownloadPage.tsx'
import { user } from '@weft/ui/testing/user.ts'

const onLinux = (platform: string, url: string) => ({ ...aPackage({ id: url, url }), platform, history: [] })
const versions = {
  windows: {
    ...aPackage({ url: '/download/files/w/weft.exe' }),
    history: [aPackage({ id: '0', version: '3.1.0', size: 1024, release_time: 1_780_000_000, url: '/download/files/o/weft.exe' })],
  },
  macos: { ...inStore(), history: [] },
  android: { ...aPackage({ url: '/download/files/a/weft.apk' }), history: [] },
  ios: { ...inStore(), history: [] },
  linux: { graph: [onLinux('ubuntu', '/u.deb'), onLinux('centos', '/c.rpm')], cli: [onLinux('debian', '/d.deb')] },
}

let server: StubServer
beforeEach(() => {
  localStorage.clear()
  server = stubServer()
  server.on(contract.clients.versions, versions)
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/144.0.0.0')
})

const open = (address = '/download') => openPage(<DownloadPage />, address)
const card = async (name: string) => within(await screen.findByRole('region', { name }))
const names = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

it('the system of the visitor comes first and is recommended', async () => {
  open()
  expect((await card('Windows')).getByText('推荐')).toBeTruthy()
  expect(names()).toEqual(['Windows', 'macOS', 'Android', 'iOS', 'Linux'])
  open('/download?system=ios')
  expect((await card('iOS')).getByText('推荐')).toBeTruthy()
  expect(names()[0]).toBe('iOS')
})

it('no client is recommended if none fits', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (X11; CrOS x86_64) Chrome/144.0.0.0')
  open()
  await card('Windows')
  expect(screen.queryByText('推荐')).toBeNull()
})

it('a card shows version, size, date and checksum, and lists earlier versions', async () => {
  open()
  const windows = await card('Windows')
  expect(windows.getByText('3.2.1')).toBeTruthy()
  expect(windows.getByText('46.00 MB')).toBeTruthy()
  expect(windows.getByText('2026-09-21')).toBeTruthy()
  expect(windows.getByText('ab'.repeat(32))).toBeTruthy()
  expect(windows.getByRole('link', { name: '下载 Windows 3.2.1' }).getAttribute('href')).toBe('/download/files/w/weft.exe')
  await user.click(windows.getByText('历史版本（1）'))
  expect(windows.getByRole('link', { name: '下载 Windows 3.1.0' }).getAttribute('href')).toBe('/download/files/o/weft.exe')
})

it('macOS and iOS link to the App Store', async () => {
  open()
  const link = (await card('macOS')).getByRole('link', { name: /前往 App Store/ })
  expect(link.getAttribute('href')).toBe('https://apps.apple.com/cn/app/id1')
  expect(link.getAttribute('rel')).toContain('noopener')
})

it('Linux starts with the graphical client for CentOS, and another choice is kept in the address', async () => {
  const { address } = open()
  const linux = await card('Linux')
  const file = () => linux.getByRole('link').getAttribute('href')
  expect(file()).toBe('/c.rpm')
  await user.click(linux.getByText('命令行版'))
  await waitFor(() => expect(file()).toBe('/d.deb'))
  expect(address()).toBe('/download?kind=cli')
  open('/download?system=linux&kind=graph&platform=ubuntu')
  const wished = await card('Linux')
  expect(wished.getByRole('link').getAttribute('href')).toBe('/u.deb')
})

it('a system without a client of our own has the steps for its standard client, and no link', async () => {
  server.on(contract.clients.versions, noClients)
  open()
  const linux = await card('Linux')
  expect(linux.getByText('即将上线')).toBeTruthy()
  expect(linux.getByText(/openvpn --config/)).toBeTruthy()
  const windows = await card('Windows')
  expect(windows.queryByText('即将上线')).toBeNull()
  expect(windows.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('OpenVPN Connect'),
    expect.stringContaining('下载配置'),
    expect.stringContaining('.ovpn'),
    expect.stringContaining('登录'),
  ])
  expect(linux.queryByRole('link')).toBeNull()
  expect((await card('iOS')).queryByRole('img', { hidden: false })).toBeNull()
})

it('QR codes are shown on a desktop, but not on the phone itself', async () => {
  open()
  expect((await card('Android')).getByRole('img', { name: /二维码/ })).toBeTruthy()
  expect((await card('iOS')).getByText('手机扫码下载')).toBeTruthy()
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/144.0.0.0 Mobile')
  open()
  expect((await card('Android')).getByText('推荐')).toBeTruthy()
  expect(screen.queryByText('手机扫码下载')).toBeNull()
})

it('the page offers to try again', async () => {
  server.silence(contract.clients.versions)
  open()
  const retry = await screen.findByRole('button', { name: '重试' })
  server.on(contract.clients.versions, versions)
  await user.click(retry)
  expect((await card('Windows')).getByText('3.2.1')).toBeTruthy()
})
