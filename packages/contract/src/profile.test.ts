import { describe, expect, it } from 'vitest'
import { Username } from './fields/schemas.ts'
import { Birthday, DEFAULT_INDUSTRY, Industry, industries, latestBirthday, NewNickname, Nickname, Sign } from './profile.ts'

const problem = (schema: { safeParse(text: unknown): { error?: { issues: { message: string }[] } | undefined } }, text: unknown) =>
  schema.safeParse(text).error?.issues[0]?.message

describe('a new nickname', () => {
  it.each(['云桥', '李华abc12', 'ab', '一二三四五六七八九十十二', '𠮷野家'])('%j is accepted', (text) => {
    expect(NewNickname.parse(text)).toBe(text)
  })
  it.each(['云', '一二三四五六七八九十十二三', '云 桥', '云-桥', '<b>云', '云桥😀', 'ｂｏｂ１２', 'иван', '云\u202e桥'])(
    '%j is refused',
    (text) => {
      expect(problem(NewNickname, text)).toBe('nickname')
    },
  )
})

it('a nickname is counted in characters, not UTF-16 units, and has no line breaks or direction marks', () => {
  expect(Nickname.safeParse('😀'.repeat(12)).success).toBe(true)
  expect(problem(Nickname, '😀'.repeat(13))).toBe('atMost.12')
  expect(problem(Nickname, 'a\u202eb')).toBe('control')
  expect(problem(Nickname, 'a\nb')).toBe('control')
  expect(problem(Nickname, ' ')).toBe('required')
  expect(problem(Nickname, '\u200b\u200b')).toBe('required')
  expect(Nickname.safeParse('👨‍👩‍👧').success).toBe(true)
})

it('a new nickname is read without what shows nothing', () => {
  expect(NewNickname.parse('\ufeff云\u200b桥12 ')).toBe('云桥12')
})

describe('a username', () => {
  it.each([
    ['abcde', 'username'],
    ['a'.repeat(19), 'username'],
    ['user_name', 'username'],
    ['用户名用户名', 'username'],
    ['аdmin2026', 'username'],
    ['13800138000', 'usernameDigits'],
    ['123456', 'usernameDigits'],
    ['', 'required'],
  ])('%j is refused: %s', (name, why) => {
    expect(problem(Username, name)).toBe(why)
  })
  it.each(['abcdef', '1234567a', 'A'.repeat(18)])('%j is accepted', (name) => {
    expect(Username.parse(` ${name} `)).toBe(name)
  })
})

describe('a birthday', () => {
  it('is at least a hundred days ago by the calendar of Beijing', () => {
    expect(latestBirthday(new Date('2026-04-11T15:59:59Z'))).toBe('2026-01-01')
    expect(latestBirthday(new Date('2026-04-11T16:00:00Z'))).toBe('2026-01-02')
  })

  it('is a day that exists', () => {
    const latest = latestBirthday(new Date())
    const tomorrow = new Date(Date.parse(latest) + 86_400_000).toISOString().slice(0, 10)
    for (const day of ['1990-02-28', '2000-02-29', '1900-01-01', latest]) expect(Birthday.safeParse(day).success, day).toBe(true)
    for (const day of ['1990-02-30', '1990-2-3', '19900203', '2001-02-29', '1990-13-01', 'yesterday'])
      expect(problem(Birthday, day), day).toBe('format')
    for (const day of ['1899-12-31', tomorrow, '2999-01-01']) expect(problem(Birthday, day), day).toBe('birthday')
    expect(problem(Birthday, '')).toBe('required')
  })
})

it('the industries are in the order of the form: the default first, other last', () => {
  const codes = Object.keys(industries)
  expect(codes).toHaveLength(23)
  expect([codes[0], codes.at(-1)]).toEqual([DEFAULT_INDUSTRY, 'I18'])
  expect(codes).not.toContain('I23')
  expect(Industry.safeParse('I25').success).toBe(false)
  for (const { 'zh-CN': zh, en } of Object.values(industries)) expect([zh, en].every((name) => name.length > 0)).toBe(true)
})

it('a suffix is six to twelve letters and digits', () => {
  for (const sign of ['abc123', '12345678', 'A'.repeat(12)]) expect(Sign.parse(` ${sign} `)).toBe(sign)
  for (const sign of ['abc12', 'A'.repeat(13), 'abc-123', 'abc 123', '后缀后缀后缀', 'abc@123'])
    expect(problem(Sign, sign), sign).toBe('sign')
  expect(problem(Sign, '')).toBe('required')
})
