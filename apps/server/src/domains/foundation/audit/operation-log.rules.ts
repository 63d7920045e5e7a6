import { FieldChange, type OperationRecord, type OperationValue } from '@weft/contract'

/** Keys of the values of an operation that say nothing to a reader: numbers of rows, and what the sentence or a revision says better. */
const UNSAID = new Set(['id', 'uuid', 'file_id', 'flags', 'settings'])

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Returns the values that an operation changed, made or removed, from the detail that its entry keeps: `changes` of a network's revision,
 * or `before` and `after`, each an object or a list of members. Of two objects it returns only what differs.
 */
function valuesOf({ before, after, changes }: Record<string, unknown>): OperationValue[] {
  const revised = FieldChange.array().safeParse(changes)
  if (revised.success) return revised.data.map(({ field, text, from, to }) => ({ field, text, before: from, after: to }))
  if (Array.isArray(before) || Array.isArray(after)) return [valueOf('members', before, after)]
  const [was, is] = [isObject(before) ? before : {}, isObject(after) ? after : {}]
  const both = isObject(before) && isObject(after)
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((key) => !UNSAID.has(key) && !(both && same(was[key], is[key])))
    .map((key) => valueOf(key, was[key], is[key]))
}

const valueOf = (field: string, before: unknown, after: unknown): OperationValue => ({
  field,
  ...(before !== undefined && { before }),
  ...(after !== undefined && { after }),
})

/** The most members that the values of an entry name; of more, its `count` says how many. */
export const MOST_DETAILED = 100

/** An operation as it is stored. */
export type StoredOperation = Omit<OperationRecord, 'values'> & { detail: Record<string, unknown> }

export const recordOf = ({ detail, ...operation }: StoredOperation): OperationRecord => ({ ...operation, values: valuesOf(detail) })
