// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { pass, stopClock } from '@weft/ui/testing/clock.ts'
import { type Answer, type Asked, openPage, stubBrowser } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { RegisterPage } from './RegisterPage.tsx'
import { user } from '@weft/ui/testing/user.ts'

let asked: Asked[]
let pictures: number
let site: object
let answers: Record<string, Answer | ((request: Asked) => Answer) | Promise<Answer>>

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  asked = []
  pictures = 0
  site = { product: '经纬' }
  answers = { 'verify/register': { data: { receipt: 'receipt-1' } } }
  stubBrowser((request) => {
    if (request.path === '/site.json') return site
    asked.push(request)
    if (request.path === 'verify/code') return { data: { content: 'data:image/webp;base64,x', uniqid: `picture-${++pictures}`, work: 0 } }
    const answer = answers[request.path] ?? { code: 404, msg: request.path }
    return typeof answer === 'function' ? answer(request) : answer
  })
})

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }))
const bodies = (path: string) => asked.filter((one) => one.path === path).map(({ body }) => body)
const problemOf = (name: string) => {
  const ids = (field(name).getAttribute('aria-describedby') ?? '').split(' ')
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join('')
}
const open = () => openPage(<RegisterPage />, '/register', '/register')
function fill() {
  type('昵称', ' 林晓 ')
  type('用户名', ' linxiao ')
  type('密码', 'Orchard7')
  type('确认密码', 'Orchard7')
}

it('a user registers with a phone, and the sign-in page opens', async () => {
  answers['account/register'] = { data: null }
  const { address } = open()
  fill()
  type('手机号', '13800000000')
  await press(/获取验证码/)
  expect(await screen.findByRole('button', { name: /\d+ 秒后重试/ })).toBeTruthy()
  expect(bodies('verify/register')).toEqual([{ send_type: 'phone', send_value: '+86 13800000000' }])
  type('短信验证码', '123456')
  await user.click(screen.getByRole('checkbox'))
  stopClock()
  await press('注册')
  expect(await screen.findByRole('heading', { level: 1, name: '注册成功' })).toBeTruthy()
  expect(screen.getByText('2 秒后自动跳转到登录页')).toBeTruthy()
  expect(bodies('account/register')).toEqual([
    {
      nickname: '林晓',
      username: 'linxiao',
      password: 'Orchard7',
      newPassword: 'Orchard7',
      code: '123456',
      type: 'phone',
      verify: '+86 13800000000',
    },
  ])
  await pass(2000)
  await waitFor(() => expect(address()).toBe('/login'))
})

it('the input is kept when the channel changes, and a user can register with an e-mail', async () => {
  answers['account/register'] = { data: null }
  open()
  fill()
  type('手机号', '13800000000')
  await user.click(screen.getByRole('link', { name: '邮箱注册' }))
  expect(field('用户名').value).toBe(' linxiao ')
  type('邮箱', 'lin@example.com')
  await press(/获取验证码/)
  await screen.findByRole('button', { name: /秒后重试/ })
  type('邮箱验证码', '654321')
  await user.click(screen.getByRole('link', { name: '手机注册' }))
  expect(field('手机号').value).toBe('13800000000')
  await user.click(screen.getByRole('link', { name: '邮箱注册' }))
  expect(field('邮箱').value).toBe('lin@example.com')
  await user.click(screen.getByRole('checkbox'))
  await press('注册')
  await screen.findByText('2 秒后自动跳转到登录页')
  expect(bodies('account/register')).toMatchObject([{ type: 'email', verify: 'lin@example.com', code: '654321' }])
})

it('each wrong field is reported, and nothing is sent', async () => {
  open()
  type('昵称', '林')
  type('用户名', '123456')
  type('密码', 'Orchard7')
  type('确认密码', 'Orchard8')
  type('手机号', '12345678901')
  await user.click(screen.getByRole('checkbox'))
  await press('注册')
  await waitFor(() => expect(problemOf('昵称')).toContain('昵称为 2–12 位中文、字母或数字'))
  expect(problemOf('用户名')).toContain('用户名不能全部为数字')
  expect(problemOf('确认密码')).toContain('两次输入的密码不一致')
  expect(problemOf('手机号')).toContain('请输入正确的手机号')
  expect(problemOf('短信验证码')).toContain('验证码不能为空')
  expect(asked).toEqual([])
})

it('no code is sent without a contact', async () => {
  open()
  await press(/获取验证码/)
  await waitFor(() => expect(problemOf('手机号')).toContain('手机号不能为空'))
  expect(asked).toEqual([])
  expect(screen.getByRole('button', { name: /获取验证码/ })).toBeTruthy()
})

it('the code of a picture is asked for once the server wants it, and is sent along', async () => {
  answers['verify/register'] = ({ body }) =>
    (body as { img_code?: string }).img_code ? { data: { receipt: 'receipt-1' } } : { code: 401, msg: '请输入图形验证码' }
  open()
  type('手机号', '13800000000')
  await press(/获取验证码/)
  await screen.findByAltText('图形验证码图片')
  type('图形验证码', 'k7px')
  await press(/获取验证码/)
  await screen.findByRole('button', { name: /秒后重试/ })
  expect(bodies('verify/register')[1]).toEqual({
    send_type: 'phone',
    send_value: '+86 13800000000',
    img_code: 'k7px',
    uniqid: 'picture-1',
  })
  expect(field('图形验证码').value).toBe('')
  await waitFor(() => expect(pictures).toBe(2))
})

it('a user is registered only after agreeing to the terms', async () => {
  answers['account/register'] = { data: null }
  open()
  fill()
  type('手机号', '13800000000')
  type('短信验证码', '123456')
  const submit = screen.getByRole('button', { name: '注册' })
  expect(submit.getAttribute('aria-disabled')).toBe('true')
  await user.click(submit)
  expect(await screen.findByRole('tooltip')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('checkbox')))
  expect(asked).toEqual([])
})

it('a refusal by the server is shown at the field that it is about', async () => {
  const msg = '手机号已被使用'
  answers['account/register'] = { code: 422, msg, data: { errors: [{ field: 'verify', msg }] } }
  open()
  fill()
  type('手机号', '13800000000')
  type('短信验证码', '123456')
  await user.click(screen.getByRole('checkbox'))
  await press('注册')
  await waitFor(() => expect(problemOf('手机号')).toContain(msg))
  await waitFor(() => expect(document.activeElement).toBe(field('手机号')))
})

it('a user is registered once, however often the form is submitted', async () => {
  let answer: (value: Answer) => void = () => undefined
  answers['account/register'] = new Promise((done) => {
    answer = done
  })
  open()
  fill()
  type('手机号', '13800000000')
  type('短信验证码', '123456')
  await user.click(screen.getByRole('checkbox'))
  await press('注册')
  await waitFor(() => expect(bodies('account/register')).toHaveLength(1))
  field('昵称').focus()
  await user.keyboard('{Enter}{Enter}')
  answer({ data: null })
  await screen.findByText('2 秒后自动跳转到登录页')
  expect(bodies('account/register')).toHaveLength(1)
})

it('a channel by which the server cannot send a code is not offered', async () => {
  site = { channels: ['email'] }
  open()
  expect(await screen.findByLabelText('邮箱')).toBeTruthy()
  expect(screen.queryByRole('link', { name: '邮箱注册' })).toBeNull()
})

it('what was typed is not left without a question, and an untouched form is', async () => {
  const { address } = open()
  type('昵称', '林晓')
  await user.click(screen.getByRole('link', { name: '去登录' }))
  await user.click(await screen.findByRole('button', { name: '继续编辑' }))
  expect(address()).toBe('/register')
  expect(field('昵称').value).toBe('林晓')
  const untouched = open()
  await user.click(await screen.findByRole('link', { name: '去登录' }))
  await waitFor(() => expect(untouched.address()).toBe('/login'))
})
