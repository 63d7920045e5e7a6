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

const press = () => user.click(screen.getByRole('button', { name: '登录' }))
const enter = async () => {
  await user.type(await screen.findByLabelText('用户名'), 'li')
  await user.type(screen.getByLabelText('密码'), 'secret-1234')
  await press()
}
const asksCode: Answer = { code: 401, msg: '请输入两步验证码', data: { totp: 1 } }

it('a sign-in leads on to the page that asked for it, and asks for no code', async () => {
  const page = openPage(<LoginPage />, '/login?redirect=%2Fdevices', '/login')
  await screen.findByLabelText('用户名')
  expect(screen.queryByLabelText('两步验证码')).toBeNull()
  await enter()
  await waitFor(() => expect(page.address()).toBe('/devices'))
  expect(sent).toEqual([{ username: 'li', password: 'secret-1234', totp: '' }])
  expect(session.get()).toMatchObject({ username: 'li', token: 't'.repeat(43) })
})

it('a code is asked for once the server says that it is needed, and an empty one is not sent', async () => {
  const { data } = answer
  answer = asksCode
  const page = openPage(<LoginPage />, '/login')
  await enter()
  const code = await screen.findByLabelText('两步验证码')
  expect(screen.queryByRole('alert')).toBeNull()
  await press()
  expect(await screen.findByText('两步验证码不能为空')).toBeTruthy()
  expect(sent).toHaveLength(1)
  answer = { code: 422, msg: '两步验证码错误', data: { errors: [{ field: 'code', msg: '两步验证码错误' }] } }
  await user.type(code, '000000')
  await press()
  expect((await screen.findAllByText('两步验证码错误')).length).toBeGreaterThan(0)
  answer = { data }
  await user.type(code, '123456')
  await press()
  await waitFor(() => expect(page.address()).toBe('/'))
  expect(sent.at(-1)).toEqual({ username: 'li', password: 'secret-1234', totp: '123456' })
})

it('another name is not asked for the code of the former one', async () => {
  answer = asksCode
  openPage(<LoginPage />, '/login')
  await enter()
  await screen.findByLabelText('两步验证码')
  await user.type(screen.getByLabelText('用户名'), 'n')
  await waitFor(() => expect(screen.queryByLabelText('两步验证码')).toBeNull())
})

it('a refusal is shown', async () => {
  answer = { code: 401, msg: '用户名或密码错误' }
  openPage(<LoginPage />, '/login')
  await enter()
  expect((await screen.findByRole('alert')).textContent).toBe('用户名或密码错误')
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
