import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { agentContract, check, contract, type Endpoint, identifierOf, opsContract } from '../src/index.ts'

interface Field {
  call: string
  path: string
  schema: z.ZodType
}

/** Returns the fields of a schema whose value is a text, each with the schema that reads it. */
function textsIn(schema: z.ZodType, call: string, path: string): Field[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([key, field]) =>
      textsIn(field, call, path === '' ? key : `${path}.${key}`),
    )
  if (schema instanceof z.ZodArray) return textsIn(schema.element as z.ZodType, call, path)
  if (schema instanceof z.ZodRecord) return textsIn(schema.valueType as z.ZodType, call, path)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => textsIn(option as z.ZodType, call, path))
  if (schema instanceof z.ZodPipe) {
    const inside = textsIn((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType, call, path)
    // Of a number that may come as a text, the whole reads it. So it does for a text that is changed first.
    const whole = [{ call, path, schema }]
    if (inside.length === 0) return schema.out instanceof z.ZodNumber ? whole : []
    return schema.out instanceof z.ZodArray || inside.some((field) => field.path !== path) ? inside : whole
  }
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return textsIn(schema.unwrap() as z.ZodType, call, path)
  return schema instanceof z.ZodString || schema instanceof z.ZodStringFormat ? [{ call, path, schema }] : []
}

const calls = [contract, opsContract, agentContract].flatMap((part) =>
  Object.values(part as Record<string, Record<string, Endpoint>>).flatMap((group) => Object.values(group)),
)
const fields = calls.flatMap(({ path, input }) => (input ? textsIn(input, path, '') : []))
const nameOf = ({ path }: Field) => path.split('.').at(-1)!

/** Never changed, whatever they hold. */
const PASSWORDS = ['password', 'newPassword', 'new_password', 'old_password', 'reset_password']
/** Chosen or made by a program: what is sent is what the server gave before, or nothing that a person could type. */
const MADE = ['assignee', 'author', 'challenge', 'credential', 'csr', 'receipt', 'seen_assignee', 'token', 'uniqid']
/** Written in an editor: formatted text and Markdown, in which any character may stand. */
const isWritten = (field: Field) => nameOf(field) === 'content' && /^(announcements|messages|documents)\//.test(field.call)
/** Rows of the bulk sheet, which `readSerial`, `readPrefixes` and the rule of names read. */
const isCell = ({ call }: Field) => call === 'network/add_branches'

const typed = fields.filter(
  (field) => !PASSWORDS.includes(nameOf(field)) && !MADE.includes(nameOf(field)) && !isWritten(field) && !isCell(field),
)

/** A right value of each kind of text that a field may take. */
const SAMPLES = [
  '402918',
  'ab12',
  'abcde-fghij',
  '13800138000',
  '+86 13800138000',
  '86',
  'li.hua@example.com',
  '192.168.1.1',
  '24',
  '3389',
  'ldap.corp.example',
  'https://robot.example/send?key=a-1',
  'zhang.san',
  'yunqiao26',
  '1000000001',
  '10000001',
  '10000000000001',
  'WR210M26040117',
  'zhang.san@yunqiao',
  '9f1c2d3e-0000-4000-8000-0123456789ab',
  '2026-11-30',
  '1990-01-02',
  '00:1A:2B:3C:4D:5E',
  '1.12.0',
  'a'.repeat(64),
  '上海总部 2 号机房',
  '云桥网络',
  '需要增加一个分支机构的接入，请尽快处理，谢谢。',
  '安徽',
]
const CHINESE = ['上海总部 2 号机房', '云桥网络', '需要增加一个分支机构的接入，请尽快处理，谢谢。', '安徽']
const valueOf = (schema: z.ZodType, text: string): unknown => schema.safeParse(text).data
/** A field that takes Chinese keeps widths and dashes as they were typed. */
const isFree = ({ schema }: Field) => CHINESE.some((text) => valueOf(schema, text) !== undefined)

const INVISIBLE = (
  '\u200b \u200c \u200d \u2060 \ufeff \u00ad \u200e \u200f \u061c \u180e \u034f \u3164 ' +
  '\u202a \u202c \u202d \u202e \u2066 \u2069 \ufff9 \u{e0041}'
).split(' ')
const BLANKS = [' ', '\t', '\n', '\u00a0', '\u3000', '\u2003']
const wide = (text: string) => [...text].map((one) => (/[!-~]/.test(one) ? String.fromCharCode(one.charCodeAt(0) + 0xfee0) : one)).join('')
const chineseDots = (text: string) => text.replaceAll('.', '。')
const dashes = (text: string) => text.replaceAll('-', '–')

/** Returns how a field misread a changed text, which it should answer as the clean one or refuse in a sentence; undefined if it did. */
function misread({ call, path, schema }: Field, clean: string, changed: string): string | undefined {
  const read = check(schema, changed, 'zh-CN', '这一项')
  const right = read.ok ? JSON.stringify(read.value) === JSON.stringify(schema.parse(clean)) : /\p{Script=Han}/u.test(read.errors[0]!.msg)
  return right ? undefined : `${call} ${path}: ${JSON.stringify(changed)} as ${JSON.stringify(read)}`
}

describe('every text that people type or paste', () => {
  it('is found, and each field takes one of the samples', () => {
    expect(typed.length).toBeGreaterThan(150)
    expect(
      typed.filter(({ schema }) => SAMPLES.every((text) => valueOf(schema, text) === undefined)).map(({ call, path }) => `${call} ${path}`),
    ).toEqual([])
    for (const name of [...PASSWORDS, ...MADE])
      expect(
        fields.some((field) => nameOf(field) === name),
        name,
      ).toBe(true)
  })

  // One schema serves many calls.
  const unique = [...new Map(typed.map((field) => [field.schema, field])).values()]
  const cases = unique.flatMap((field) =>
    SAMPLES.filter((text) => valueOf(field.schema, text) !== undefined).map((text) => ({ field, text })),
  )

  it('is read as what is seen: with invisible characters at the start, in the middle and at the end', () => {
    fc.assert(
      fc.property(fc.constantFrom(...cases), fc.constantFrom(...INVISIBLE), fc.nat(), ({ field, text }, one, at) => {
        const characters = [...text]
        const place = at % (characters.length + 1)
        const inside = [...characters.slice(0, place), one, ...characters.slice(place)].join('')
        const changes = [one + text, text + one, `${one}${text}${one}`, inside]
        expect(changes.flatMap((changed) => misread(field, text, changed) ?? [])).toEqual([])
      }),
      { numRuns: 3000 },
    )
  })

  it('is read as what is seen: between blanks of any kind', () => {
    // An identifier comes from a program.
    const wrong = cases
      .filter(({ field }) => !identifierOf(field.schema))
      .flatMap(({ field, text }) => BLANKS.flatMap((blank) => misread(field, text, `${blank}${text}${blank}`) ?? []))
    expect(wrong).toEqual([])
  })

  it('is read as a Latin keyboard would write it, where a field takes no Chinese', () => {
    const wrong = cases
      .filter(({ field }) => !isFree(field))
      .flatMap(({ field, text }) => [wide, chineseDots, dashes].flatMap((change) => misread(field, text, change(text)) ?? []))
    expect(wrong).toEqual([])
  })

  it('keeps its width where it is a name', () => {
    const names = typed.filter((field) => ['note', 'network_name'].includes(nameOf(field)))
    expect(names.length).toBeGreaterThan(4)
    for (const { call, path, schema } of names) expect(schema.parse('（Ａ）座'), `${call} ${path}`).toBe('（Ａ）座')
  })
})

it('a password is never changed', () => {
  const typedPasswords = [' abc-１２３。', 'abc\u200b12345', '\u00a0abc12345', 'abc12345 ']
  const changed = fields
    .filter((one) => PASSWORDS.includes(nameOf(one)))
    .flatMap(({ call, path, schema }) =>
      typedPasswords
        .filter((password) => ![undefined, password].includes(schema.safeParse(password).data as string | undefined))
        .map((password) => `${call} ${path} ${password}`),
    )
  expect(changed).toEqual([])
})
