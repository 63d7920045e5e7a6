import { contract, type Endpoint, opsContract } from '@weft/contract'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { emptyRules, placeOf, withoutEmpty } from './empty-fields.ts'

const calls = [...Object.values(contract), ...Object.values(opsContract)]
  .flatMap((group) => Object.values(group) as Endpoint[])
  .filter(({ method }) => method !== 'WS')

/** Fields in which an empty text is not the same as none, with the reason. */
const others: Record<string, string> = {
  'router/label province': 'an empty text clears it, and what is left out stays',
  'router/label city': 'an empty text clears it, and what is left out stays',
  'operator/end_session id': 'without it all others end, which an empty text must not do by accident',
  'operators/end_sessions session_id': 'without it all end, which an empty text must not do by accident',
  'router/add area_code': 'the server takes none for the one of the mainland',
  'router/phone area_code': 'the server takes none for the one of the mainland',
}

/** Returns the schemas of the fields of an input by their paths, those inside objects and lists included. */
function fieldsOf(schema: z.ZodType, path: string[] = []): [string[], z.ZodType][] {
  if (schema instanceof z.ZodPipe) return fieldsOf((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType, path)
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return fieldsOf(schema.unwrap() as z.ZodType, path)
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element as z.ZodType, path)
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) => [
    [[...path, name], field] as [string[], z.ZodType],
    ...fieldsOf(field, [...path, name]),
  ])
}

/** Returns what an input holds at a path after the empty values were read. */
function read(call: Endpoint, path: readonly string[], value: unknown): unknown {
  const sent = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
  const taken = withoutEmpty(sent, emptyRules(call.input, placeOf(call)))
  return path.reduce<unknown>((outer, name) => (outer as Record<string, unknown> | undefined)?.[name], taken)
}

const optional = calls.flatMap((call) =>
  fieldsOf(call.input)
    .filter(([, field]) => field.safeParse(undefined).success)
    .map(([path, field]) => ({ name: `${call.path} ${path.join('.')}`, call, path, field })),
)

describe('a field that may be left out', () => {
  it('may be empty as well, in every call: an empty text, null and no value mean the same', () => {
    expect(optional.length).toBeGreaterThan(300)
    const wrong = optional.filter(({ name, call, path, field }) => {
      if (name in others) return false
      // A query holds texts alone.
      const values = placeOf(call) === 'query' ? [''] : ['', null]
      const none = field.safeParse(undefined).data ?? null
      return values.some((value) => {
        const parsed = field.safeParse(read(call, path, value))
        const meant = parsed.success ? (parsed.data ?? null) : 'refused'
        return JSON.stringify(meant === '' ? null : meant) !== JSON.stringify(none === '' ? null : none)
      })
    })
    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  it('is one of the exceptions only if it is there and has another meaning', () => {
    const names = new Set(optional.map(({ name }) => name))
    expect(Object.keys(others).filter((name) => !names.has(name))).toEqual([])
  })

  it('is refused empty if a call without it concerns all', () => {
    const { end_sessions } = opsContract.operators
    const rules = emptyRules(end_sessions.input, placeOf(end_sessions))
    for (const session_id of ['', null])
      expect(end_sessions.input.safeParse(withoutEmpty({ id: '1', session_id }, rules)).success).toBe(false)
  })
})

describe('a field that must be given', () => {
  const rules = emptyRules(z.strictObject({ name: z.string().min(1), note: z.string(), port: z.number().nullable() }), 'body')

  it('takes null for an empty text if it accepts that, and keeps a null that has a meaning', () => {
    expect(withoutEmpty({ name: null, note: null, port: null }, rules)).toEqual({ name: null, note: '', port: null })
    expect(withoutEmpty({ name: '', note: '', port: '' }, rules)).toEqual({ name: '', note: '', port: '' })
  })

  it('is not made up in what is no object', () => {
    for (const sent of [[null], null, 'null', 1]) expect(withoutEmpty(sent, rules)).toEqual(sent)
  })
})

it('fields of objects and of lists inside an input are read in the same way', () => {
  const inner = z.strictObject({ ge: z.number().optional(), name: z.string() })
  const rules = emptyRules(z.strictObject({ prefix: z.array(inner).default([]), one: inner.optional() }), 'body')
  expect(withoutEmpty({ prefix: [{ ge: '', name: null }], one: { ge: null, name: 'a' } }, rules)).toEqual({
    prefix: [{ name: '' }],
    one: { name: 'a' },
  })
  expect(withoutEmpty({ prefix: null, one: '' }, rules)).toEqual({})
})
