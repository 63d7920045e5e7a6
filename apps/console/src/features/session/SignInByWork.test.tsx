// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { WORK_WITHOUT_PICTURE } from '@weft/contract'
import { type Answer, type Asked, openPage, stubBrowser } from '@weft/ui/testing.tsx'
import { user } from '@weft/ui/testing/user.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { session } from '../../shared/session/session.ts'
import { LoginPage } from './LoginPage.tsx'

interface Computation {
  uniqid: string
  work: number
  ended: boolean
  say: (news: object) => void
}
let computations: Computation[]
let asked: Asked[]
let answers: Answer[]
let work: number
const proof = Array.from({ length: 16 }, (_, i) => i)
const owner = { username: 'linxiao', nickname: '林晓', ram: 0, account_number: '10000001' }
const signedIn: Answer = { data: { access_token: 'fresh', token_expire_time: 1800, user: owner } }

/** A worker whose messages the test sends. */
class StubWorker {
  private hear: (event: { data: object }) => void = () => {}
  computation: Computation | undefined
  addEventListener(type: string, listener: (event: { data: object }) => void) {
    if (type === 'message') this.hear = listener
  }
  postMessage({ uniqid, work }: { uniqid: string; work: number }) {
    this.computation = { uniqid, work, ended: false, say: (data) => act(() => this.hear({ data })) }
    computations.push(this.computation)
  }
  terminate() {
    if (this.computation) this.computation.ended = true
  }
}

beforeEach(() => {
  localStorage.clear()
  session.clear()
  ;[computations, asked, answers, work] = [[], [], [signedIn], 0]
  window.history.replaceState(null, '', '/login')
  let pictures = 0
  stubBrowser((request) => {
    if (request.path === 'verify/code') return { data: { content: 'data:image/webp;base64,', uniqid: `picture-${++pictures}`, work } }
    asked.push(request)
    return answers.shift() ?? { code: 404, msg: request.path }
  })
  vi.stubGlobal('Worker', StubWorker)
})

async function open() {
  const page = openPage(<LoginPage />, '/login', '/login')
  await screen.findByAltText('图形验证码图片')
  await user.type(screen.getByLabelText('用户名 / 手机号 / 邮箱'), 'linxiao')
  await user.type(screen.getByLabelText('密码'), 'secret-1')
  return page
}
const instead = () => screen.getByRole('button', { name: '看不清图片？改用计算验证' })
const status = () => document.querySelector('.verification-picture [role="status"]')?.textContent
const computed = async (number: number) => {
  await waitFor(() => expect(computations).toHaveLength(number))
  return computations[number - 1]!
}

it('a user who cannot read the picture lets the browser compute, sees its progress, and signs in without a code', async () => {
  const { address } = await open()
  instead().focus()
  await user.keyboard('{Enter}')
  const computation = await computed(1)
  expect(computation).toMatchObject({ uniqid: 'picture-1', work: WORK_WITHOUT_PICTURE })
  expect(screen.queryByAltText('图形验证码图片')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '改用图形验证码' }))
  expect(status()).toBe('浏览器正在计算，约需 10 秒')
  computation.say({ done: 8 })
  expect(status()).toBe('计算已完成 50%')
  expect(screen.getByRole('progressbar', { name: '浏览器正在计算，已完成 50%' })).toBeTruthy()
  computation.say({ done: 16 })
  computation.say({ proof })
  expect(status()).toBe('计算验证已完成，无需输入图形验证码')
  await user.click(screen.getByRole('button', { name: '登录' }))
  await waitFor(() => expect(address()).toBe('/'))
  expect(asked[0]?.body).toEqual({ username: 'linxiao', password: 'secret-1', uniqid: 'picture-1', proof })
})

it('going back to the picture ends the computation', async () => {
  await open()
  await user.click(instead())
  const computation = await computed(1)
  await user.click(screen.getByRole('button', { name: '改用图形验证码' }))
  expect(computation.ended).toBe(true)
  expect(await screen.findByAltText('图形验证码图片')).toBeTruthy()
  expect(status()).toBe('')
})

it('work required in addition to the picture is computed and sent with the same picture, without another press', async () => {
  answers = [{ code: 422, msg: '请先完成计算验证', data: { work: 400_000 } }, signedIn]
  const { address } = await open()
  await user.type(screen.getByLabelText('图形验证码'), 'hh23{Enter}')
  const computation = await computed(1)
  expect(computation).toMatchObject({ uniqid: 'picture-1', work: 400_000 })
  computation.say({ proof })
  await waitFor(() => expect(address()).toBe('/'))
  expect(asked.map(({ body }) => body)).toEqual([
    { username: 'linxiao', password: 'secret-1', code: 'hh23', uniqid: 'picture-1' },
    { username: 'linxiao', password: 'secret-1', code: 'hh23', uniqid: 'picture-1', proof },
  ])
})

it('a picture that requires work is sent with its proof at once', async () => {
  work = 300_000
  const { address } = await open()
  await user.type(screen.getByLabelText('图形验证码'), 'hh23{Enter}')
  const computation = await computed(1)
  expect(computation.work).toBe(300_000)
  computation.say({ proof })
  await waitFor(() => expect(address()).toBe('/'))
  expect(asked).toHaveLength(1)
})

it('after a refusal the next picture is computed when the form is submitted', async () => {
  answers = [{ code: 401, msg: '用户名或密码错误' }, signedIn]
  const { address } = await open()
  await user.click(instead())
  ;(await computed(1)).say({ proof })
  await user.click(screen.getByRole('button', { name: '登录' }))
  expect(await screen.findByText('用户名或密码错误')).toBeTruthy()
  expect(screen.getByText('提交时由浏览器自动计算，约需 10 秒')).toBeTruthy()
  // Not by the button, which for a moment still shows that it is loading.
  fireEvent.submit(document.querySelector('form')!)
  const next = await computed(2)
  expect(next.uniqid).toBe('picture-2')
  next.say({ proof })
  await waitFor(() => expect(address()).toBe('/'))
})
