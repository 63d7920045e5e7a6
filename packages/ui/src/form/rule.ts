import { check } from '@weft/contract'
import type { FormRule } from 'antd'
import type { z } from 'zod'
import { language } from '../i18n/use-text.ts'

type RuleObject = Exclude<FormRule, (...form: never[]) => unknown>

/**
 * Returns the rule of a form field from its schema in the contract, with the contract's sentences.
 * @param label the form's label of the field
 */
export function rule(schema: z.ZodType, label: string): RuleObject {
  /** Returns the first problem of a value. A cleared field is checked as one that was never filled in. */
  const problemOf = (value: unknown) => {
    const given = check(schema, value, language.get(), label)
    if (given.ok) return undefined
    const cleared = value === '' ? check(schema, undefined, language.get(), label) : given
    return (cleared.ok ? given : cleared).errors[0]
  }
  return {
    required: problemOf('') !== undefined && problemOf(undefined) !== undefined,
    validator: (_, value) => {
      const problem = problemOf(value)
      return problem ? Promise.reject(new Error(problem.msg)) : Promise.resolve()
    },
  }
}
