// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { contract } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { press } from '@weft/ui/testing/find-button.ts'
import { hearSavedFiles } from '@weft/ui/testing/saved-files.ts'
import { user } from '@weft/ui/testing/user.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { type StubServer, stubServer } from '../../../test/stub-server.ts'
import { ProfileLinkPage } from './ProfileLinkPage.tsx'

const use = contract.memberFiles.profile_link_use
const saved = hearSavedFiles()
let server: StubServer
beforeEach(() => {
  server = stubServer()
  server.on(use, { file_name: 'lina-1000000001.ovpn', body: new Uint8Array(8) })
  isOn('Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) Version/18.3 Safari/604.1')
})

const isOn = (userAgent: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
const open = (address = '/profile#a-token') => openPage(<ProfileLinkPage />, address, '/profile')

it('opening the page uses nothing up; the press gets the file and says what to do with it', async () => {
  const { address } = open()
  expect(await screen.findByRole('heading', { level: 1, name: '下载配置' })).toBeTruthy()
  expect(server.asked(use)).toEqual([])
  await press('下载配置')
  expect(await screen.findByRole('heading', { level: 1, name: '配置已下载' })).toBeTruthy()
  expect(server.asked(use)).toEqual([{ token: 'a-token' }])
  expect(saved).toHaveBeenCalledExactlyOnceWith(expect.any(Blob), 'lina-1000000001.ovpn')
  expect(screen.getByText('在「文件」里点开 .ovpn 文件，点分享，选择 OpenVPN')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: '安装和连接的步骤' }))
  expect(address()).toBe('/download')
})

it('a link that was used or is over shows the sentence of the server', async () => {
  server.refuse(use, 403, '该链接已经用过，每个链接只能用一次；请让对方重新生成')
  open()
  await press('下载配置')
  expect(await screen.findByText('该链接已经用过，每个链接只能用一次；请让对方重新生成')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '下载配置' })).toBeNull()
  expect(saved).not.toHaveBeenCalled()
})

it('without an answer, and while the address has tried too often, one can try again', async () => {
  server.silence(use)
  open()
  await press('下载配置')
  expect(await screen.findByText(/^系统响应超时/)).toBeTruthy()
  server.refuse(use, 429, '当前网络打开无效配置链接的次数已达上限')
  await press('下载配置')
  expect(await screen.findByText('当前网络打开无效配置链接的次数已达上限')).toBeTruthy()
  server.on(use, { file_name: 'lina-1000000001.ovpn', body: new Uint8Array(8) })
  await press('下载配置')
  expect(await screen.findByText('配置已下载')).toBeTruthy()
})

it('a program for chats is told to open the browser before the link is used up', async () => {
  isOn('Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 MicroMessenger/8.0.50')
  open()
  expect(await screen.findByText(/选择「在浏览器打开」/)).toBeTruthy()
})

it('a link without its token sends nothing', async () => {
  open('/profile')
  expect(await screen.findByText('链接不完整，请重新扫码，或让对方重新发送')).toBeTruthy()
  expect(server.asked(use)).toEqual([])
})
