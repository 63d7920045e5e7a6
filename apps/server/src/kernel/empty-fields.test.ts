import { contract, type Endpoint, isNeverEmpty, opsContract } from '@weft/contract'
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
  'network/create network_number': 'the server takes an empty one for none',
  'router/add area_code': 'the server takes none for the one of the mainland',
  'router/phone area_code': 'the server takes none for the one of the mainland',
}

/** Names of fields without which a call does more: it really acts, publishes, or does not compare with what the caller had read. */
const doMoreWithout = new Set(['check', 'dry_run', 'revision', 'draft', 'version', 'seen', 'save'])
/** Lists for which none and an empty one are the same and harmless, with the reason. */
const harmlessLists: Record<string, string> = {
  message_id: 'all messages are meant only with the type all',
  add_tags: 'the given ones are added to the present ones',
  remove_tags: 'the given ones are removed',
  file_ids: 'they belong to a new text',
  evidence: 'it belongs to a new ticket',
  'rows.prefix': 'they belong to a new member',
  proof: 'a call without it is refused or needs none',
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

/** Returns whether a field means something else empty than left out, in a query or a body. */
function differsEmpty({ call, path, field }: (typeof optional)[number]): boolean {
  // A query holds texts alone.
  const values = placeOf(call) === 'query' ? [''] : ['', null]
  const none = field.safeParse(undefined).data ?? null
  return values.some((value) => {
    const parsed = field.safeParse(read(call, path, value))
    const meant = parsed.success ? (parsed.data ?? null) : 'refused'
    return JSON.stringify(meant) !== JSON.stringify(none)
  })
}

/** Returns whether a field holds a list, which may be left out. */
function isList(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodPipe) return isList((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType)
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return isList(schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodArray
}

const optional = calls.flatMap((call) =>
  fieldsOf(call.input)
    .filter(([, field]) => field.safeParse(undefined).success)
    .map(([path, field]) => ({ name: `${call.path} ${path.join('.')}`, call, path, field })),
)

describe('a field that may be left out', () => {
  it('may be empty as well, in every call: an empty text, null and no value mean the same', () => {
    expect(optional.length).toBeGreaterThan(300)
    const wrong = optional.filter((one) => !(one.name in others) && !isNeverEmpty(one.field) && differsEmpty(one))
    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  it('is one of the exceptions only if it is there and has another meaning', () => {
    const other = new Set(optional.filter(differsEmpty).map(({ name }) => name))
    expect(Object.keys(others).filter((name) => !other.has(name))).toEqual([])
  })

  it('must be left out, and is refused empty, if the call does more without it', () => {
    const changing = optional.filter(({ call }) => call.method === 'POST')
    const marked = changing.filter(({ field }) => isNeverEmpty(field))
    const unmarked = changing.filter(
      ({ path, field }) =>
        !isNeverEmpty(field) && (doMoreWithout.has(path.at(-1)!) || (isList(field) && !(path.join('.') in harmlessLists))),
    )
    expect(unmarked.map(({ name }) => name)).toEqual([])
    expect(new Set(marked.map(({ path }) => path.at(-1)))).toEqual(
      new Set([...doMoreWithout, 'id', 'session_id', 'router', 'prefix', 'dns', 'center', 'by_network', 'tags', 'confined', 'networks']),
    )
    const taken = marked.flatMap(({ name, call, path, field }) =>
      ['', null].filter((value) => field.safeParse(read(call, path, value)).success).map((value) => `${name} ${value}`),
    )
    expect(taken).toEqual([])
  })

  it('is refused where it stands, at its own field', () => {
    const { remove_disable } = contract.router
    const rules = emptyRules(remove_disable.input, placeOf(remove_disable))
    for (const check of ['', null])
      expect(remove_disable.input.safeParse(withoutEmpty({ check }, rules)).error?.issues).toMatchObject([{ path: ['check'] }])
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
