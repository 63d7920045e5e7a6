/** A source of random numbers that a seed repeats (mulberry32). */
export interface Dice {
  /** Returns a whole number from 0 to below `sides`. */
  roll(sides: number): number
  pick<T>(from: readonly T[]): T
  /** Returns true with this probability, from 0 to 1. */
  chance(of: number): boolean
}

export function diceOf(seed: number): Dice {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const roll = (sides: number) => Math.floor(next() * sides)
  return { roll, pick: (from) => from[roll(from.length)]!, chance: (of) => next() < of }
}

/** The parts of a JSON Schema (2020-12) from which values are made. */
export interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  required?: string[]
  items?: Schema | boolean
  prefixItems?: Schema[]
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  pattern?: string
}

/** Returns lists and objects in turn, one in another. */
const nested = (levels: number): unknown =>
  Array.from({ length: levels }).reduce<unknown>((inner, _, i) => (i % 2 === 0 ? [inner] : { a: inner }), 'x')

/** Stands for a value that is nested too deep for JSON.stringify: `jsonOf` writes it. */
const DEEP = '\u0001deep\u0001'
const DEEP_JSON = `${'[{"a":'.repeat(4000)}1${'}]'.repeat(4000)}`

/** Returns a value as JSON, with what is nested 8,000 levels deep in it. */
export const jsonOf = (value: unknown): string => (JSON.stringify(value) ?? '').replaceAll(JSON.stringify(DEEP), DEEP_JSON)

/** Values that often cause faults in programs. */
const HOSTILE: readonly unknown[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u200b\ufeff',
  '😀'.repeat(70),
  'ß'.repeat(300),
  'x'.repeat(5000),
  'x'.repeat(70_000),
  '%00%ff%',
  "' or 1=1 --",
  '../../../etc/passwd',
  '{{7*7}}${7*7}',
  '<svg onload=alert(1)>',
  '1e999',
  '-1',
  '0x10',
  '99999999999999999999',
  '2024-02-30',
  '10.0.0.0/33',
  '::ffff:1.2.3.4',
  '255.255.255.255/0',
  'http://[::1]:0/',
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  null,
  true,
  false,
  [],
  {},
  [null],
  [[[]]],
  { __proto__: null },
  { constructor: { prototype: { a: 1 } } },
  { length: 1e9 },
  // Within what a body may have, and just beyond it.
  nested(24),
  nested(33),
  DEEP,
  Array.from({ length: 2000 }, (_, i) => i),
]
export const hostileValue = (dice: Dice): unknown => dice.pick(HOSTILE)

/** Valid values of the attacked account by field name, so that calls get past the first check. */
export type Known = Record<string, readonly unknown[]>

const LETTERS = Array.from('abcXYZ019-_@. 中文')
function text(dice: Dice, { format, minLength = 1, maxLength = 12, pattern }: Schema): string {
  if (format === 'email') return `a${dice.roll(1000)}@example.com`
  if (format === 'uuid') return '11111111-1111-4111-8111-111111111111'
  if (pattern?.includes('\\d')) return String(1_000_000_000 + dice.roll(1_000_000_000)).slice(0, Math.max(minLength, 10))
  const length = minLength + dice.roll(Math.max(1, Math.min(maxLength, minLength + 20) - minLength + 1))
  return Array.from({ length }, () => dice.pick(LETTERS)).join('')
}

/** Makes a value that mostly fits a schema; `spoil` is the probability of a hostile one instead, at each depth. */
export function valueOf(dice: Dice, schema: Schema | boolean | undefined, known: Known, spoil: number, name = '', depth = 0): unknown {
  if (dice.chance(spoil) || typeof schema !== 'object' || depth > 12) return hostileValue(dice)
  const make = (one: Schema | undefined, field = name) => valueOf(dice, one, known, spoil, field, depth + 1)
  const fits = known[name]
  if (fits && dice.chance(0.8) && schema.type !== 'array' && schema.type !== 'object') return dice.pick(fits)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return dice.pick(schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return make(dice.pick(choices))
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => make(part)))
  switch (Array.isArray(schema.type) ? dice.pick(schema.type) : schema.type) {
    case 'string':
      return text(dice, schema)
    case 'integer':
    case 'number': {
      const low = Math.max(schema.minimum ?? 0, -1e6)
      return low + dice.roll(Math.max(1, Math.min(schema.maximum ?? low + 100, low + 100_000) - low + 1))
    }
    case 'boolean':
      return dice.chance(0.5)
    case 'null':
      return null
    case 'array': {
      if (schema.prefixItems) return schema.prefixItems.map((item) => make(item))
      const items = typeof schema.items === 'object' ? schema.items : undefined
      return Array.from({ length: (schema.minItems ?? 0) + dice.roll(4) }, () => make(items))
    }
    case 'object': {
      const required = new Set(schema.required)
      const fields = Object.entries(schema.properties ?? {}).filter(([field]) => dice.chance(required.has(field) ? 0.97 : 0.5))
      // A record takes fields of any name.
      const more = schema.additionalProperties
      const free = more === undefined || more === false ? [] : Array.from({ length: dice.roll(4) }, () => text(dice, {}))
      return Object.fromEntries([
        ...fields.map(([field, part]) => [field, make(part, field)]),
        ...free.map((field) => [field, make(typeof more === 'object' ? more : undefined, field)]),
      ])
    }
    default:
      return hostileValue(dice)
  }
}
