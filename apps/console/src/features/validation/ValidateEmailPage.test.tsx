// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { type Answer, type Asked, openPage, stubBrowser } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { ValidateEmailPage } from './ValidateEmailPage.tsx'
import { user } from '@weft/ui/testing/user.ts'

let asked: Asked[]
let answer: () => Answer | Promise<Answer>

beforeEach(() => {
  asked = []
  answer = () => ({ msg: '邮箱已验证，谢谢', data: null })
  stubBrowser((request) => {
    asked.push(request)
    return answer()
  })
})
const open = (address: string) => openPage(<ValidateEmailPage />, address, '/validate/email')
const press = async () => user.click(await screen.findByRole('button', { name: '验证邮箱' }))

it('the page proves the address when the user presses, shows the answer of the server, and leads to the sign-in page', async () => {
  const { address } = open('/validate/email?s=abc')
  expect(await screen.findByText('请确认用此邮箱接收告警和通知')).toBeTruthy()
  expect(asked).toEqual([])
  await press()
  expect(await screen.findByText('邮箱已验证，谢谢')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: '验证信息' })).toBeTruthy()
  expect(asked.map(({ path, body }) => [path, body])).toEqual([['contacts/validate_email', { s: 'abc' }]])
  await user.click(screen.getByRole('link', { name: '前往登录' }))
  expect(address()).toBe('/login')
})

it("the page shows the server's message about an invalid link", async () => {
  answer = () => ({ code: 422, msg: '验证链接无效或已过期' })
  const { address } = open('/validate/email?s=spent')
  await press()
  expect(await screen.findByText('验证链接无效或已过期')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: '返回首页' }))
  expect(address()).toBe('/')
})

it('the page reports a missing answer', async () => {
  answer = () => Promise.reject(new TypeError('gone'))
  open('/validate/email?s=abc')
  await press()
  expect(await screen.findByText('系统响应超时，请稍后再试')).toBeTruthy()
})

it('the page sends nothing without a link', async () => {
  open('/validate/email')
  expect(await screen.findByText('验证链接无效')).toBeTruthy()
  expect(asked).toEqual([])
})
