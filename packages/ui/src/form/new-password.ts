import { check } from '@weft/contract'
import type { FormItemProps } from 'antd'
import type { z } from 'zod'
import { language } from '../i18n/use-text.ts'
import { rule } from './rule.ts'

type Issue = z.core.$ZodIssue
const isTooLong = ({ issues }: { issues: readonly Issue[] }): boolean =>
  issues.some(
    (issue) => issue.code === 'too_big' || (issue.code === 'invalid_union' && issue.errors.some((issues) => isTooLong({ issues }))),
  )

/** Returns whether a password has more characters than its schema permits. */
export function tooLong(schema: z.ZodType, password: unknown): boolean {
  const { error } = schema.safeParse(password)
  return error !== undefined && isTooLong(error)
}

/**
 * Returns the properties of the form item of a new password. A character too many is reported while it is typed, because nothing cuts it;
 * everything else once the field is left.
 */
export function newPassword(schema: z.ZodType, label: string): Pick<FormItemProps, 'rules' | 'validateFirst' | 'validateTrigger'> {
  return {
    validateTrigger: ['onChange', 'onBlur'],
    validateFirst: true,
    rules: [
      { ...rule(schema, label), validateTrigger: 'onBlur' },
      {
        validateTrigger: 'onChange',
        validator: (_, value) => {
          const given = check(schema, value, language.get(), label)
          return given.ok || !tooLong(schema, value) ? Promise.resolve() : Promise.reject(new Error(given.errors[0]?.msg))
        },
      },
    ],
  }
}
