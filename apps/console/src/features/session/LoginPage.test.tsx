// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { flagsGranting } from '@weft/contract'
import { type Answer, type Asked, openPage, stubBrowser } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { session } from '../../shared/session/session.ts'
import { takeLinkToken } from '../../shared/session/link-token.ts'
import { LoginPage } from './LoginPage.tsx'
import { forgetLeaveReason } from '@weft/ui/session/leave.ts'
import { user } from '@weft/ui/testing/user.ts'

let asked: Asked[]
let pictures: number
let answers: Record<string, Answer | Promise<Answer>>
const owner = { username: 'linxiao', nickname: '林晓', ram: 0, account_number: '10000001' }
const signedIn: Answer = { data: { access_token: 'fresh', token_expire_time: 1800, user: owner } }

beforeEach(() => {
  localStorage.clear()
  session.clear()
  forgetLeaveReason()
  asked = []
  pictures = 0
  answers = {}
  window.history.replaceState(null, '', '/login')
  stubBrowser((request) => {
    asked.push(request)
    if (request.path === 'verify/code') return { data: { content: 'data:image/webp;base64,x', uniqid: `picture-${++pictures}`, work: 0 } }
    return answers[request.path] ?? { code: 404, msg: request.path }
  })
})

const name = () => screen.getByLabelText('用户名 / 手机号 / 邮箱')
const password = () => screen.getByLabelText('密码')
const code = () => screen.getByLabelText<HTMLInputElement>('图形验证码')
const signInCalls = () => asked.filter(({ path }) => path.startsWith('login/'))
async function fill(codeTyped = ' k7px '.trim()) {
  await screen.findByAltText('图形验证码图片')
  await user.type(name(), ' linxiao ')
  await user.type(password(), 'secret-1')
  await user.type(code(), codeTyped)
}

it('Enter signs in and opens the page to which the user was headed', async () => {
  answers['login/authorization'] = signedIn
  const { address } = openPage(<LoginPage />, '/login?redirect=%2Fnetwork%2Flists%3Fpage%3D2', '/login')
  await fill()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe('/network/lists?page=2'))
  expect(signInCalls()[0]?.body).toEqual({ username: 'linxiao', password: 'secret-1', code: 'k7px', uniqid: 'picture-1' })
  expect(session.get()?.token).toBe('fresh')
})

it('the next sign-in begins with the mode and the name of the last one, and asks for the password', async () => {
  answers['login/ram'] = { data: { access_token: 'fresh', token_expire_time: 1800, user: { ...owner, ram: 1 } } }
  const first = openPage(<LoginPage />, '/login?mode=2&username=li%4010000001', '/login')
  await screen.findByAltText('图形验证码图片')
  await user.type(password(), 'secret-1')
  await user.type(code(), 'k7px{Enter}')
  await waitFor(() => expect(first.address()).toBe('/'))
  cleanup()
  openPage(<LoginPage />, '/login', '/login')
  expect(screen.getByLabelText<HTMLInputElement>('子账号用户名').value).toBe('li@10000001')
  expect(document.activeElement).toBe(password())
})

it('the reason why the session ended stays until the next try fails', async () => {
  answers['login/authorization'] = { code: 422, msg: '用户名或密码错误' }
  window.history.replaceState(null, '', '/login?why=accessExpired')
  openPage(<LoginPage />, '/login', '/login')
  expect(screen.getByRole('alert').textContent).toBe('登录已过期，请重新登录')
  await fill()
  expect(screen.getByRole('alert').textContent).toBe('登录已过期，请重新登录')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('用户名或密码错误'))
})

it('a redirect to another site is never followed', async () => {
  answers['login/authorization'] = signedIn
  const { address } = openPage(<LoginPage />, '/login?redirect=https%3A%2F%2Fevil.example%2F', '/login')
  await fill()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe('/'))
})

it('each empty field is reported, and nothing is sent', async () => {
  openPage(<LoginPage />, '/login', '/login')
  await screen.findByAltText('图形验证码图片')
  await user.click(screen.getByRole('button', { name: '登录' }))
  expect(await screen.findByText('密码不能为空')).toBeTruthy()
  expect(screen.getByText('验证码不能为空')).toBeTruthy()
  // Shown next to the field, and once as a toast.
  await waitFor(() => expect(screen.getAllByText('用户名不能为空')).toHaveLength(2))
  expect(signInCalls()).toEqual([])
})

it('the code of the picture must have four characters', async () => {
  openPage(<LoginPage />, '/login', '/login')
  await fill('k7p')
  await user.keyboard('{Enter}')
  expect((await screen.findAllByText('验证码长度必须为 4 位')).length).toBeGreaterThan(0)
})

it('a refusal is shown under the title, with a new picture, an empty code and the focus on it', async () => {
  answers['login/authorization'] = { code: 401, msg: '用户名或密码错误' }
  openPage(<LoginPage />, '/login', '/login')
  await fill()
  await user.keyboard('{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('用户名或密码错误')
  await waitFor(() => expect(pictures).toBe(2))
  expect(code().value).toBe('')
  await waitFor(() => expect(document.activeElement).toBe(code()))
  expect((name() as HTMLInputElement).value).toBe(' linxiao ')
})

it('the reason is taken out of the address at once, and an ended session leads back to its page or to a new password', async () => {
  sessionStorage.setItem('weft.left_page', '总部 – 门店')
  window.history.replaceState(null, '', '/login?redirect=%2Fnetwork%2Fdetail&why=sessionRevoked')
  openPage(<LoginPage />, '/login?redirect=%2Fnetwork%2Fdetail', '/login')
  expect(location.search).toBe('?redirect=%2Fnetwork%2Fdetail')
  const notice = screen.getByRole('alert')
  expect(notice.textContent).toContain('登录已失效，请重新登录')
  expect(notice.textContent).toContain('登录后回到「总部 – 门店」')
  expect(within(notice).getByRole('link', { name: '请重置密码' }).getAttribute('href')).toBe('/reset')
})

it.each([
  ['signedOut', '您已退出登录'],
  ['passwordChanged', '密码已修改，请用新密码登录'],
])('what the user did (%s) is no alarm', async (word, sentence) => {
  window.history.replaceState(null, '', `/login?why=${word}`)
  openPage(<LoginPage />, '/login', '/login')
  expect((await screen.findByText(sentence)).closest('[role=status]')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('a word that is no reason says nothing', async () => {
  window.history.replaceState(null, '', '/login?why=%3Cb%3Eyou%20won%3C%2Fb%3E')
  openPage(<LoginPage />, '/login', '/login')
  await screen.findByAltText('图形验证码图片')
  expect(location.search).toBe('')
  expect(document.querySelector('.sign-in-notice')).toBeNull()
})

it('another user empties the remembered name', async () => {
  localStorage.setItem('weft.last_sign_in', JSON.stringify({ username: 'linxiao', mode: 'authorization' }))
  openPage(<LoginPage />, '/login', '/login')
  expect((name() as HTMLInputElement).value).toBe('linxiao')
  await user.click(screen.getByRole('button', { name: '换账号' }))
  expect((name() as HTMLInputElement).value).toBe('')
  expect(document.activeElement).toBe(name())
  expect(screen.queryByRole('button', { name: '换账号' })).toBeNull()
})

it('the input is kept when the mode changes, and sub-accounts sign in by their own call', async () => {
  answers['login/ram'] = signedIn
  openPage(<LoginPage />, '/login?redirect=%2Fnetwork%2Flists', '/login')
  await fill()
  expect(screen.getByRole('link', { name: '主账号登录' }).getAttribute('aria-current')).toBe('true')
  expect(screen.getByRole('link', { name: '子账号登录' }).getAttribute('href')).toBe('/login?mode=2&redirect=%2Fnetwork%2Flists')
  await user.click(screen.getByRole('link', { name: '子账号登录' }))
  expect(screen.getByLabelText<HTMLInputElement>('子账号用户名').value).toBe(' linxiao ')
  await user.click(screen.getByRole('button', { name: '登录' }))
  await waitFor(() => expect(signInCalls().map(({ path }) => path)).toEqual(['login/ram']))
})

it.each(['2', 'ram'])('a link (mode=%s) sets the mode and the domain of sub-accounts, and the cursor is before the @', async (mode) => {
  openPage(<LoginPage />, `/login?mode=${mode}&username=%4020000001`, '/login')
  const field = await screen.findByLabelText<HTMLInputElement>('子账号用户名')
  expect(field.value).toBe('@20000001')
  expect(document.activeElement).toBe(field)
  await user.keyboard('chenhao')
  expect(field.value).toBe('chenhao@20000001')
})

it('a second submit is blocked until the answer arrives', async () => {
  let answer: (value: Answer) => void = () => undefined
  answers['login/authorization'] = new Promise((done) => {
    answer = done
  })
  openPage(<LoginPage />, '/login', '/login')
  await fill()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(signInCalls()).toHaveLength(1))
  await user.click(code())
  await user.keyboard('{Enter}{Enter}')
  answer(signedIn)
  await waitFor(() => expect(session.get()?.token).toBe('fresh'))
  expect(signInCalls()).toHaveLength(1)
})

it('the picture can be replaced by keyboard', async () => {
  openPage(<LoginPage />, '/login', '/login')
  await screen.findByAltText('图形验证码图片')
  screen.getByRole('button', { name: '看不清？换一张' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(pictures).toBe(2))
})

it('the password is shown on demand', async () => {
  openPage(<LoginPage />, '/login', '/login')
  await user.type(password(), 'secret-1')
  await user.click(screen.getByRole('button', { name: '显示密码' }))
  expect(password().getAttribute('type')).toBe('text')
})

const { easylink, ...beside } = flagsGranting(() => true)
const info = {
  ...owner,
  birthday: null,
  industry: null,
  occupation: null,
  user_phone: null,
  user_email: null,
  area_code: null,
  sign: '',
  message_count: 0,
  default_channel: null,
  totp: 0,
  viewing: null,
  auth: {
    quagga: 0,
    quagga_advanced: 0,
    default_route: 0,
    ...beside,
    easylink: { router: easylink.router, network: { ...easylink.network, networks: [] } },
  },
}

it('a login link signs in with an overlay, asks for no picture, and leaves no token in the address', async () => {
  answers['account/info'] = { data: info }
  window.history.replaceState(null, '', '/dashboard?token=link-token')
  takeLinkToken()
  expect(window.location.href).not.toContain('link-token')
  const { address } = openPage(<LoginPage />, '/login', '/login')
  expect(screen.getByText('正在获取授权，请稍候…')).toBeTruthy()
  await waitFor(() => expect(address()).toBe('/'))
  expect(await screen.findByText('授权成功')).toBeTruthy()
  expect(session.get()).toMatchObject({ token: 'link-token', link: true })
  expect(pictures).toBe(0)
})

it('an open session ends before a login link is followed', async () => {
  session.start({ access_token: 'before', token_expire_time: 1800, user: { ...owner, ram: 0 } })
  answers['account/info'] = { data: info }
  window.history.replaceState(null, '', '/login?token=link-token')
  takeLinkToken()
  const { address } = openPage(<LoginPage />, '/login', '/login')
  await waitFor(() => expect(address()).toBe('/'))
  expect(asked.map(({ path, headers }) => [path, headers.get('authorization')])).toEqual([
    ['login/logout', 'Bearer before'],
    ['account/info', 'Bearer link-token'],
  ])
})

it.each([
  [2001, '登录已过期，请重新登录', '登录链接不完整或已失效，请核对链接，或向提供链接的人员重新获取'],
  [2002, '登录已过期，请重新登录', '登录链接已过期（有效期 1 小时），请向提供链接的人员重新获取'],
  [2003, '登录已失效，请重新登录', '通过该链接的登录已退出，请向提供链接的人员重新获取'],
  [2004, '账号已停用，请联系客服', '账号已停用，请联系客服'],
  [2006, '登录链接已使用过，请重新登录', '登录链接已使用过，每个链接只能在首次打开它的浏览器中使用，请向提供链接的人员重新获取'],
])('a login link that is refused with %i stays at the sign-in page, which says why', async (code, msg, why) => {
  answers['account/info'] = { code, msg }
  window.history.replaceState(null, '', '/login?token=spent')
  takeLinkToken()
  openPage(<LoginPage />, '/login', '/login')
  expect((await screen.findByRole('alert')).textContent).toMatch(`授权失败：${why}`)
  expect(await screen.findByLabelText('用户名 / 手机号 / 邮箱')).toBeTruthy()
  expect(session.get()).toBeUndefined()
})
