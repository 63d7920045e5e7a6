// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { contract } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { findButton, press } from '@weft/ui/testing/find-button.ts'
import { hearSavedFiles } from '@weft/ui/testing/saved-files.ts'
import { user } from '@weft/ui/testing/user.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { aPackage, inStore, noClients } from '../../../test/clients.ts'
import { anAccount, anAuth, aSoftwareMember } from '../../../test/data.ts'
import { type StubServer, stubServer } from '../../../test/stub-server.ts'
import { session } from '../../shared/session/session.ts'
import { DownloadPage } from './DownloadPage.tsx'

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
const one = { network_number: '1000000001', network_name: '门店' }
const other = { network_number: '1000000002', network_name: '总部' }
const lina = aSoftwareMember('lina', { note: '李娜', networks: [one] })

const saved = hearSavedFiles()
let server: StubServer
beforeEach(() => {
  server = stubServer()
  server.on(contract.clients.versions, noClients)
  server.on(contract.account.info, anAccount())
  server.on(contract.router.list, { rows: [lina], count: 1 })
  server.on(contract.memberFiles.profile, { file_name: 'lina-1000000001.ovpn', body: new Uint8Array(8) })
  isOn('Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/144.0.0.0')
})

const isOn = (userAgent: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
const open = (address = '/download') => openPage(<DownloadPage />, address)
const signedIn = (address?: string) => {
  session.startLink('token')
  return open(address)
}
const shows = (system: string) => screen.findByRole('region', { name: system })
const steps = (inside: Element = document.body) =>
  within(inside as HTMLElement)
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent)
const systems = () =>
  within(screen.getByRole('group', { name: '系统' }))
    .getAllByRole('button')
    .map((button) => [button.textContent, button.getAttribute('aria-pressed')] as const)
async function choose(name: string) {
  await user.click(await screen.findByRole('combobox', { name: '选择软件成员' }))
  await user.click((await screen.findAllByText(name)).at(-1)!)
}

it('the system in use is chosen, and another choice is kept in the address', async () => {
  const { address } = open()
  await shows('Windows')
  expect(screen.getByText('您在用 Windows')).toBeTruthy()
  expect(screen.getByText('路由器自带客户端，不用下载')).toBeTruthy()
  expect(systems()).toEqual([
    ['Windows', 'true'],
    ['macOS', 'false'],
    ['Android', 'false'],
    ['iPhone / iPad', 'false'],
    ['Linux', 'false'],
  ])
  await press('macOS')
  await shows('macOS')
  expect(address()).toBe('/download?system=macos')
})

it('on a phone the system in use comes first', async () => {
  isOn('Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/144.0.0.0 Mobile')
  open()
  await shows('Android')
  expect(systems()[0]).toEqual(['Android', 'true'])
})

it('the first system is shown if none is known', async () => {
  isOn('Mozilla/5.0 (X11; CrOS x86_64) Chrome/144.0.0.0')
  open()
  await shows('Windows')
  expect(screen.queryByText(/您在用/)).toBeNull()
})

it('a system without a client of our own has the steps of its standard client, and no link to one', async () => {
  open()
  const windows = await shows('Windows')
  expect(steps(windows)).toEqual(['安装 OpenVPN Connect', '下载配置', '输入用户名和密码，打开开关', '看到「已连接」'])
  expect(screen.queryByText('即将上线')).toBeNull()
  expect(screen.queryByRole('link', { name: /^下载/ })).toBeNull()
})

it('Linux has commands to copy, with the file of the profile', async () => {
  signedIn('/download?system=linux')
  const linux = await shows('Linux')
  expect(steps(linux)).toEqual(['安装 OpenVPN 2.5即将上线', '下载配置', '连接', '看到「Initialization Sequence Completed」'])
  expect(screen.getByText('sudo openvpn --config 文件名.ovpn')).toBeTruthy()
  await choose('李娜')
  expect(await findButton('复制 sudo openvpn --config lina-1000000001.ovpn')).toBeTruthy()
  expect(await findButton('复制 chmod 600 lina-1000000001.ovpn')).toBeTruthy()
})

it('a client of our own has version, size, date, checksum and earlier versions, and the standard client is another way', async () => {
  server.on(contract.clients.versions, versions)
  open()
  const windows = within(await shows('Windows'))
  expect(windows.getByText('3.2.1')).toBeTruthy()
  expect(windows.getByText('46.00 MB')).toBeTruthy()
  expect(windows.getByText('2026-09-21')).toBeTruthy()
  expect(windows.getByText('ab'.repeat(32))).toBeTruthy()
  expect(windows.getByRole('link', { name: '下载 Windows 3.2.1' }).getAttribute('href')).toBe('/download/files/w/weft.exe')
  expect(steps().slice(0, 3)).toEqual(['安装客户端', '登录', '看到「已连接」'])
  await user.click(windows.getByText('历史版本（1）'))
  expect(windows.getByRole('link', { name: '下载 Windows 3.1.0' }).getAttribute('href')).toBe('/download/files/o/weft.exe')
  await user.click(windows.getByText('改用标准的 OpenVPN 客户端'))
  expect(steps()[3]).toBe('安装 OpenVPN Connect')
})

it('macOS and iOS link to the App Store', async () => {
  server.on(contract.clients.versions, versions)
  open('/download?system=macos')
  const link = within(await shows('macOS')).getByRole('link', { name: /前往 App Store/ })
  expect(link.getAttribute('href')).toBe('https://apps.apple.com/cn/app/id1')
  expect(link.getAttribute('rel')).toContain('noopener')
})

it('Linux starts with the graphical client for CentOS, and another choice is kept in the address', async () => {
  server.on(contract.clients.versions, versions)
  const { address } = open('/download?system=linux')
  const linux = within(await shows('Linux'))
  const file = () => linux.getByRole('link', { name: /^下载/ }).getAttribute('href')
  expect(file()).toBe('/c.rpm')
  expect(linux.queryByText('即将上线', { selector: 'details *' })).toBeNull()
  await user.click(linux.getByText('命令行版'))
  await waitFor(() => expect(file()).toBe('/d.deb'))
  expect(address()).toBe('/download?system=linux&kind=cli')
  open('/download?system=linux&kind=graph&platform=ubuntu')
  const wished = within(await shows('Linux'))
  expect(wished.getByRole('link', { name: /^下载/ }).getAttribute('href')).toBe('/u.deb')
})

it('the client of a phone has a QR code of its page on a desktop, but not on the phone itself', async () => {
  server.on(contract.clients.versions, versions)
  open('/download?system=android')
  expect(within(await shows('Android')).getByRole('img', { name: 'Android 客户端下载页的二维码' })).toBeTruthy()
  isOn('Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/144.0.0.0 Mobile')
  open()
  await shows('Android')
  expect(screen.queryByText('手机扫码下载')).toBeNull()
})

it('who is not signed in reads where the profile comes from, and signing in leads back', async () => {
  open('/download?system=ios')
  await shows('iPhone / iPad')
  expect(screen.getByText(/请管理员把您的配置文件发给您/)).toBeTruthy()
  expect(screen.getByRole('link', { name: '登录后下载配置' }).getAttribute('href')).toBe('/login?redirect=%2Fdownload%3Fsystem%3Dios')
  expect(server.asked(contract.account.info)).toEqual([])
  expect(screen.queryByRole('combobox')).toBeNull()
})

it('who may not edit members reads whom to ask', async () => {
  server.on(contract.account.info, anAccount({ ram: 1, auth: anAuth({}, { edit: 0 }) }))
  signedIn()
  expect(await screen.findByText('下载配置需要「成员编辑」权限，请管理员下载后交给您')).toBeTruthy()
  expect(server.asked(contract.router.list)).toEqual([])
})

it('who may edit members finds one by typing, downloads the profile, and may show it as a QR code', async () => {
  signedIn()
  await user.type(await screen.findByRole('combobox', { name: '选择软件成员' }), '李')
  await waitFor(() => expect(server.asked(contract.router.list).at(-1)).toMatchObject({ type: '2', search: '李', page: '1', limit: '50' }))
  await user.click((await screen.findAllByText('李娜')).at(-1)!)
  expect(await screen.findByText('lina@20000001', { selector: 'code.weft-mono' })).toBeTruthy()
  await press('下载配置')
  await waitFor(() => expect(saved).toHaveBeenCalledExactlyOnceWith(expect.any(Blob), 'lina-1000000001.ovpn'))
  expect(server.asked(contract.memberFiles.profile)).toEqual([{ router_name: 'lina@20000001', network_number: '1000000001' }])
  expect(await findButton('生成二维码')).toBeTruthy()
  expect(server.asked(contract.memberFiles.profile_link)).toEqual([])
})

it('a member of several networks has a profile for each, and one of none has no profile', async () => {
  server.on(contract.router.list, {
    rows: [aSoftwareMember('both', { networks: [one, other] }), aSoftwareMember('none', { networks: [] })],
    count: 2,
  })
  signedIn()
  await choose('both@20000001')
  await user.click(await screen.findByRole('combobox', { name: '选择组网' }))
  expect(screen.queryByRole('button', { name: '下载配置' })).toBeNull()
  await user.click((await screen.findAllByText('总部')).at(-1)!)
  await press('下载配置')
  await waitFor(() => expect(server.asked(contract.memberFiles.profile)[0]).toMatchObject({ network_number: '1000000002' }))
  await choose('none@20000001')
  expect(await screen.findByText('该成员未加入任何组网，加入后才有配置')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '生成二维码' })).toBeNull()
})

it('the page offers to try again', async () => {
  server.silence(contract.clients.versions)
  open()
  const retry = await screen.findByRole('button', { name: '重试' })
  server.on(contract.clients.versions, versions)
  await user.click(retry)
  expect(within(await shows('Windows')).getByText('3.2.1')).toBeTruthy()
})
