// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { type Answer, openPage, stubBrowser } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { session } from '../../shared/session/session.ts'
import { LoginPage } from './LoginPage.tsx'
import { user } from '@weft/ui/testing/user.ts'

let sent: unknown[]
let answer: Answer
const operator = { username: 'li', role: 'sales', totp: 1 }
beforeEach(() => {
  localStorage.clear()
  session.clear()
  sent = []
  answer = { data: { access_token: 't'.repeat(43), token_expire_time: 28_800, operator } }
  stubBrowser(({ path, body }) => {
    if (path === 'login') sent.push(body)
    return path === 'login' ? answer : {}
  })
})

const enter = async (totp = '') => {
  await user.type(await screen.findByLabelText('用户名'), 'li')
  await user.type(screen.getByLabelText('密码'), 'secret-1234')
  if (totp) await user.type(screen.getByLabelText('两步验证码'), totp)
  await user.click(screen.getByRole('button', { name: '登录' }))
}

it('a sign-in leads on to the page that asked for it', async () => {
  const page = openPage(<LoginPage />, '/login?redirect=%2Fdevices', '/login')
  await enter('123456')
  await waitFor(() => expect(page.address()).toBe('/devices'))
  expect(sent).toEqual([{ username: 'li', password: 'secret-1234', totp: '123456' }])
  expect(session.get()).toMatchObject({ username: 'li', token: 't'.repeat(43) })
})

it('an empty code is sent as none, and a refusal is shown', async () => {
  answer = { code: 401, msg: '请输入两步验证码' }
  openPage(<LoginPage />, '/login')
  await enter()
  expect((await screen.findByRole('alert')).textContent).toBe('请输入两步验证码')
  expect(sent).toEqual([{ username: 'li', password: 'secret-1234', totp: '' }])
  expect(session.get()).toBeUndefined()
})

it('a sign-in does not lead to another site', async () => {
  const page = openPage(<LoginPage />, '/login?redirect=%2F%2Fevil.example', '/login')
  await enter()
  await waitFor(() => expect(page.address()).toBe('/'))
})

it('a first password is replaced by a new one, and the sign-in sends both', async () => {
  answer = { code: 401, msg: '当前密码为初始密码，请设置新密码', data: { new_password: 1 } }
  openPage(<LoginPage />, '/login')
  await enter()
  await screen.findByRole('heading', { name: '设置新密码' })
  await user.type(screen.getByLabelText('新密码'), 'My-own-2026')
  await user.type(screen.getByLabelText('确认新密码'), 'My-own-2026')
  answer = { data: { access_token: 't'.repeat(43), token_expire_time: 28_800, operator } }
  await user.click(screen.getByRole('button', { name: '设置并登录' }))
  await waitFor(() => expect(session.get()).toMatchObject({ username: 'li' }))
  expect(sent.at(-1)).toEqual({ username: 'li', password: 'secret-1234', totp: '', new_password: 'My-own-2026' })
})
