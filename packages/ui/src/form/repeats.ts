import type { FormRule } from 'antd'
import type { z } from 'zod'
import { rule } from './rule.ts'

/**
 * The rule of a password that is typed a second time. Its form item names the first in `dependencies`.
 * @param first the form's name of the field that is repeated
 */
export const repeats =
  (first: string, schema: z.ZodType, label: string): FormRule =>
  ({ getFieldValue }) => {
    const same = schema.refine((typed) => typed === getFieldValue(first), { error: 'passwordsDiffer' })
    return rule(same, label)
  }
