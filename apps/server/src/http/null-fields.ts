import { z } from 'zod'

/** Returns the object schema inside a schema that refines, defaults or pipes it; undefined if there is none. */
function objectIn(schema: z.ZodType): z.ZodObject | undefined {
  if (schema instanceof z.ZodObject) return schema
  if (schema instanceof z.ZodPipe) return objectIn((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType)
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return objectIn(schema.unwrap() as z.ZodType)
  return undefined
}

/**
 * Returns the names of the fields in which a call may send null instead of an empty text: their schemas accept an empty text and refuse null.
 * Fields that may only be left out are not among them: a call may do more without such a field, for example end all sessions.
 */
export function nullFields(input: z.ZodType): ReadonlySet<string> {
  const accepts = (field: z.ZodType, value: unknown) => field.safeParse(value).success
  const fields = Object.entries(objectIn(input)?.shape ?? {}) as [string, z.ZodType][]
  return new Set(fields.flatMap(([name, field]) => (accepts(field, '') && !accepts(field, null) ? [name] : [])))
}

/** Returns an input with an empty text in place of each null in these fields. */
export function withoutNulls(input: unknown, fields: ReadonlySet<string>): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, value === null && fields.has(name) ? '' : value]))
}
