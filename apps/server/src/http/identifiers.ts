import { type IdentifierKind, identifierOf } from '@weft/contract'
import type { z } from 'zod'

/** Every identifier in one input, by kind, without repetition. */
export type Identifiers = Map<IdentifierKind, Set<string>>

type Collect = (value: unknown, found: Identifiers) => void
interface Def {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  keyType?: z.ZodType
  valueType?: z.ZodType
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  options?: z.ZodType[]
}

/**
 * Returns a function that collects the identifiers of an input, arrays and maps included; undefined if the input has none. It is made
 * once, when a route is mounted. A schema of an unknown type is refused then, so that no identifier is overlooked.
 */
export function identifierCollector(schema: z.ZodType): Collect | undefined {
  const kind = identifierOf(schema)
  if (kind)
    return (value, found) => {
      if (typeof value !== 'string') return
      let names = found.get(kind)
      if (!names) found.set(kind, (names = new Set()))
      names.add(value)
    }
  const def = schema._zod.def as unknown as Def
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape!).flatMap(([key, field]) => {
        const collect = identifierCollector(field)
        return collect ? [[key, collect] as const] : []
      })
      return fields.length === 0
        ? undefined
        : (value, found) => {
            for (const [key, collect] of fields) collect((value as Record<string, unknown> | undefined)?.[key], found)
          }
    }
    case 'array': {
      const collect = identifierCollector(def.element!)
      return collect && ((value, found) => Array.isArray(value) && value.forEach((item) => collect(item, found)))
    }
    case 'record': {
      const [keys, values] = [identifierCollector(def.keyType!), identifierCollector(def.valueType!)]
      if (!keys && !values) return undefined
      return (value, found) => {
        for (const [key, item] of Object.entries((value as object | undefined) ?? {})) {
          keys?.(key, found)
          values?.(item, found)
        }
      }
    }
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return identifierCollector(def.innerType!)
    case 'pipe':
      // For a value that is prepared before it is read (`z.preprocess`) the schema of the result counts.
      return identifierCollector(def.in!._zod.def.type === 'transform' ? def.out! : def.in!)
    case 'union': {
      const collects = def.options!.flatMap((option) => identifierCollector(option) ?? [])
      return collects.length === 0 ? undefined : (value, found) => collects.forEach((collect) => collect(value, found))
    }
    case 'string':
    case 'number':
    case 'int':
    case 'boolean':
    case 'literal':
    case 'enum':
    case 'null':
    case 'unknown':
      return undefined
    default:
      throw new Error(`an input may not contain a schema of type ${def.type}: the door cannot look into it for identifiers`)
  }
}
