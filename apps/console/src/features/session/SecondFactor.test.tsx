// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { type Answer, type Asked, openPage, stubBrowser } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { session } from '../../shared/session/session.ts'
import { LoginPage } from './LoginPage.tsx'
import { user } from '@weft/ui/testing/user.ts'

let asked: Asked[]
let answers: Record<string, Answer>
const owner = { username: 'linxiao', nickname: '林晓', ram: 0, account_number: '10000001' }
const signedIn: Answer = { data: { access_token: 'fresh', token_expire_time: 1800, user: owner } }
const needed: Answer = { code: 401, msg: '请输入两步验证码', data: { totp: 1, challenge: 'challenge-1' } }

beforeEach(() => {
  localStorage.clear()
  session.clear()
  asked = []
  answers = { 'login/authorization': needed, 'login/ram': needed, 'login/totp': signedIn }
  window.history.replaceState(null, '', '/login')
  stubBrowser((request) => {
    asked.push(request)
    if (request.path === 'verify/code') return { data: { content: 'data:image/webp;base64,x', uniqid: 'picture', work: 0 } }
    return answers[request.path] ?? { code: 404, msg: request.path }
  })
})

const code = () => screen.getByLabelText<HTMLInputElement>('两步验证码')
const totpCalls = () => asked.filter(({ path }) => path === 'login/totp').map(({ body }) => body)

async function enterPassword(name = 'linxiao') {
  const view = openPage(<LoginPage />, '/login?redirect=%2Fnetwork%2Flists', '/login')
  await screen.findByAltText('图形验证码图片')
  if (name.includes('@')) await user.click(screen.getByRole('link', { name: '子账号登录' }))
  await user.type(screen.getByLabelText(/^(用户名 \/ 手机号 \/ 邮箱|子账号用户名)$/), name)
  await user.type(screen.getByLabelText('密码'), 'secret-1')
  await user.type(screen.getByLabelText('图形验证码'), 'k7px{Enter}')
  await screen.findByRole('heading', { level: 1, name: '两步验证' })
  return view
}

it('the second factor is asked for with the focus in its field; its sixth digit sends it, and the requested page opens', async () => {
  const { address } = await enterPassword()
  expect(session.get()).toBeUndefined()
  expect(document.activeElement).toBe(code())
  await user.keyboard('123456')
  await waitFor(() => expect(address()).toBe('/network/lists'))
  expect(totpCalls()).toEqual([{ challenge: 'challenge-1', code: '123456' }])
  expect(session.get()?.token).toBe('fresh')
})

it('a recovery code is accepted instead', async () => {
  const { address } = await enterPassword()
  await user.click(screen.getByRole('button', { name: '使用恢复码' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('恢复码')))
  await user.keyboard('abcde-fghij{Enter}')
  await waitFor(() => expect(address()).toBe('/network/lists'))
  expect(totpCalls()).toEqual([{ challenge: 'challenge-1', code: 'abcde-fghij' }])
})

it('a wrong code is reported at the field, which is emptied', async () => {
  const msg = '两步验证码错误'
  answers['login/totp'] = { code: 422, msg, data: { errors: [{ field: 'code', msg }] } }
  await enterPassword()
  await user.keyboard('000000')
  expect(await screen.findByText(msg)).toBeTruthy()
  expect(code().value).toBe('')
  expect(document.activeElement).toBe(code())
})

it('a missing code is reported, and nothing is sent', async () => {
  await enterPassword()
  await user.keyboard('{Enter}')
  // Shown next to the field, and once as a toast.
  await waitFor(() => expect(screen.getAllByText('两步验证码不能为空')).toHaveLength(2))
  expect(totpCalls()).toEqual([])
})

it('a second step that timed out returns to the password, and says why', async () => {
  answers['login/totp'] = { code: 403, msg: '两步验证已超时，请重新登录' }
  await enterPassword()
  await user.keyboard('123456')
  expect((await screen.findByRole('alert')).textContent).toBe('两步验证已超时，请重新登录')
  expect(screen.getByLabelText<HTMLInputElement>('用户名 / 手机号 / 邮箱').value).toBe('linxiao')
  expect(screen.getByLabelText<HTMLInputElement>('密码').value).toBe('')
})

it('a sub-account returns to its own form', async () => {
  await enterPassword('chenhao@10000001')
  await user.click(screen.getByRole('button', { name: '返回' }))
  expect(screen.getByLabelText<HTMLInputElement>('子账号用户名').value).toBe('chenhao@10000001')
  expect(screen.queryByRole('alert')).toBeNull()
})
