import { DIRECTORY_PASSWORD_KEPT, DirectoryConfig } from '@weft/contract'
import { PasswordInput, rule, useText } from '@weft/ui'
import { Button, Form, Input } from 'antd'
import type { Draft } from './directory-draft.ts'
import * as text from './form.text.ts'

/** Shows the bind password: a stored one is hidden, and stays until another is typed. */
export function KeptPassword() {
  const t = useText(text)
  const form = Form.useFormInstance<Draft>()
  const kept = Form.useWatch('password', form) === DIRECTORY_PASSWORD_KEPT
  if (kept)
    return (
      <Form.Item label={t.password}>
        <div className="directory-domain">
          <Input value={t.kept} disabled aria-label={t.password} />
          <Button
            onClick={() => {
              form.setFieldValue('password', '')
              setTimeout(() => form.focusField('password'))
            }}
          >
            {t.change}
          </Button>
        </div>
        <Form.Item name="password" hidden noStyle>
          <input type="hidden" />
        </Form.Item>
      </Form.Item>
    )
  return (
    <Form.Item
      name="password"
      label={t.password}
      dependencies={['username']}
      rules={[
        rule(DirectoryConfig.shape.password, t.password),
        // The form's own value: a watched one may follow after the rule has run.
        ({ getFieldValue }) => ({
          validator: (_, value: string) =>
            getFieldValue('username') && !value ? Promise.reject(new Error(t.passwordRequired)) : Promise.resolve(),
        }),
      ]}
    >
      <PasswordInput autoComplete="new-password" />
    </Form.Item>
  )
}
