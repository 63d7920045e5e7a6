import { type InputOf, OperatorPassword, opsContract } from '@weft/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call, NewPasswordFields, PasswordInput, rule, toast, useDialog, useText } from '@weft/ui'
import { DetailCard } from '@weft/ui/parts/DetailCard.tsx'
import { Button, Form } from 'antd'
import { FormDialog } from '../../shared/form/FormDialog.tsx'
import * as text from './security.text.ts'

const { ownSignIn } = opsContract
type Typed = InputOf<typeof ownSignIn.password>
const fresh = { new_password: OperatorPassword, reset_password: OperatorPassword }

/** Shows the operator's own password settings. */
export function PasswordCard() {
  const t = useText(text)
  const queries = useQueryClient()
  const changing = useDialog<true>()
  return (
    <DetailCard
      title={t.password}
      extra={
        <Button className="desk-extra" aria-haspopup="dialog" onClick={() => changing.show(true)}>
          {t.changePassword}
        </Button>
      }
    >
      <p>{t.passwordText}</p>
      {changing.subject && (
        <FormDialog<Typed>
          title={t.changePassword}
          action={t.changePassword}
          note={t.passwordText}
          first="old_password"
          onClose={changing.close}
          submit={async (typed) => {
            await call(ownSignIn.password, typed)
            toast.success(t.passwordChanged)
            changing.close()
            await queries.invalidateQueries({ queryKey: [ownSignIn.sessions.path] })
          }}
        >
          <Form.Item name="old_password" label={t.oldPassword} rules={[rule(ownSignIn.password.input.shape.old_password, t.oldPassword)]}>
            <PasswordInput autoComplete="current-password" />
          </Form.Item>
          <NewPasswordFields shape={fresh} names={['new_password', 'reset_password']} labels={[t.freshPassword, t.repeatPassword]} />
        </FormDialog>
      )}
    </DetailCard>
  )
}
