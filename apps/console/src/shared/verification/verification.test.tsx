// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { Phone } from '@weft/contract'
import { ApiRefusal, rule } from '@weft/ui'
import { pass, stopClock } from '@weft/ui/testing/clock.ts'
import { user } from '@weft/ui/testing/user.ts'
import { openPage, stubBrowser } from '@weft/ui/testing.tsx'
import { Form, Input } from 'antd'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PhoneValue } from './area-code.ts'
import { AreaCodeSelect } from './AreaCodeSelect.tsx'
import { CodeInput } from './CodeInput.tsx'
import { PhoneInput } from './PhoneInput.tsx'
import { forgetCode } from './use-countdown.ts'

type Send = () => Promise<{ receipt: string } | undefined>
let fate: { state: string; reason: string | null }
let looks: string[]

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  fate = { state: 'queued', reason: null }
  looks = []
  stubBrowser(({ path, query }) => {
    if (path === 'verify/delivery') looks.push(query.get('receipt') ?? '')
    return path === 'verify/delivery' ? { data: fate } : {}
  })
  stopClock()
})
afterEach(() => vi.useRealTimers())

const sent: Send = async () => ({ receipt: 'receipt-1' })
const open = (send: Send = sent) =>
  openPage(
    <Form>
      <Form.Item name="code" label="验证码">
        <CodeInput code={{ name: 'test', send }} />
      </Form.Item>
    </Form>,
  )
const wait = (seconds: number) => pass(seconds * 1000)
const button = () => screen.getByRole<HTMLButtonElement>('button')
const field = () => screen.getByLabelText<HTMLInputElement>('验证码')
const ask = async () => {
  fireEvent.click(button())
  await wait(0.1)
}

it('the button counts down 59 seconds, then offers another code', async () => {
  open()
  await ask()
  expect(button().textContent).toContain('59 秒后重试')
  expect(button().disabled).toBe(true)
  await wait(30)
  expect(button().textContent).toContain('29 秒后重试')
  await wait(29.5)
  expect(button().textContent).toContain('获取验证码')
  expect(button().disabled).toBe(false)
})

it('the countdown continues after a reload, and is correct after the tab has slept', async () => {
  open()
  await ask()
  await wait(10)
  open()
  expect(button().textContent).toContain('49 秒后重试')
  vi.setSystemTime(Date.now() + 40_000)
  fireEvent(document, new Event('visibilitychange'))
  await wait(0.1)
  expect(button().textContent).toMatch(/[89] 秒后重试/)
})

it('the page announces once that the code was sent, and moves the focus to its field', async () => {
  open()
  await ask()
  expect(screen.getAllByText('验证码已发送，10 分钟内有效')).toHaveLength(1)
  expect(document.activeElement).toBe(field())
  await wait(5)
  expect(screen.getAllByText('验证码已发送，10 分钟内有效')).toHaveLength(1)
})

it('someone who went on in another field while the code was sent stays there', async () => {
  openPage(
    <Form>
      <Form.Item name="email" label="邮箱">
        <Input />
      </Form.Item>
      <Form.Item name="code" label="验证码">
        <CodeInput code={{ name: 'test', send: sent }} />
      </Form.Item>
    </Form>,
  )
  fireEvent.click(button())
  const email = screen.getByLabelText('邮箱')
  email.focus()
  await wait(0.1)
  expect(screen.getAllByText('验证码已发送，10 分钟内有效')).toHaveLength(1)
  expect(document.activeElement).toBe(email)
})

it('the button is ready again at once if the form is not ready or the server refuses', async () => {
  open(async () => undefined)
  await ask()
  expect(button().disabled).toBe(false)
  open(async () => {
    throw new ApiRefusal(422, '请输入正确的手机号')
  })
  await ask()
  expect(button().disabled).toBe(false)
  expect(button().textContent).toContain('获取验证码')
})

it('the button waits as long as the server’s refusal says', async () => {
  open(async () => {
    throw new ApiRefusal(429, '发送过于频繁', { retry_after: 31 })
  })
  await ask()
  expect(button().textContent).toContain('31 秒后重试')
})

it('pressing the button twice sends one request', async () => {
  const send = vi.fn<Send>(sent)
  open(send)
  fireEvent.click(button())
  fireEvent.click(button())
  await wait(1)
  expect(send).toHaveBeenCalledTimes(1)
})

it('the page follows the code’s delivery, and shows why it will not arrive', async () => {
  open()
  await ask()
  await wait(2)
  expect(looks).toEqual(['receipt-1'])
  fate = { state: 'failed', reason: '号码为空号' }
  await wait(3)
  expect(looks).toHaveLength(2)
  expect(screen.getAllByText('验证码未能送达：号码为空号')).toHaveLength(2)
  const described = field().getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(described)?.textContent).toBe('验证码未能送达：号码为空号')
  expect(button().disabled).toBe(false)
  await wait(60)
  expect(looks).toHaveLength(2)
})

it('the page checks a delivery four times at most', async () => {
  open()
  await ask()
  await wait(120)
  expect(looks).toHaveLength(4)
})

it('the page shows a hint five minutes after the first code, until a code was used', async () => {
  open()
  await ask()
  await wait(280)
  expect(screen.queryByText(/仍未收到验证码/)).toBeNull()
  await ask()
  await wait(25)
  expect(screen.getByText(/仍未收到验证码/)).toBeTruthy()
  act(() => forgetCode('test'))
  expect(screen.queryByText(/仍未收到验证码/)).toBeNull()
})

it('the field takes the code of a pasted message', async () => {
  open()
  fireEvent.paste(field(), { clipboardData: { getData: () => '验证码 123 456。' } })
  expect(field().value).toBe('123456')
})

it('a dial code is chosen by pinyin, and regions that share a code stay distinct', async () => {
  const Chosen = () => <output>{Form.useWatch('area_code', Form.useFormInstance())}</output>
  openPage(
    <Form initialValues={{ area_code: '86' }}>
      <Form.Item name="area_code">
        <AreaCodeSelect />
      </Form.Item>
      <Chosen />
    </Form>,
  )
  const select = screen.getByRole('combobox', { name: '国家或地区区号' })
  const choose = async (typed: string) => {
    fireEvent.mouseDown(select)
    fireEvent.change(select, { target: { value: typed } })
    await wait(1)
    fireEvent.keyDown(select, { key: 'Enter', keyCode: 13 })
    fireEvent.keyUp(select, { key: 'Enter', keyCode: 13 })
    await wait(1)
  }
  expect(screen.getByText('+86')).toBeTruthy()
  await choose('jianada')
  expect(screen.getByText('1', { selector: 'output' })).toBeTruthy()
  expect(screen.getByText('加拿大', { selector: '.verification-region-shown span' })).toBeTruthy()
  await choose('+1')
  expect(screen.getByText('美国', { selector: '.verification-region-shown span' })).toBeTruthy()
})

it.each([
  ['402 918', '402918'],
  ['４０２９１８\u200b', '402918'],
  ['您的验证码是 402918，10 分钟内有效。', '402918'],
  ['1234567', '1234567'],
])('a code pasted as %j is shown as %j', async (pasted, shown) => {
  vi.useRealTimers()
  open()
  await user.click(field())
  await user.paste(pasted)
  expect(field().value).toBe(shown)
})

function PhoneForm({ onTyped }: { onTyped: (phone: Phone) => void }) {
  return (
    <Form onValuesChange={(_, { phone }: { phone: Phone }) => onTyped(phone)} validateTrigger="onBlur">
      <Form.Item name="phone" label="手机号" rules={[rule(PhoneValue, '手机号')]}>
        <PhoneInput aria-label="手机号" />
      </Form.Item>
    </Form>
  )
}

it.each([
  ['138 0013 8000', '86', '13800138000'],
  ['\u202d138 0013 8000\u202c', '86', '13800138000'],
  ['+86 138 0013 8000', '86', '13800138000'],
  ['00852 5123-4567', '852', '51234567'],
  ['１３８００１３８０００', '86', '13800138000'],
  ['138001380001', '86', '138001380001'],
])('a phone pasted as %j is read whole', async (pasted, area_code, phone) => {
  vi.useRealTimers()
  let typed: Phone | undefined
  openPage(<PhoneForm onTyped={(next) => (typed = next)} />)
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: '手机号' })
  await user.click(input)
  await user.paste(pasted)
  expect(typed).toEqual({ area_code, phone })
  expect(input.value).toBe(phone)
  await user.tab()
  // What is too long is said, and not cut.
  await waitFor(() => expect(screen.queryAllByText('请输入正确的手机号')).toHaveLength(phone.length > 11 ? 1 : 0))
})

it('a typed dial code is taken as soon as it is complete', async () => {
  vi.useRealTimers()
  let typed: Phone | undefined
  openPage(<PhoneForm onTyped={(next) => (typed = next)} />)
  await user.type(screen.getByRole('textbox', { name: '手机号' }), '+85251234567')
  expect(typed).toEqual({ area_code: '852', phone: '51234567' })
})
