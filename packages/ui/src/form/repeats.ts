import type { FormRule } from 'antd'
import type { z } from 'zod'
import { rule } from './rule.ts'

/**
 * Returns the rule of a repeated password. Its form item names the first password in `dependencies`.
 * @param first the form's name of the field that is repeated
 */
export const repeats =
  (first: string, schema: z.ZodType, label: string): FormRule =>
  ({ getFieldValue }) => {
    const same = schema.refine((typed) => typed === getFieldValue(first), { error: 'passwordsDiffer' })
    return rule(same, label)
  }
