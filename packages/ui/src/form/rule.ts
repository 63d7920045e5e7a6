import { explain } from '@weft/contract'
import type { FormRule } from 'antd'
import type { z } from 'zod'
import { language } from '../i18n/use-text.ts'

/**
 * The rule of a form field from its schema in the contract, in the words of the contract.
 * @param label what the form calls the field
 */
export function rule(schema: z.ZodType, label: string): FormRule {
  return {
    required: !schema.safeParse('').success && !schema.safeParse(undefined).success,
    validator: (_, value) => {
      const { error } = schema.safeParse(value, { reportInput: true })
      const [problem] = error ? explain(error, language.get(), label) : []
      return problem ? Promise.reject(new Error(problem.msg)) : Promise.resolve()
    },
  }
}
