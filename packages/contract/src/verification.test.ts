import { describe, expect, it } from 'vitest'
import { Registration, verify } from './console/verify.ts'
import { check } from './explain.ts'
import { Email, EMAIL_MAX, targetProblem, VerificationCode } from './verification.ts'

const wrong = (text: string) => Email.safeParse(text).error?.issues[0]?.message

describe('an e-mail', () => {
  it.each([
    'a@b.cn',
    'li.hua@example.com',
    'first+tag@mail.example.co.uk',
    '_x%y-z@a-b.example',
    `${'a'.repeat(52)}@example.com`,
    "o'brien@example.com",
    "!#$%&'*+/=?^`{|}~-_@example.com",
    'ops@corp.xn--fiqs8s',
    'ops@xn--55qx5d.xn--fiqs8s',
  ])('%j is accepted', (text) => {
    expect(Email.parse(text)).toBe(text)
  })

  it.each([
    [' li@example.com ', 'li@example.com'],
    ['ｌｉ＠example。com', 'li@example.com'],
    ['li@exam\u200bple.com\u202c', 'li@example.com'],
    ['ops@公司.中国', 'ops@xn--55qx5d.xn--fiqs8s'],
    ['ops@bücher.example', 'ops@xn--bcher-kva.example'],
  ])('%j is read as %j', (text, read) => {
    expect(Email.parse(text)).toBe(read)
  })

  it.each([
    '',
    'someone',
    '@example.com',
    'someone@',
    'someone@host',
    'some one@example.com',
    '.li@example.com',
    'li.@example.com',
    'li..hua@example.com',
    'li@example..com',
    'li@-example.com',
    'li@example-.com',
    'li@example.c',
    'li@example.com.',
    'li@[127.0.0.1]',
    'li@12345678',
    '李@example.com',
    'li@例 子.公司',
    'li@公司.中国:25',
    'li@公司.中国/x',
    'li@example.1com',
    'li@example.com\nbcc: x@example.com',
    '"li"@example.com',
    'a@b@example.com',
  ])('%j is refused', (text) => {
    expect(wrong(text)).toBe(text === '' ? 'emailRequired' : 'email')
  })

  it(`has at most ${EMAIL_MAX} characters`, () => {
    const email = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`
    expect(Email.safeParse(email(EMAIL_MAX)).success).toBe(true)
    expect(Email.safeParse(email(EMAIL_MAX + 1)).success).toBe(false)
  })
})

it('a code is six digits', () => {
  const problem = (code: string) => VerificationCode.safeParse(code).error?.issues[0]?.message
  expect([problem(''), problem('12345'), problem('1234567'), problem('12345a')]).toEqual(['required', 'exactly.6', 'exactly.6', 'format'])
  for (const typed of [' 012345 ', '012 345', '012-345', '０１２３４５', '012345\u200b'])
    expect(VerificationCode.parse(typed)).toBe('012345')
})

describe('a target', () => {
  it('must fit its channel', () => {
    expect(targetProblem('phone', '')).toBe('phoneRequired')
    expect(targetProblem('email', ' ')).toBe('emailRequired')
    expect(targetProblem('phone', 'li@example.com')).toBe('phone')
    expect(targetProblem('email', '+86 13800138000')).toBe('email')
    expect(targetProblem('phone', '+86 13800138000')).toBeUndefined()
    expect(targetProblem('email', 'li@example.com')).toBeUndefined()
  })

  it('is reported at its field in the language of the user', () => {
    const errorsOf = (input: object) => {
      const result = check(verify.register.input, input, 'zh-CN')
      return result.ok ? undefined : result.errors
    }
    expect(errorsOf({ send_type: 'phone', send_value: '' })).toEqual([{ field: 'send_value', msg: '手机号不能为空' }])
    expect(errorsOf({ send_type: 'email', send_value: 'x' })).toEqual([{ field: 'send_value', msg: '请输入正确的邮箱' }])
  })

  it('may be left out if the bound contact is meant, and its kind must fit its channel', () => {
    const send = (input: object) => verify.send_code.input.safeParse(input)
    expect(send({ send_type: 'phone', verify_type: 'verify_phone' }).data).toMatchObject({ send_value: '' })
    for (const [send_type, verify_type, fits] of [
      ['phone', 'app_change_phone', true],
      ['email', 'verify_email', true],
      ['email', 'verify_phone', false],
      ['phone', 'verify_email', false],
      ['email', 'app_change_phone', false],
    ])
      expect(send({ send_type, verify_type }).success, `${String(send_type)} ${String(verify_type)}`).toBe(fits)
  })
})

describe('a registration', () => {
  const empty = { nickname: '', username: '', password: '', newPassword: '', code: '', type: 'phone', verify: '' }
  const filled = {
    nickname: '云桥',
    username: 'yunqiao',
    password: 'secret-1',
    newPassword: 'secret-1',
    code: '123456',
    type: 'phone',
    verify: '',
  }
  const errorsOf = (input: object) => {
    const result = check(Registration, input, 'zh-CN')
    return result.ok ? [] : result.errors
  }

  it('reports the problem of each field, in the order of the form', () => {
    const first = errorsOf(empty).filter(({ field }, i, all) => all.findIndex((other) => other.field === field) === i)
    expect(first.map(({ msg }) => msg)).toEqual([
      '昵称不能为空',
      '用户名不能为空',
      '密码长度为 6–18 位',
      '确认密码长度为 6–18 位',
      '验证码不能为空',
    ])
  })

  it('needs a target of its kind, and the same password twice', () => {
    expect(errorsOf(filled)).toEqual([{ field: 'verify', msg: '手机号不能为空' }])
    expect(errorsOf({ ...filled, type: 'email', verify: '+86 13800138000' })).toEqual([{ field: 'verify', msg: '请输入正确的邮箱' }])
    expect(errorsOf({ ...filled, verify: '+86 13800138000', newPassword: 'secret-2' })).toEqual([
      { field: 'newPassword', msg: '两次输入的密码不一致' },
    ])
    expect(errorsOf({ ...filled, verify: '+86 13800138000' })).toEqual([])
  })
})
