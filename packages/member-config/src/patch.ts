import { canonicalJson, type Json } from './canonical.ts'

/** A path at which a keyed value changed. `from` or `to` is left out if the key was missing before or after. */
export interface PatchEntry {
  path: string[]
  from?: unknown
  to?: unknown
}

type Keyed = Record<string, unknown>
const isKeyed = (value: unknown): value is Keyed => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the record's own value of a key, not one that every object inherits. */
const own = (value: Keyed, key: string): unknown => (Object.hasOwn(value, key) ? value[key] : undefined)

/**
 * Returns the changes from one keyed value to another, in the order of their keys: records are compared key by key, lists and plain
 * values are replaced whole, and so is a record that one side does not have.
 */
export function patchOf(from: unknown, to: unknown, path: string[] = []): PatchEntry[] {
  if (from === to) return []
  if (isKeyed(from) && isKeyed(to)) {
    const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])]
    return keys.flatMap((key) => patchOf(own(from, key), own(to, key), [...path, key]))
  }
  return same(from, to) ? [] : [{ path, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }]
}

const same = (from: unknown, to: unknown) =>
  from === to || (from !== undefined && to !== undefined && canonicalJson(from as Json) === canonicalJson(to as Json))

/** Returns the value before this patch, made from the value after it. */
export const undone = <T>(value: T, patch: readonly PatchEntry[]): T =>
  patch.toReversed().reduce<unknown>((now, { path, from }) => put(now, path, from), value) as T

function put(value: unknown, [key, ...rest]: readonly string[], leaf: unknown): unknown {
  if (key === undefined) return leaf
  const { [key]: present, ...others } = isKeyed(value) ? value : {}
  const next = put(present, rest, leaf)
  return next === undefined ? others : { ...others, [key]: next }
}
