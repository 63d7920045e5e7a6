// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { type Answer, type Asked, openPage, stubBrowser } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { ResetPage } from './ResetPage.tsx'
import { user } from '@weft/ui/testing/user.ts'

let asked: Asked[]
let pictures: number
let site: object
let answers: Record<string, Answer | (() => Promise<Answer>)>
const both = { phone: '138****5678', email: 'li***@…' }

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  asked = []
  pictures = 0
  site = { phone: '400-800-1234' }
  answers = {
    'verify/find_password': { data: both },
    'verify/find_password_code': { data: { receipt: 'receipt-1' } },
    'verify/authentication': { data: null },
    'verify/reset_password': { data: null },
  }
  stubBrowser((request) => {
    if (request.path === '/site.json') return site
    asked.push(request)
    if (request.path === 'verify/code') return { data: { content: 'data:image/webp;base64,x', uniqid: `picture-${++pictures}`, work: 0 } }
    const answer = answers[request.path] ?? { code: 404, msg: request.path }
    return typeof answer === 'function' ? answer() : answer
  })
})

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const press = (name: RegExp) => user.click(screen.getByRole('button', { name }))
const bodies = (path: string) => asked.filter((one) => one.path === path).map(({ body }) => body)

async function enterAccount() {
  openPage(<ResetPage />, '/reset', '/reset')
  await screen.findByAltText('图形验证码图片')
  type('用户名 / 手机号 / 邮箱', ' linxiao ')
  type('图形验证码', 'k7px')
  await user.click(field('图形验证码'))
  await user.keyboard('{Enter}')
}
async function prove() {
  await enterAccount()
  await screen.findByRole('radio', { name: /手机验证/ })
  type('验证码', '123456')
  await press(/下一步/)
  await screen.findByLabelText('新密码')
}

it('a recovery goes from the name through a code to the new password', async () => {
  await enterAccount()
  await screen.findByRole('radio', { name: /手机验证.*138\*{4}5678/ })
  await press(/获取验证码/)
  await screen.findByRole('button', { name: /秒后重试/ })
  type('验证码', '123456')
  await press(/下一步/)
  await screen.findByLabelText('新密码')
  type('新密码', 'Orchard7')
  type('确认新密码', 'Orchard7')
  await press(/提交/)
  expect(await screen.findByRole('heading', { level: 1, name: '密码已重置' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '去登录' }).getAttribute('href')).toBe('/login')
  const uniqid = 'picture-1'
  expect(bodies('verify/find_password')).toEqual([{ username: 'linxiao', img_code: 'k7px', uniqid }])
  expect(bodies('verify/find_password_code')).toEqual([{ uniqid, send_type: 'phone' }])
  expect(bodies('verify/authentication')).toEqual([{ code: '123456', uniqid, send_type: 'phone' }])
  expect(bodies('verify/reset_password')).toEqual([{ password: 'Orchard7', reset_password: 'Orchard7', uniqid }])
})

it('the code is sent to the chosen contact', async () => {
  await enterAccount()
  await user.click(await screen.findByRole('radio', { name: /邮箱验证/ }))
  await press(/获取验证码/)
  await waitFor(() => expect(bodies('verify/find_password_code')).toEqual([{ uniqid: 'picture-1', send_type: 'email' }]))
})

it('a single contact is named, and no choice is offered', async () => {
  answers['verify/find_password'] = { data: { ...both, phone: '' } }
  await enterAccount()
  expect(await screen.findByText('若账号存在，验证码将发送至 li***@…')).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
})

it('an account without a known contact is referred to customer service', async () => {
  answers['verify/find_password'] = { data: { phone: '', email: '' } }
  await enterAccount()
  expect(await screen.findByText(/请联系客服核实身份/)).toBeTruthy()
  expect((await screen.findByRole<HTMLAnchorElement>('link', { name: '致电 400-800-1234' })).href).toBe('tel:4008001234')
  await press(/上一步/)
  expect(await screen.findByLabelText('用户名 / 手机号 / 邮箱')).toBeTruthy()
})

it('a refusal is shown with a new picture and an empty code', async () => {
  answers['verify/find_password'] = { code: 422, msg: '图形验证码错误或已过期' }
  await enterAccount()
  expect((await screen.findByRole('alert')).textContent).toBe('图形验证码错误或已过期')
  expect(field('图形验证码').value).toBe('')
  expect(field('用户名 / 手机号 / 邮箱').value).toBe(' linxiao ')
  await waitFor(() => expect(pictures).toBe(2))
  await waitFor(() => expect(document.activeElement).toBe(field('图形验证码')))
})

it('the refusal of the former try makes way for what is wrong with the next one', async () => {
  answers['verify/find_password'] = { code: 422, msg: '图形验证码错误或已过期' }
  await enterAccount()
  await screen.findByText('图形验证码错误或已过期')
  await press(/下一步/)
  expect((await screen.findAllByText('验证码不能为空')).length).toBeGreaterThan(0)
  expect(screen.queryByText('图形验证码错误或已过期')).toBeNull()
})

it('a missing answer renews the picture as well', async () => {
  answers['verify/find_password'] = () => Promise.reject(new TypeError('gone'))
  await enterAccount()
  expect((await screen.findByRole('alert')).textContent).toBe('系统响应超时，请稍后再试')
  await waitFor(() => expect(pictures).toBe(2))
})

it.each([
  [403, '找回密码已超时，请重新开始'],
  [401, '请先完成身份验证'],
])('a recovery that the server has ended starts again, and says why (%i)', async (code, msg) => {
  await prove()
  answers['verify/reset_password'] = { code, msg }
  type('新密码', 'Orchard7')
  type('确认新密码', 'Orchard7')
  await press(/提交/)
  expect(await screen.findByLabelText('用户名 / 手机号 / 邮箱')).toBeTruthy()
  // Shown next to the form, and once as a toast.
  await waitFor(() => expect(screen.getAllByText(msg)).toHaveLength(2))
})

it('a wrong code is reported at its field', async () => {
  const msg = '验证码错误或已过期'
  answers['verify/authentication'] = { code: 422, msg, data: { errors: [{ field: 'code', msg }] } }
  await enterAccount()
  await screen.findByRole('radio', { name: /手机验证/ })
  type('验证码', '000000')
  await press(/下一步/)
  await waitFor(() => expect(field('验证码').getAttribute('aria-invalid')).toBe('true'))
  expect((await screen.findAllByText(msg)).length).toBeGreaterThan(0)
})

it('the new password must be typed twice, and be the same', async () => {
  await prove()
  type('新密码', 'Orchard7')
  type('确认新密码', 'Orchard8')
  await press(/提交/)
  // Shown next to the field, and once as a toast.
  await waitFor(() => expect(screen.getAllByText('两次输入的密码不一致')).toHaveLength(2))
  expect(bodies('verify/reset_password')).toEqual([])
})

it('a recovery that has begun is not left without a question', async () => {
  const { address } = openPage(<ResetPage />, '/reset', '/reset')
  await screen.findByAltText('图形验证码图片')
  type('用户名 / 手机号 / 邮箱', 'linxiao')
  await user.click(screen.getByRole('link', { name: '直接登录' }))
  await user.click(await screen.findByRole('button', { name: '继续编辑' }))
  expect(address()).toBe('/reset')
  expect(field('用户名 / 手机号 / 邮箱').value).toBe('linxiao')
  await user.click(screen.getByRole('link', { name: '直接登录' }))
  await user.click(await screen.findByRole('button', { name: '放弃' }))
  await waitFor(() => expect(address()).toBe('/login'))
})
