import { Email } from '@weft/contract'
import { rule, useText } from '@weft/ui'
import { Form, Input } from 'antd'
import type { ContactKind } from './ContactFields.tsx'
import * as text from './contact.text.ts'

function EmailField({ replaces }: { replaces: boolean }) {
  const t = useText(text)
  const label = replaces ? t.newEmail : t.email
  return (
    <Form.Item name="email" label={label} rules={[rule(Email, label)]}>
      <Input inputMode="email" autoComplete="email" autoCapitalize="off" spellCheck={false} />
    </Form.Item>
  )
}

export const emailKind: ContactKind = { channel: 'email', Field: EmailField }
