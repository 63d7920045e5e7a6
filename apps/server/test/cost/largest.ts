import type { Endpoint } from '@weft/contract'
import { z } from 'zod'
import type { Schema } from '../../../../proof/values.ts'

export type Input = Record<string, unknown>

/** The ways in which a list is filled: with equal, with neighbouring or with nested values. */
const listFillings = ['equal', 'neighbouring', 'nested'] as const
/** What long texts, and all texts of lists, repeat: an expression that is not linear begins its search again at each of these characters. */
const REPEATED = {
  /** A letter with marks that normalization has to sort, of four units. */
  long: 'a\u0323\u0307\u0302',
  wide: '网',
  marks: '\u0301\u0323',
  blanks: ' ',
  slashes: '/',
  digits: '1',
  commas: ',',
  separators: '、; |',
} as const
const textFillings = Object.keys(REPEATED) as (keyof typeof REPEATED)[]
export type Filling = (typeof listFillings)[number] | keyof typeof REPEATED
const isOfTexts = (filling: Filling): filling is keyof typeof REPEATED => filling in REPEATED

/** The bytes of the largest inputs: a little less than a body may have. */
export const MOST_BYTES = 900_000
/** Levels of a value where any JSON is accepted, within what the whole body may have. */
const DEPTH = 24
const LIST = 5_000

/** Members of the account, so that large lists name members that exist. */
export interface Stocked {
  members: readonly string[]
}

const isAddress = (text: string) => /^\d+\.\d+\.\d+\.\d+$/.test(text)

/** Returns the value for one place of a list: equal to the first, another one, or, for a network, one inside it. */
function varied(value: unknown, i: number, filling: Filling, stocked: Stocked): unknown {
  if (i === 0 || filling === 'equal') return value
  if (Array.isArray(value)) return value.map((one) => varied(one, i, filling, stocked))
  if (typeof value === 'object' && value !== null) {
    const { mask, bits } = value as { mask?: unknown; bits?: unknown }
    const fields = Object.entries(value).map(([name, one]) => [name, varied(one, i, filling, stocked)] as const)
    const network = filling === 'nested' && typeof (mask ?? bits) === 'number'
    return Object.fromEntries(network ? fields.map(([name, one]) => [name, typeof one === 'number' ? 8 + (i % 23) : '10.0.0.0']) : fields)
  }
  if (typeof value === 'string') return variedText(value, i, filling, stocked)
  return value
}

function variedText(text: string, i: number, filling: Filling, { members }: Stocked): string {
  if (members.includes(text)) return members[i % members.length]!
  const [address = '', mask] = text.split('/')
  if (isAddress(address)) {
    if (filling === 'nested') return mask === undefined ? `10.0.${(i >> 8) & 255}.${i & 255}` : `10.0.0.0/${8 + (i % 23)}`
    return `10.${(i >> 8) & 255}.${i & 255}.0${mask === undefined ? '' : '/24'}`
  }
  return text
}

/** Returns a text as long as a schema accepts, with a letter at each end that keeps it from being trimmed. */
function longText({ maxLength = 10_000 }: Schema, filling: keyof typeof REPEATED): string {
  const inside = REPEATED[filling].repeat(maxLength).slice(0, Math.max(0, maxLength - 2))
  return `a${inside}a`.slice(0, maxLength)
}
/** Returns whether only the length of a text is limited. */
const isFree = ({ type, format, pattern, enum: values, const: value }: Schema): boolean =>
  type === 'string' && format === undefined && pattern === undefined && values === undefined && value === undefined

/** Returns whether a schema has a free text anywhere. */
function hasFreeText(schema: Schema | boolean | undefined): boolean {
  if (typeof schema !== 'object') return false
  const { anyOf = [], oneOf = [], allOf = [], properties = {}, items } = schema
  return isFree(schema) || [...anyOf, ...oneOf, ...allOf, ...Object.values(properties), items].some(hasFreeText)
}

const deep = (): unknown =>
  Array.from({ length: DEPTH }).reduce<unknown>(
    (inner) => [inner],
    Array.from({ length: LIST }, () => ['a']),
  )

/**
 * Returns the largest input that a schema accepts, made of a valid one: with all lists as long as they may be, and for
 * a filling of texts also with all optional fields and with texts as long as they may be.
 * @param sample a valid value of this place, undefined if there is none
 */
function largest(schema: Schema | boolean | undefined, sample: unknown, filling: Filling, stocked: Stocked, room = MOST_BYTES): unknown {
  if (typeof schema !== 'object') return sample ?? deep()
  const choices = schema.anyOf ?? schema.oneOf
  if (choices)
    return largest(choices.find(({ type }) => type === 'array' || type === 'object') ?? choices[0], sample, filling, stocked, room)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return sample ?? schema.enum[0]
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => largest(part, sample, filling, stocked, room)))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object') return largestObject(schema, sample, filling, stocked, room)
  if (type === 'array') return largestList(schema, sample, filling, stocked, room)
  if (type === 'string')
    return isOfTexts(filling) && isFree(schema) ? longText(schema, filling) : (sample ?? longText(schema, 'wide').slice(1, 9))
  if (type === 'integer' || type === 'number') return sample ?? schema.minimum ?? 1
  if (type === 'boolean') return sample ?? true
  return sample ?? (type === 'null' ? null : deep())
}

function largestObject(schema: Schema, sample: unknown, filling: Filling, stocked: Stocked, room: number): unknown {
  const given = typeof sample === 'object' && sample !== null ? (sample as Record<string, unknown>) : {}
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0) return Object.keys(given).length > 0 ? given : { a: deep() }
  const required = new Set(schema.required)
  const lists = fields.filter(([, part]) => part.type === 'array').length
  return Object.fromEntries(
    fields
      .filter(([name, part]) => name in given || required.has(name) || part.type === 'array' || isOfTexts(filling))
      .map(([name, part]) => [
        name,
        largest(part, given[name], filling, stocked, part.type === 'array' ? room / Math.max(1, lists) : room),
      ]),
  )
}

function largestList(schema: Schema & { maxItems?: number }, sample: unknown, filling: Filling, stocked: Stocked, room: number): unknown {
  const items = typeof schema.items === 'object' ? schema.items : undefined
  const most = schema.maxItems ?? LIST
  const [given] = Array.isArray(sample) ? sample : []
  const first = largest(items, given, filling, stocked, room / most)
  const bytes = Buffer.byteLength(JSON.stringify(first) ?? 'null') + 1
  return Array.from({ length: Math.max(1, Math.min(most, Math.floor(room / bytes))) }, (_, i) => varied(first, i, filling, stocked))
}

export const isJson = ({ method, body }: Endpoint) => method !== 'WS' && body.kind !== 'multipart'

export const schemaOf = ({ input }: Endpoint) => z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema

/** Returns the ways in which the inputs of a call are filled. Texts of other characters are only for calls that take some. */
export const fillingsOf = (endpoint: Endpoint): Filling[] => [
  ...listFillings,
  ...(hasFreeText(schemaOf(endpoint)) ? textFillings : (['long'] as const)),
]

/** Returns the largest input of a call, made of a valid one. */
export const largestOf = (endpoint: Endpoint, sample: Input, filling: Filling, stocked: Stocked, room?: number): Input =>
  largest(schemaOf(endpoint), sample, filling, stocked, room) as Input
