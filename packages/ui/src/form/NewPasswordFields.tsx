import { Form } from 'antd'
import type { z } from 'zod'
import { PasswordInput } from '../parts/PasswordInput.tsx'
import { PasswordStrength } from '../parts/PasswordStrength.tsx'
import { newPassword } from './new-password.ts'
import { repeats } from './repeats.ts'

interface Props<Name extends string> {
  /** The schemas of the call's fields. */
  shape: Record<Name, z.ZodType>
  /** The names of the password and its repetition in the form. */
  names: readonly [Name, Name]
  labels: readonly [string, string]
  /** What the password must be; the form decides where it stands. */
  hint?: string
  autoFocus?: boolean
}

/** Shows the fields of a new password with its strength, and of its repetition. */
export function NewPasswordFields<Name extends string>({ shape, names, labels, hint, autoFocus = false }: Props<Name>) {
  const [fresh, repeated]: readonly [string, string] = names
  const typed = Form.useWatch<string | undefined>(fresh)
  return (
    <>
      <Form.Item
        name={fresh}
        label={labels[0]}
        extra={
          <>
            {hint && <span className="weft-field-rule">{hint}</span>}
            <PasswordStrength password={typed} schema={shape[names[0]]} />
          </>
        }
        {...newPassword(shape[names[0]], labels[0])}
      >
        <PasswordInput autoComplete="new-password" autoFocus={autoFocus} />
      </Form.Item>
      <Form.Item name={repeated} label={labels[1]} dependencies={[fresh]} rules={[repeats(fresh, shape[names[1]], labels[1])]}>
        <PasswordInput autoComplete="new-password" />
      </Form.Item>
    </>
  )
}
