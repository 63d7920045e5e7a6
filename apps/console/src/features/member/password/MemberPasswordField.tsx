import type { z } from 'zod'
import { copyText, PasswordInput, useText } from '@weft/ui'
import { newPassword } from '@weft/ui/form/new-password.ts'
import { PasswordStrength } from '@weft/ui/parts/PasswordStrength.tsx'
import { Button, Form, type FormInstance } from 'antd'
import { useState } from 'react'
import * as text from './member-password.text.ts'
import './member-password.css'
import { randomPassword } from './random-password.ts'

interface Props {
  form: FormInstance
  schema: z.ZodType
  label: string
  /** Called after a generated password was put into the field. */
  onGenerated?: () => void
}

/** Shows a field for another person's password: typed, or generated and then shown and copied to be handed on. */
export function MemberPasswordField({ form, schema, label, onGenerated }: Props) {
  const t = useText(text)
  const typed = Form.useWatch<string | undefined>('password', form)
  /** Counts the generated passwords: each renders the field again, with its content readable. */
  const [made, setMade] = useState(0)
  const generate = async () => {
    const password = randomPassword()
    form.setFields([{ name: 'password', value: password, errors: [], touched: true }])
    setMade(made + 1)
    onGenerated?.()
    await copyText(password)
  }
  return (
    <div className="member-password">
      <Form.Item
        name="password"
        label={label}
        extra={<PasswordStrength password={typed} schema={schema} />}
        {...newPassword(schema, label)}
      >
        <PasswordInput key={made} shownAtFirst={made > 0} autoComplete="new-password" />
      </Form.Item>
      <Button type="link" className="member-password-generate" onClick={() => void generate()}>
        {t.generate}
      </Button>
    </div>
  )
}
