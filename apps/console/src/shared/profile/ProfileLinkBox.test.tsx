// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { contract, PROFILE_LINK_SECONDS, type ProfileLinkState } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { pass, stopClock } from '@weft/ui/testing/clock.ts'
import { findButton, press } from '@weft/ui/testing/find-button.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { type StubServer, stubServer } from '../../../test/stub-server.ts'
import { ProfileLinkBox } from './ProfileLinkBox.tsx'

const { profile_link, profile_link_state } = contract.memberFiles
const now = () => Math.floor(Date.now() / 1000)
let server: StubServer
let state: Partial<ProfileLinkState>
let made: number
beforeEach(() => {
  server = stubServer()
  state = {}
  made = 0
  server.on(profile_link, () => {
    made += 1
    return { link_id: `00000000-0000-4000-8000-00000000000${made}`, token: `token-${made}`, expire_time: now() + PROFILE_LINK_SECONDS }
  })
  const expire_time = now() + PROFILE_LINK_SECONDS
  server.on(profile_link_state, () => ({ expire_time, use_time: null, use_system: '', ...state }))
})

const open = () => openPage(<ProfileLinkBox router_name="lina@20000001" network_number="1000000001" name="李娜" />)
const code = () => screen.findByRole('img', { name: '李娜 的配置二维码' })

/** What the box announces; the test's page has a status of its own. */
const said = () => screen.getAllByRole('status').find(({ tagName }) => tagName === 'STRONG')?.textContent

it('makes a link when asked for, counts down by the server’s time, and copies it with the token behind the #', async () => {
  stopClock()
  open()
  await findButton('生成二维码')
  expect(server.asked(profile_link)).toEqual([])
  await press('生成二维码')
  const svg = (await code()).querySelector('svg')!
  expect(svg.getAttribute('width')).toBe('176')
  expect(server.asked(profile_link)).toEqual([{ router_name: 'lina@20000001', network_number: '1000000001' }])
  await pass(18_000)
  expect(screen.getByText(/^李娜 · 9 分 4[0-3] 秒后失效，只能用一次$/)).toBeTruthy()
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await press('复制链接')
  expect(copied).toHaveBeenCalledExactlyOnceWith(`${location.origin}/profile#token-1`)
})

it('says when and from which system the link was used, and looks no more', async () => {
  stopClock()
  open()
  await press('生成二维码')
  await code()
  state = { use_time: now(), use_system: 'iPhone' }
  await pass(4000)
  await waitFor(() => expect(said()).toBe('已导入，iPhone，12:30'))
  expect(screen.queryByRole('button', { name: '复制链接' })).toBeNull()
  const asked = server.asked(profile_link_state).length
  await pass(30_000)
  expect(server.asked(profile_link_state)).toHaveLength(asked)
})

it('says that the link has ended, and makes another one', async () => {
  stopClock()
  open()
  await press('生成二维码')
  await code()
  await pass(PROFILE_LINK_SECONDS * 1000)
  expect(said()).toBe('已失效')
  expect(screen.queryByRole('button', { name: '复制链接' })).toBeNull()
  state = { expire_time: now() + PROFILE_LINK_SECONDS }
  await press('换一个')
  await waitFor(() => expect(said()).toBe(''))
  expect(made).toBe(2)
  expect(await findButton('复制链接')).toBeTruthy()
})

it('has no code if the link cannot be made', async () => {
  server.refuse(profile_link, 403, '组网没有可连接的中心，无法生成配置')
  open()
  await press('生成二维码')
  expect(await screen.findByText('组网没有可连接的中心，无法生成配置')).toBeTruthy()
  expect(screen.queryByRole('img', { name: /二维码/ })).toBeNull()
  expect(await findButton('生成二维码')).toBeTruthy()
})
