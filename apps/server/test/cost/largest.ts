import type { Schema } from '../../../../proof/values.ts'

/** The ways in which a list is filled: with equal, with neighbouring or with nested values. */
export const fillings = ['equal', 'neighbouring', 'nested', 'long'] as const
export type Filling = (typeof fillings)[number]

/** The bytes of the largest inputs: a little less than a body may have. */
export const MOST_BYTES = 900_000
/** A letter with marks that normalization has to sort, of four units; and a wide one. */
const COMBINING = 'a\u0323\u0307\u0302'
const WIDE = '网'
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

/** Returns a long text that a schema accepts, if only its length counts. */
const longText = ({ maxLength = 10_000 }: Schema, i: number): string =>
  (i % 2 === 0 ? COMBINING.repeat(maxLength) : WIDE.repeat(maxLength)).slice(0, maxLength)

const deep = (): unknown =>
  Array.from({ length: DEPTH }).reduce<unknown>(
    (inner) => [inner],
    Array.from({ length: LIST }, () => ['a']),
  )

/**
 * Returns the largest input that a schema accepts, made of a valid one: with all lists as long as they may be, and for
 * `long` also with all optional fields and with texts as long as they may be.
 * @param sample a valid value of this place, undefined if there is none
 */
export function largest(
  schema: Schema | boolean | undefined,
  sample: unknown,
  filling: Filling,
  stocked: Stocked,
  room = MOST_BYTES,
): unknown {
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
    return filling === 'long' && !schema.format && !schema.pattern ? longText(schema, 0) : (sample ?? longText(schema, 1).slice(0, 8))
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
      .filter(([name, part]) => name in given || required.has(name) || part.type === 'array' || filling === 'long')
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
