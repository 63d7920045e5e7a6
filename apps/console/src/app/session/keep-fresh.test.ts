// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { session } from '../../shared/session/session.ts'
import { keepFresh } from './keep-fresh.ts'

const user = { username: 'l', nickname: '', ram: 0 as const, account_number: '1' }
let stop: () => void
const refresh = vi.spyOn(session, 'refresh')

beforeEach(() => {
  vi.useFakeTimers()
  refresh.mockReset().mockResolvedValue(true)
  session.start({ access_token: 'first', token_expire_time: 1800, user })
  stop = keepFresh()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})
const action = () => window.dispatchEvent(new Event('pointerdown'))

it('the token is refreshed once, within its last minute, while the user works', async () => {
  await vi.advanceTimersByTimeAsync(1_700_000)
  expect(refresh).not.toHaveBeenCalled()
  action()
  await vi.advanceTimersByTimeAsync(90_000)
  expect(refresh).toHaveBeenCalledOnce()
})

it('the token of an idle session is not refreshed', async () => {
  await vi.advanceTimersByTimeAsync(1_800_000)
  expect(refresh).not.toHaveBeenCalled()
})

it('a refresh that got no answer is tried again', async () => {
  refresh.mockRejectedValueOnce(new Error('gone'))
  await vi.advanceTimersByTimeAsync(1_735_000)
  action()
  await vi.advanceTimersByTimeAsync(45_000)
  expect(refresh.mock.calls.length).toBeGreaterThan(1)
})

it('the token of a login link is never refreshed', async () => {
  session.startLink('link')
  await vi.advanceTimersByTimeAsync(3_590_000)
  action()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(refresh).not.toHaveBeenCalled()
})
