import { type Endpoint, isNeverEmpty } from '@weft/contract'
import { z } from 'zod'

/** What a client's empty value means in one field: nothing was given, an empty text, or the value itself. */
type Meaning = 'absent' | 'text' | 'itself'

interface Rule {
  /** The meaning of an empty text, and of null. */
  text: Meaning
  null: Meaning
  /** The rules of the object, or of each object of the list, that the field holds. */
  inside: Rules
}
/** The rules of the fields of an object, by name. */
export type Rules = ReadonlyMap<string, Rule>

type Place = 'query' | 'body'
/** Returns where the input of a call is sent: in the address if the body is a file. */
export const placeOf = ({ method, body }: Pick<Endpoint, 'method' | 'body'>): Place =>
  method === 'POST' && body.kind !== 'multipart' ? 'body' : 'query'

/** Returns the schema inside schemas that refine, default or prepare it. */
function within(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) return within((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType)
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return within(schema.unwrap() as z.ZodType)
  return schema
}

/** Returns the fields of an object, or of each object of a list; none for any other schema. */
function fieldsOf(schema: z.ZodType): [string, z.ZodType][] {
  const inner = within(schema)
  if (inner instanceof z.ZodArray) return fieldsOf(inner.element as z.ZodType)
  return inner instanceof z.ZodObject ? Object.entries(inner.shape) : []
}

/**
 * Returns what '' and null mean in each field of an input, worked out from its schema: a field that may be left out was not given, and one
 * that must be given takes null for an empty text if it accepts that. In a query every empty text is a filter that was not filled in. A
 * value for which the schema of a body has a meaning keeps it. A field without which the call does more (`neverEmpty`) must be left out to
 * mean so.
 */
export function emptyRules(input: z.ZodType, place: Place): Rules {
  const rules = fieldsOf(input).flatMap(([name, field]): [string, Rule][] => {
    const accepts = (value: unknown) => field.safeParse(value).success
    const optional = accepts(undefined) && !isNeverEmpty(field)
    const inside = place === 'body' ? emptyRules(field, place) : new Map()
    if (place === 'query') return optional ? [[name, { text: 'absent', null: 'itself', inside }]] : []
    const text = !accepts('') && optional ? 'absent' : 'itself'
    const nothing = accepts(null) ? 'itself' : accepts('') ? 'text' : optional ? 'absent' : 'itself'
    return text === 'itself' && nothing === 'itself' && inside.size === 0 ? [] : [[name, { text, null: nothing, inside }]]
  })
  return new Map(rules)
}

/** Returns an input without the fields that were not given, and with an empty text for a null that means one. */
export function withoutEmpty(input: unknown, rules: Rules): unknown {
  if (rules.size === 0 || typeof input !== 'object' || input === null) return input
  if (Array.isArray(input)) return input.map((item) => withoutEmpty(item, rules))
  return Object.fromEntries(
    Object.entries(input).flatMap(([name, value]): [string, unknown][] => {
      const rule = rules.get(name)
      if (!rule) return [[name, value]]
      const meaning = value === '' ? rule.text : value === null ? rule.null : 'itself'
      return meaning === 'absent' ? [] : [[name, meaning === 'text' ? '' : withoutEmpty(value, rule.inside)]]
    }),
  )
}
